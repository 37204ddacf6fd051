import { probeRoutes } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import type { HeavyReads } from '../../../platform/http/heavy-reads.ts'
import { found } from '../../../platform/problem.ts'
import { findGrowing } from './growing-plant-store.ts'
import { growthOf } from './plant-growth.ts'

/** @param reads limits how many are read at once: each may read the hours of years */
export function serveGrowth(context: Context, reads: HeavyReads): void {
  context.serve(probeRoutes.growth, async ({ params: { plantId } }, { userId, householdId, gone }) => {
    const plant = found(await findGrowing(context.db, householdId, plantId), 'plant')
    return reads.run(userId, gone(), () => growthOf(context, plant))
  })
}
