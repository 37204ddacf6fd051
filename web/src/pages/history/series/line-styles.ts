import { SERIES_PER_PLOT_MAX } from '../../../shared/history/history-series.ts'

export interface LineStyle {
  /** A colour token without `--`. */
  readonly colour: string
  readonly dash: readonly number[]
}

const DASHES: ReadonlyArray<readonly number[]> = [[], [7, 4], [2, 4], [10, 4, 2, 4]]

/** The previous period of any series. */
export const GHOST: LineStyle = { colour: 'ghost', dash: [3, 3] }

/** Assigns each series its existing place in the order of colours, or the first free one. */
export function assignPlaces(known: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) ?? 0] as const] : [])))
  for (const id of ids) {
    if (places.has(id)) continue
    const taken = new Set(places.values())
    let place = 0
    while (taken.has(place)) place++
    places.set(id, place)
  }
  return places
}

export function styleOf(place: number): LineStyle {
  return {
    colour: `series-${(place % SERIES_PER_PLOT_MAX) + 1}`,
    dash: DASHES[place % DASHES.length] ?? [],
  }
}
