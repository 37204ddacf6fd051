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

function levelsOf(placeId: string, children: ReadonlyMap<string | null, readonly Node[]>): number {
  return 1 + Math.max(0, ...(children.get(placeId) ?? []).map((child) => levelsOf(child.placeId, children)))
}
