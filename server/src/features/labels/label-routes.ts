import { labelRoutes, plantCodeOf } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import { findPlantByCode, listLabels } from './label-store.ts'

export function serveLabels({ db, serve }: Context): void {
  serve(labelRoutes.list, async ({ query: { plants } }, { householdId }) => {
    const wanted = plants && [...new Set(plants.map((id) => id.toLowerCase()))]
    const labels = await listLabels(db, householdId, wanted)
    return found(wanted && labels.length < wanted.length ? undefined : labels, 'plant')
  })

  serve(labelRoutes.plant, async ({ params: { code } }, { userId }) =>
    found(await findPlantByCode(db, userId, plantCodeOf(code)), 'plant'),
  )
}
