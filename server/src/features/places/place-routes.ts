import { placeRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { addPlace, changePlace, removePlace } from './arrange-places.ts'
import { listPlaces } from './place-store.ts'

/** Plants and devices are put into places by their own features. */
export function servePlaces({ db, newId, now, serve }: Context): void {
  serve(placeRoutes.list, (_, { householdId }) => listPlaces(db, householdId))

  serve(placeRoutes.create, ({ body }, { householdId }) => {
    const place = { ...body, placeId: newId(), createdAt: now() }
    return db.transaction().execute((tx) => addPlace(tx, householdId, place))
  })

  serve(placeRoutes.edit, ({ params: { placeId }, body }, { householdId }) =>
    db.transaction().execute((tx) => changePlace(tx, householdId, placeId, body)),
  )

  serve(placeRoutes.remove, ({ params: { placeId } }, { householdId }) =>
    db.transaction().execute((tx) => removePlace(tx, householdId, placeId)),
  )
}
