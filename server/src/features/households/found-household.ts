import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { insertHousehold } from './household-store.ts'

const NAME_MAX = 60
const OF_GARDEN = '’s garden'

interface Founding {
  readonly founder: { readonly userId: string; readonly firstName: string }
  readonly householdId: string
}

/** Adds a household with its first owner, named after them. */
export async function foundHousehold(
  tx: Tx,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  { founder, householdId }: Founding,
): Promise<void> {
  const name =
    Array.from(founder.firstName)
      .slice(0, NAME_MAX - OF_GARDEN.length)
      .join('') + OF_GARDEN
  await insertHousehold(tx, { householdId, name, ownerId: founder.userId, silenceRuleId: newId(), createdAt: now() })
}
