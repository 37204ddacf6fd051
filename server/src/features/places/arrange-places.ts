import {
  PLACE_DEPTH_MAX,
  PLACES_PER_HOUSEHOLD_MAX,
  type Place,
  type PlaceChange,
  type PlaceInput,
} from '@greenhouse/contract'
import { bumpRulesVersionsOf, lockHousehold } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { deletePlace, findPlace, insertPlace, listPlaces, shiftSiblings, updatePlace } from './place-store.ts'
import { refusalOf } from './place-tree.ts'

/** Adds a place at the end of its siblings. */
export async function addPlace(
  tx: Tx,
  householdId: string,
  { createdAt, ...input }: PlaceInput & { readonly placeId: string; readonly createdAt: number },
): Promise<Place> {
  const places = await lockPlaces(tx, householdId)
  if (places.length >= PLACES_PER_HOUSEHOLD_MAX)
    throw new ProblemError(409, 'place.too-many', `A household can have ${PLACES_PER_HOUSEHOLD_MAX} places.`)
  checkParent(places, { parentId: input.parentId })
  const place = { ...input, position: countIn(places, input.parentId) }
  await insertPlace(tx, householdId, { ...place, createdAt })
  return place
}

/** Changes a place. In another parent it is the last, unless the change has a position. */
export async function changePlace(tx: Tx, householdId: string, placeId: string, change: PlaceChange): Promise<Place> {
  const places = await lockPlaces(tx, householdId)
  const known = found(
    places.find((one) => one.placeId === placeId),
    'place',
  )
  const wanted = changed(known, change)
  const moves = wanted.parentId !== known.parentId
  if (moves) checkParent(places, wanted)
  const last = countIn(places, wanted.parentId) - (moves ? 0 : 1)
  const place = { ...wanted, position: Math.min(change.position ?? (moves ? last : known.position), last) }
  if (moves || place.position !== known.position) {
    await shiftSiblings(tx, householdId, { parentId: known.parentId, from: known.position + 1, by: -1 })
    await shiftSiblings(tx, householdId, { parentId: place.parentId, from: place.position, by: 1 })
  }
  await updatePlace(tx, householdId, place)
  if (moves || place.latitude !== known.latitude || place.longitude !== known.longitude)
    await bumpRulesVersionsOf(tx, householdId)
  return place
}

/** Removes a place, and moves its content to the place above. */
export async function removePlace(tx: Tx, householdId: string, placeId: string): Promise<void> {
  const places = await lockPlaces(tx, householdId)
  const { parentId, position } = found(
    places.find((one) => one.placeId === placeId),
    'place',
  )
  await shiftSiblings(tx, householdId, { parentId, from: position + 1, by: -1 })
  await deletePlace(tx, householdId, { placeId, parentId, behind: countIn(places, parentId) - 1 })
  await bumpRulesVersionsOf(tx, householdId)
}

/** Keeps places from changing in other transactions. Throws a 404 unless this one, or null for none, is in the household. */
export async function checkPlace(tx: Tx, householdId: string, placeId: string | null): Promise<void> {
  if (placeId === null) return
  await lockHousehold(tx, householdId)
  found(await findPlace(tx, householdId, placeId), 'place')
}

async function lockPlaces(tx: Tx, householdId: string): Promise<Place[]> {
  await lockHousehold(tx, householdId)
  return listPlaces(tx, householdId)
}

function checkParent(places: readonly Place[], moved: { placeId?: string; parentId: string | null }): void {
  const refusal = refusalOf(places, moved)
  if (refusal === 'no-parent') found(undefined, 'place')
  if (refusal === 'circle') throw new ProblemError(409, 'place.circle', 'A place can’t be moved into itself.')
  if (refusal === 'depth') throw new ProblemError(409, 'place.depth', `Places can be nested ${PLACE_DEPTH_MAX} deep.`)
}

function countIn(places: readonly Place[], parentId: string | null): number {
  return places.filter((place) => place.parentId === parentId).length
}

/** A null of one coordinate is a null of both. */
function changed(known: Place, change: PlaceChange): Place {
  const { name, kind, shelter, parentId, latitude, longitude, leafOffset, lightSource, rain } = change
  const isCleared = latitude === null || longitude === null
  return {
    ...known,
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
    ...(shelter === undefined ? {} : { shelter }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(rain === undefined ? {} : { rain }),
    ...(latitude === undefined || longitude === undefined ? {} : { latitude, longitude }),
    ...(leafOffset === undefined ? {} : { leafOffset }),
    ...(lightSource === undefined ? {} : { lightSource }),
    ...(isCleared ? { latitude: null, longitude: null } : {}),
  }
}
