import { careRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import { listPlaces } from '../places/place-store.ts'
import { placesWithin } from '../places/place-tree.ts'
import { findToday } from './today-store.ts'

export function serveToday({ db, now, serve }: Context): void {
  serve(careRoutes.today, async ({ query: { place } }, { householdId }) => {
    if (place === undefined) return findToday(db, householdId, { now: now(), within: undefined })
    const places = await listPlaces(db, householdId)
    found(
      places.some(({ placeId }) => placeId === place),
      'place',
    )
    return findToday(db, householdId, { now: now(), within: placesWithin(places, place) })
  })
}
