import { householdRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { findHousehold, listHouseholds, updateHousehold } from './household-store.ts'

export function serveHouseholds({ db, serve }: Context): void {
  serve(householdRoutes.list, (_, { userId }) => listHouseholds(db, userId))

  serve(householdRoutes.edit, async ({ params: { householdId }, body }, { userId }) => {
    const { role } = found(await findHousehold(db, userId, householdId), 'household')
    if (role !== 'owner')
      throw new ProblemError(403, 'household.role', 'You can look at this household, not change it.')
    await updateHousehold(db, householdId, body)
    return found(await findHousehold(db, userId, householdId), 'household')
  })
}
