import { SERIES_PER_PLOT_MAX, type HistorySeries } from '../../../shared/history/history-series.ts'

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

export interface LinePlaces {
  /** Among all series. */
  readonly colours: ReadonlyMap<string, number>
  /** Among those of the same unit, so that the only line of a plot is solid. */
  readonly dashes: ReadonlyMap<string, number>
}

export const NO_PLACES: LinePlaces = { colours: new Map(), dashes: new Map() }

export function placesOf(known: LinePlaces, series: ReadonlyArray<Pick<HistorySeries, 'id' | 'metric'>>): LinePlaces {
  const assign = (places: ReadonlyMap<string, number>, of: ReadonlyArray<Pick<HistorySeries, 'id'>>) =>
    assignPlaces(
      places,
      of.map(({ id }) => id),
    )
  const units = Map.groupBy(series, ({ metric }) => metric.unit)
  return {
    colours: assign(known.colours, series),
    dashes: new Map([...units.values()].flatMap((group) => [...assign(known.dashes, group)])),
  }
}

export function styleOf(places: LinePlaces, id: string): LineStyle {
  const [colour, dash] = [places.colours.get(id) ?? 0, places.dashes.get(id) ?? 0]
  return {
    colour: `series-${(colour % SERIES_PER_PLOT_MAX) + 1}`,
    dash: DASHES[dash % DASHES.length] ?? [],
  }
}
