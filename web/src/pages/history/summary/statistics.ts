import { knownMs, sharesOf, type SpanPoint } from '@greenhouse/contract'

interface StatisticsOptions {
  /** Length of a bucket in milliseconds; 0 if the points are readings. */
  readonly widthMs: number
  /** Time of the newest value, milliseconds since 1970: the last bucket may be incomplete. */
  readonly newest?: number | undefined
  /** In the unit of the points. */
  readonly above: number | undefined
  readonly below: number | undefined
}

interface Statistics {
  readonly lowest: { readonly value: number; readonly time: number }
  readonly highest: { readonly value: number; readonly time: number }
  /** Over the time that the points cover. */
  readonly mean: number
  /** Time at or beyond a limit; undefined without the limit. */
  readonly aboveMs: Bounds | undefined
  readonly belowMs: Bounds | undefined
}

/** A duration in milliseconds: exact for readings, an interval for buckets. */
export interface Bounds {
  readonly min: number
  readonly max: number
}

export function statisticsOf(
  runs: ReadonlyArray<readonly SpanPoint[]>,
  { widthMs, newest, above, below }: StatisticsOptions,
): Statistics | undefined {
  const points = runs.flat()
  const [first] = points
  if (!first) return undefined
  let [lowest, highest] = [first, first]
  for (const point of points) {
    if (point.min < lowest.min) lowest = point
    if (point.max > highest.max) highest = point
  }
  const shares = sharesOf(runs, { widthMs })
  const total = knownMs(shares)
  // Single readings cover no time, so each has the same weight.
  const mean =
    total === 0
      ? points.reduce((sum, { average }) => sum + average, 0) / points.length
      : shares.reduce((sum, { point, ms }) => sum + point.average * ms, 0) / total
  const upperBound = (isMet: (point: SpanPoint) => boolean) =>
    shares.reduce((sum, { point, ms }) => (isMet(point) ? sum + ms : sum), 0)
  // A newest value before the middle of its bucket is the time of the last point.
  const last = points.at(-1)
  const passed = newest === undefined || newest === last?.time ? 0 : newest - (last?.time ?? 0) + widthMs / 2
  const open = newest === undefined ? 0 : Math.max(widthMs - passed, 0)
  const lowerBound = (isMet: (point: SpanPoint) => boolean) => upperBound(isMet) - (last && isMet(last) ? open : 0)
  return {
    lowest: { value: lowest.min, time: lowest.time },
    highest: { value: highest.max, time: highest.time },
    mean,
    // All values of a bucket are beyond a limit if the nearest one is, and some if the furthest one is.
    aboveMs:
      above === undefined
        ? undefined
        : { min: lowerBound((point) => point.min >= above), max: upperBound((point) => point.max >= above) },
    belowMs:
      below === undefined
        ? undefined
        : { min: lowerBound((point) => point.max <= below), max: upperBound((point) => point.min <= below) },
  }
}
