import { expect } from 'vitest'

interface Recorded {
  readonly kind: string
  readonly name: string
  readonly deviceId: string | null
  readonly text?: string | null
}

/**
 * Returns a recorded answer as it is since migration 0004: rules on the silence of devices that nobody changed are one for any
 * device, and the note about a plant that is due is an open episode.
 */
export function withOpenStates(name: string, answer: unknown, all: Readonly<Record<string, unknown>>): unknown {
  if (name === 'rules') return withRuleOfAccount(answer as Recorded[])
  if (name === 'open episodes') {
    const due = (all['closed episodes'] as Recorded[]).filter(isDue)
    return [...(answer as Recorded[]), ...due.map(asDue)]
  }
  if (name === 'closed episodes') return (answer as Recorded[]).filter((episode) => !isDue(episode))
  if (name !== 'account') return answer
  const account = answer as { readonly rules: Recorded[]; readonly episodes: Recorded[] }
  const episodes = account.episodes.map((episode) => (isDue(episode) ? asDue(episode) : episode))
  return { ...account, rules: withRuleOfAccount(account.rules), episodes }
}

/** Returns rules with that of the account, whose id is new, at the end. */
export function inOrder(name: string, answer: unknown): unknown {
  const sort = (rules: readonly Recorded[]) =>
    rules.toSorted((one, other) => Number(one.deviceId === null) - Number(other.deviceId === null))
  if (name === 'rules') return sort(answer as Recorded[])
  if (name !== 'account') return answer
  const account = answer as { readonly rules: Recorded[] }
  return { ...account, rules: sort(account.rules) }
}

function withRuleOfAccount(rules: readonly Recorded[]): unknown[] {
  const changed = rules.filter(({ kind, name }) => kind !== 'silent' || name !== '')
  const exceptDeviceIds = changed.filter(({ kind }) => kind === 'silent').map(({ deviceId }) => deviceId)
  const silence = { kind: 'silent', name: '', deviceId: null, exceptDeviceIds, limit: 900, isOn: true, isBroken: false }
  return [...changed, silence]
}

function isDue({ kind, text }: Recorded): boolean {
  return kind === 'note' && text?.includes('needs water') === true
}

function asDue(note: Recorded) {
  const open = { closedAt: null, closedWhy: null, closedKnownAt: null }
  return { ...note, ...open, kind: 'due', plantId: expect.any(String) as unknown }
}
