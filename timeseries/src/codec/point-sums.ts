import { toMillionths, type BucketSums, SUM_SCALE } from './bucket-sums.ts'
import { firstFrom } from './columns.ts'
import type { Buckets, Column, PointsRange } from '../base/types.ts'

/** More points than any chart has; each takes 32 bytes for each series. */
const MOST_POINTS = 100_000

/** How the points of a chart divide a range of time. Milliseconds since 1970. */
export interface Grid {
  /** The range: from inclusive, to exclusive. */
  readonly from: number
  readonly to: number
  /** Where the first point begins, at or before the range. */
  readonly start: number
  readonly widthMs: number
  readonly length: number
}

/** Two instants, both inclusive. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Returns the points that divide a range; they begin at multiples of `widthMs` counted from `origin`. */
export function gridOf({ from, to, widthMs, origin = 0 }: PointsRange): Grid {
  const start = origin + Math.floor((from - origin) / widthMs) * widthMs
  const length = Math.max(Math.ceil((to - start) / widthMs), 0)
  if (!(length <= MOST_POINTS)) throw new RangeError(`A range cannot be divided into ${length} points.`)
  return { from, to, start, widthMs, length }
}

/** Returns whether values between two instants (inclusive) belong to several points, or only some of them to the range. */
export function isSplit({ from, to, start, widthMs }: Grid, first: number, last: number): boolean {
  if (last < from || first >= to) return false
  return first < from || last >= to || Math.floor((first - start) / widthMs) < Math.floor((last - start) / widthMs)
}

/** Sums up the values of one slot by the points of a chart. */
export class PointSums {
  readonly #slot: number
  readonly #grid: Grid
  readonly #counts: Float64Array
  readonly #sums: Float64Array
  readonly #lowest: Float64Array
  readonly #highest: Float64Array

  constructor(slot: number, grid: Grid) {
    this.#slot = slot
    this.#grid = grid
    this.#counts = new Float64Array(grid.length)
    this.#sums = new Float64Array(grid.length)
    this.#lowest = new Float64Array(grid.length).fill(Number.POSITIVE_INFINITY)
    this.#highest = new Float64Array(grid.length).fill(Number.NEGATIVE_INFINITY)
  }

  /** Adds the values of a column that lie in an interval and in the range. */
  addValues({ at, values }: Column, within: Interval, skipsZero: boolean): void {
    const first = firstFrom(at, Math.max(within.from, this.#grid.from))
    const end = firstFrom(at, Math.min(within.to + 1, this.#grid.to))
    const { start, widthMs } = this.#grid
    let point = -1
    let next = Number.NEGATIVE_INFINITY
    for (let index = first; index < end; index++) {
      const value = values[index]!
      if (skipsZero && value <= 0) continue
      if (at[index]! >= next) {
        point = Math.floor((at[index]! - start) / widthMs)
        next = start + (point + 1) * widthMs
      }
      this.#counts[point]! += 1
      this.#sums[point]! += toMillionths(value)
      if (value < this.#lowest[point]!) this.#lowest[point] = value
      if (value > this.#highest[point]!) this.#highest[point] = value
    }
  }

  /**
   * Adds those of the first `count` buckets whose values all lie in one point and in the range. The values of the buckets
   * lie in `span`. Returns the intervals of the others that the range touches, in order; with `isAll` these are added
   * as well, to the point in which they begin.
   */
  addBuckets(sums: BucketSums, count: number, { widthMs, span, isAll }: Source): Interval[] {
    const { from, to, start, widthMs: width } = this.#grid
    const split: Interval[] = []
    let point = -1
    let pointFrom = Number.POSITIVE_INFINITY
    let pointTo = Number.NEGATIVE_INFINITY
    for (let index = 0; index < count; index++) {
      const first = Math.max(sums.at[index]!, span.from)
      const last = Math.min(sums.at[index]! + widthMs - 1, span.to)
      if (last < from || first >= to) continue
      if (first < pointFrom || last >= pointTo) {
        point = Math.floor((Math.max(first, from) - start) / width)
        pointFrom = Math.max(start + point * width, from)
        pointTo = Math.min(start + (point + 1) * width, to)
        if (!isAll && (first < pointFrom || last >= pointTo)) {
          split.push({ from: first, to: last })
          continue
        }
      }
      this.#counts[point]! += sums.counts[index]!
      this.#sums[point]! += sums.sums[index]!
      if (sums.lowest[index]! < this.#lowest[point]!) this.#lowest[point] = sums.lowest[index]!
      if (sums.highest[index]! > this.#highest[point]!) this.#highest[point] = sums.highest[index]!
    }
    return split
  }

  /** Returns the points that have values. */
  buckets(): Buckets {
    const filled = this.#counts.reduce((count, one) => (one > 0 ? count + 1 : count), 0)
    const pick = (of: (point: number) => number): Float64Array => {
      const picked = new Float64Array(filled)
      let index = 0
      for (let point = 0; point < this.#counts.length; point++)
        if (this.#counts[point]! > 0) picked[index++] = of(point)
      return picked
    }
    return {
      slot: this.#slot,
      at: pick((point) => this.#grid.start + point * this.#grid.widthMs),
      counts: pick((point) => this.#counts[point]!),
      means: pick((point) => this.#mean(point)),
      lowest: pick((point) => this.#lowest[point]!),
      highest: pick((point) => this.#highest[point]!),
    }
  }

  /** A mean lies between the lowest and the highest value, however few digits a sum keeps of tiny or huge ones. */
  #mean(point: number): number {
    const mean = this.#sums[point]! / this.#counts[point]! / SUM_SCALE
    return Math.min(Math.max(mean, this.#lowest[point]!), this.#highest[point]!)
  }
}

/** Where buckets come from. */
export interface Source {
  readonly widthMs: number
  /** The values of the source lie between these instants. */
  readonly span: Interval
  /** The values themselves are gone, so that a bucket which two points share cannot be divided. */
  readonly isAll: boolean
}
