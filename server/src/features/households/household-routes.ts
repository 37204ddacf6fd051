import { householdRoutes, HOUSEHOLDS_PER_USER_MAX } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { lockUser } from '../../platform/db/owners.ts'
import { found } from '../../platform/problem.ts'
import { findHousehold, insertHousehold, listHouseholds, updateHousehold } from './household-store.ts'
import { tooManyHouseholds } from './invitation-routes.ts'
import { countHouseholds } from './member-store.ts'
import { reportMembers } from './report-members.ts'

export function serveHouseholds({ db, hub, newId, now, serve }: Context): void {
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
    await updateHousehold(db, householdId, body)
    return found(await findHousehold(db, userId, householdId), 'household')
  })
}
