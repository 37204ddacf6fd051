import type { Context } from '../../platform/context.ts'
import { lockUser } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { found } from '../../platform/problem.ts'
import { insertHousehold } from './household-store.ts'
import { findDefaultMembership, findFounder, type Membership } from './membership-store.ts'

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

/** Founds a household for a person who is in none, as with their first plant. Returns the one they are in otherwise. */
export function foundIfNone(db: Db, parts: Pick<Context, 'newId' | 'now'>, userId: string): Promise<Membership> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const present = await findDefaultMembership(tx, userId)
    if (present) return present
    const householdId = parts.newId()
    await foundHousehold(tx, parts, { founder: found(await findFounder(tx, userId), 'user'), householdId })
    return { householdId, householdRole: 'owner' }
  })
}
