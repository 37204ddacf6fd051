import type { Household, HouseholdRole } from '@greenhouse/contract'
import { formatNumber } from '../../lib/format.ts'

/** Completes `You can …`. */
export const ROLE_CAN: Readonly<Record<HouseholdRole, string>> = {
  viewer: 'look at everything, and can’t change anything',
  carer: 'do tasks and answer alerts, and can’t delete anything',
  gardener: 'edit plants, places and rules, and can’t delete devices or readings',
  owner: 'do everything',
}

/** Returns `a carer`, or `an owner`. */
export function aRole(role: HouseholdRole): string {
  return `${role === 'owner' ? 'an' : 'a'} ${role}`
}

/** Returns `3 places, 1 device`: what there is none of is left out. */
export function countWords(counts: Household['counts']): string {
  return counted(counts).join(', ')
}

/** Returns `16 plants and 4 devices`; empty without any. */
export function lostThings({ counts: { plants, devices } }: Household): string {
  return counted({ plants, devices }).join(' and ')
}

function counted(counts: Partial<Household['counts']>): string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([things, count]) => `${formatNumber(count, 0)} ${count === 1 ? things.slice(0, -1) : things}`)
}

/** Returns the households that nobody else owns. */
export function onlyOwned(households: readonly Household[]): Household[] {
  return households.filter(({ role, people }) => role === 'owner' && people.filter(isOwner).length === 1)
}

/** Returns what the others lose with a household: `Kim and Alex lose 16 plants`; undefined when there is nobody else. */
export function lossWords(household: Household, userId: string): string | undefined {
  const others = household.people.filter((person) => person.userId !== userId).map(({ name }) => name)
  if (others.length === 0) return undefined
  return `${joined(others)} ${others.length === 1 ? 'loses' : 'lose'} ${lostThings(household) || 'it'}`
}

export function isOwner({ role }: { readonly role: HouseholdRole }): boolean {
  return role === 'owner'
}

const NAMED_MAX = 3

function joined(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX
  const parts = rest > 1 ? [...names.slice(0, NAMED_MAX), `${rest} others`] : names
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
