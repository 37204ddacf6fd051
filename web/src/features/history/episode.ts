import { breaks, type RuleKind } from '@greenhouse/contract'
import type { ChartPoint } from '../../ui/chart/chart-types.ts'

/** An alert: when values came to a limit. Times are milliseconds since 1970. */
export interface Opening {
  readonly at: number
  readonly kind: RuleKind
  /** In the unit of the points. */
  readonly limit: number
  /** When values came to the limit again: by then they had been back within it. */
  readonly next: number | undefined
  /** Whether the newest value is still beyond the limit, and none was within it since. */
  readonly isOpen: boolean
}

/** How long values stayed beyond the limit of an alert, as far as the points of a chart show it. */
export interface Episode {
  /** When a value was back within the limit, or the last point. */
  readonly to: number
  readonly hasEnded: boolean
  /** The value that was furthest beyond the limit; undefined where the points begin after the alert. */
  readonly extreme: number | undefined
}

/**
 * Returns how long values stayed beyond a limit after an alert: until the first one that was back within it. Points that are
 * buckets of `widthMs` show that to a bucket, because their lowest and highest values have no time. Returns undefined where
 * the points do not show it: they begin after the alert, or do not break the limit, which was another one then.
 */
export function episodeOf(points: readonly ChartPoint[], widthMs: number, opening: Opening): Episode | undefined {
  const { at, next = Infinity } = opening
  const half = widthMs / 2
  const first = points.findIndex(({ time }) => time >= at || time + half > at)
  const start = points[first]
  if (!start || !breaks(opening, worstOf(start, opening))) return undefined
  const isSeen = start.time - half <= at
  if (!isSeen && !(opening.isOpen && first === 0)) return undefined

  // A bucket in which the limit was reached twice has values of both times.
  const isShared = start.time + half > next
  let extreme = worstOf(start, opening)
  let last = start
  const end = (to: number, hasEnded = true): Episode => ({
    to: Math.max(to, at),
    hasEnded,
    extreme: isSeen && !isShared ? extreme : undefined,
  })
  for (const point of points.slice(first + 1)) {
    if (point.time >= next || point.time + half > next) return end(Math.min(point.time, next))
    const worst = worstOf(point, opening)
    if (!breaks(opening, worst)) return end(Math.max(point.time - half, last.time))
    extreme = opening.kind === 'above' ? Math.max(extreme, worst) : Math.min(extreme, worst)
    if (!breaks(opening, bestOf(point, opening))) return end(point.time)
    last = point
  }
  return end(Math.min(last.time, next), isShared)
}

function worstOf({ min, max }: ChartPoint, { kind }: Opening): number {
  return kind === 'above' ? max : min
}

function bestOf({ min, max }: ChartPoint, { kind }: Opening): number {
  return kind === 'above' ? min : max
}
