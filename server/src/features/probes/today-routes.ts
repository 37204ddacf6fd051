import { careRoutes, type Today } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import { findToday } from '../care/today-store.ts'
import { listPlaces } from '../places/place-store.ts'
import { placesWithin } from '../places/place-tree.ts'
import { withSoil } from './soil.ts'

export function serveToday(context: Context): void {
  const { db, now, serve } = context

  serve(careRoutes.today, async ({ query: { place } }, { householdId }) => {
    if (place === undefined) return today(householdId, undefined)
    const places = await listPlaces(db, householdId)
    found(
      places.some(({ placeId }) => placeId === place),
      'place',
    )
    return today(householdId, placesWithin(places, place))
  })

  async function today(householdId: string, within: readonly string[] | undefined): Promise<Today> {
    const shown = await findToday(db, householdId, { now: now(), within })
    return { ...shown, tasks: await withSoil(context, householdId, shown.tasks) }
  }
}
