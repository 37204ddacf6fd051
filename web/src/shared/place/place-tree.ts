import type { Coordinates, Place } from '@greenhouse/contract'

/** Anything that can be in a place: a device or a plant. */
export interface Placed {
  readonly placeId?: string | undefined
}

export interface PlaceTree {
  readonly byId: ReadonlyMap<string, Place>
  /** Sorted by position. Topmost places are under null. */
  readonly children: ReadonlyMap<string | null, readonly Place[]>
}

/** Indexes places by id and parent. A place whose parent is unknown is a topmost one. */
export function placeTree(places: readonly Place[]): PlaceTree {
  const byId = new Map(places.map((place) => [place.placeId, place]))
  const parentOf = ({ parentId }: Place) => (parentId !== null && byId.has(parentId) ? parentId : null)
  const sorted = places.toSorted((one, other) => one.position - other.position)
  return { byId, children: Map.groupBy(sorted, parentOf) }
}

export function childrenOf(tree: PlaceTree, placeId: string | null): readonly Place[] {
  return tree.children.get(placeId) ?? NONE
}

const NONE: readonly never[] = []

/** Returns a place and those above it, the topmost first. */
export function placesAbove({ byId }: PlaceTree, placeId: string | null | undefined): Place[] {
  const found: Place[] = []
  let place = byId.get(placeId ?? '')
  // The server refuses circles, but a list may be read between two moves.
  while (place && !found.includes(place)) {
    found.unshift(place)
    place = byId.get(place.parentId ?? '')
  }
  return found
}

/** Returns `Tomato house › North end`; undefined for an unknown place. */
export function placePath(tree: PlaceTree, placeId: string | undefined): string | undefined {
  const names = placesAbove(tree, placeId).map(({ name }) => name)
  return names.length === 0 ? undefined : names.join(' › ')
}

/** Returns the ids of a place and all below it. */
export function placesWithin(tree: PlaceTree, placeId: string): ReadonlySet<string> {
  const found = new Set([placeId])
  // A set iterates over what is added meanwhile.
  for (const id of found) for (const child of childrenOf(tree, id)) found.add(child.placeId)
  return found
}

/** Returns the coordinates of a place, or of the nearest place above that has some. */
export function coordinatesOf(tree: PlaceTree, placeId: string | undefined): Coordinates | undefined {
  const place = placesAbove(tree, placeId).findLast(
    ({ latitude, longitude }) => latitude !== null && longitude !== null,
  )
  if (!place || place.latitude === null || place.longitude === null) return undefined
  return { latitude: place.latitude, longitude: place.longitude }
}

/** Returns all places, each after the one it is in, with the number of places above it. */
export function placesInOrder(tree: PlaceTree): Array<{ readonly place: Place; readonly depth: number }> {
  const found: Array<{ place: Place; depth: number }> = []
  function add(placeId: string | null, depth: number): void {
    for (const place of childrenOf(tree, placeId)) {
      found.push({ place, depth })
      add(place.placeId, depth + 1)
    }
  }
  add(null, 0)
  return found
}

export interface PlaceMove {
  readonly parentId: string | null
  /** Among its siblings, from 0. */
  readonly position: number
}

/** Returns the places after a move, with the positions that the server will give them. */
export function movePlace(places: readonly Place[], placeId: string, { parentId, position }: PlaceMove): Place[] {
  const moved = places.find((place) => place.placeId === placeId)
  if (!moved) return [...places]
  const others = places.filter((place) => place !== moved)
  const siblings = others
    .filter((place) => place.parentId === parentId)
    .toSorted((one, other) => one.position - other.position)
    .toSpliced(position, 0, { ...moved, parentId })
  const positions = new Map(siblings.map((place, index) => [place.placeId, index]))
  return places.map((place) => {
    const at = positions.get(place.placeId)
    return at === undefined ? place : { ...place, parentId, position: at }
  })
}
