import { PLACE_DEPTH_MAX, type Place } from '@greenhouse/contract'

type Node = Pick<Place, 'placeId' | 'parentId'>
export type Refusal = 'circle' | 'depth' | 'no-parent'

/** Returns why a place of the household, or a new one, can't be put into another; the topmost are in none. */
export function refusalOf(
  places: readonly Node[],
  { placeId, parentId }: { readonly placeId?: string; readonly parentId: string | null },
): Refusal | undefined {
  const parents = new Map(places.map((place) => [place.placeId, place.parentId]))
  let above = 0
  for (let id = parentId; id !== null; id = parents.get(id) ?? null) {
    if (!parents.has(id)) return 'no-parent'
    if (id === placeId) return 'circle'
    above++
  }
  const levels =
    placeId === undefined
      ? 1
      : levelsOf(
          placeId,
          Map.groupBy(places, (place) => place.parentId),
        )
  return above + levels > PLACE_DEPTH_MAX ? 'depth' : undefined
}

/** Returns the ids of a place and of all places below it. */
export function placesWithin(places: readonly Node[], placeId: string): string[] {
  const children = Map.groupBy(places, (place) => place.parentId)
  const within = [placeId]
  for (const id of within) within.push(...(children.get(id) ?? []).map((child) => child.placeId))
  return within
}

/**
 * Returns for each place the one that is as warm: the highest above it of the same shelter, unless one on the way has a
 * thermometer. A garden of ten beds is one place for frost and rain.
 */
export function climateRoots(
  places: ReadonlyArray<Pick<Place, 'placeId' | 'parentId' | 'shelter'>>,
  withThermometer: ReadonlySet<string>,
): Map<string, string> {
  const byId = new Map(places.map((place) => [place.placeId, place]))
  return new Map(places.map((place) => [place.placeId, rootOf(place)]))

  function rootOf({ placeId, parentId, shelter }: Pick<Place, 'placeId' | 'parentId' | 'shelter'>): string {
    const parent = parentId === null ? undefined : byId.get(parentId)
    return !parent || withThermometer.has(placeId) || parent.shelter !== shelter ? placeId : rootOf(parent)
  }
}

function levelsOf(placeId: string, children: ReadonlyMap<string | null, readonly Node[]>): number {
  return 1 + Math.max(0, ...(children.get(placeId) ?? []).map((child) => levelsOf(child.placeId, children)))
}
