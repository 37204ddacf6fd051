import { householdRoutes, HOUSEHOLDS_PER_USER_MAX } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { lockHousehold, lockUser } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found } from '../../platform/problem.ts'
import { findHousehold, insertHousehold, listHouseholds, updateHousehold } from './household-store.ts'
import { tooManyHouseholds } from './invitation-routes.ts'
import { countHouseholds } from './member-store.ts'
import { reportMembers } from './report-members.ts'

/** @param onZoneChanged runs in the transaction that changes the time zone */
export function serveHouseholds(
  { db, hub, newId, now, serve }: Context,
  onZoneChanged: (tx: Tx, householdId: string) => Promise<void>,
): void {
  serve(householdRoutes.list, (_, { userId }) => listHouseholds(db, userId))

  serve(householdRoutes.create, async ({ body: { name, timeZone } }, { userId }) => {
    const householdId = newId()
    await db.transaction().execute(async (tx) => {
      await lockUser(tx, userId)
      if ((await countHouseholds(tx, userId)) >= HOUSEHOLDS_PER_USER_MAX) throw tooManyHouseholds()
      await insertHousehold(tx, { householdId, name, ownerId: userId, silenceRuleId: newId(), createdAt: now() })
      await updateHousehold(tx, householdId, { timeZone })
    })
    reportMembers(hub, { householdId, userId })
    return found(await findHousehold(db, userId, householdId), 'household')
  })

  serve(householdRoutes.edit, async ({ body }, { householdId, userId }) => {
    await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      await updateHousehold(tx, householdId, body)
      if (body.timeZone !== undefined) await onZoneChanged(tx, householdId)
    })
    return found(await findHousehold(db, userId, householdId), 'household')
  })
}
