import { toMillionths, type BucketSums, SUM_SCALE } from './bucket-sums.ts'
import { firstFrom } from './columns.ts'
import type { Buckets, Column, PointsRange } from '../base/types.ts'

/** More points than any chart has. Each takes 32 bytes for each series. */
const MOST_POINTS = 100_000

export interface Grid {
  /** From inclusive, to exclusive. */
  readonly from: number
  readonly to: number
  /** Start of the first point, at or before the range. */
  readonly start: number
  readonly widthMs: number
  readonly length: number
}

/** Both ends inclusive. */
export interface Interval {
  readonly from: number
  readonly to: number
}

export function gridOf({ from, to, widthMs, origin = 0 }: PointsRange): Grid {
  const start = origin + Math.floor((from - origin) / widthMs) * widthMs
  const length = Math.max(Math.ceil((to - start) / widthMs), 0)
  if (!(length <= MOST_POINTS)) throw new RangeError(`A range cannot be divided into ${length} points.`)
  return { from, to, start, widthMs, length }
}

/** Returns whether values of an interval (ends inclusive) belong to several points, or lie partly outside the range. */
export function isSplit({ from, to, start, widthMs }: Grid, first: number, last: number): boolean {
  if (last < from || first >= to) return false
  return first < from || last >= to || Math.floor((first - start) / widthMs) < Math.floor((last - start) / widthMs)
}

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
   * Adds those of the first `count` buckets that lie in one point and in the range. Returns the intervals of the others
   * that touch the range, in order; with `isAll` these are added to the point in which they begin.
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

  /** Few digits of a sum must not move the mean outside the lowest and highest value. */
  #mean(point: number): number {
    const mean = this.#sums[point]! / this.#counts[point]! / SUM_SCALE
    return Math.min(Math.max(mean, this.#lowest[point]!), this.#highest[point]!)
  }
}

export interface Source {
  readonly widthMs: number
  readonly span: Interval
  /** Whether the values are gone, so that a bucket across two points can't be divided. */
  readonly isAll: boolean
}
