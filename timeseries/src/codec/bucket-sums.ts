import { isZeroMissing, type Column } from '../base/types.ts'

/** Sums of one slot by buckets of one width, in time order. Empty buckets are left out. */
export interface BucketSums {
  readonly slot: number
  readonly at: Float64Array
  readonly counts: Float64Array
  readonly sums: Float64Array
  readonly lowest: Float64Array
  readonly highest: Float64Array
}

/** Whole millionths add up to the same sum in any order. */
export const SUM_SCALE = 1e6
/** Sums beyond it could be infinite. */
const LARGEST = 1e290

export function toMillionths(value: number): number {
  return Math.round(Math.min(Math.max(value, -LARGEST), LARGEST) * SUM_SCALE)
}

export function sumUp({ slot, at, values }: Column, widthMs: number): BucketSums {
  const sums = emptySums(slot, bucketCount(at, widthMs))
  const skipsZero = isZeroMissing(slot)
  let bucket = -1
  let end = Number.NEGATIVE_INFINITY
  for (let index = 0; index < at.length; index++) {
    const value = values[index]!
    if (skipsZero && value <= 0) continue
    if (at[index]! >= end) {
      end = (Math.floor(at[index]! / widthMs) + 1) * widthMs
      open(sums, ++bucket, end - widthMs)
    }
    sums.counts[bucket]! += 1
    sums.sums[bucket]! += toMillionths(value)
    if (value < sums.lowest[bucket]!) sums.lowest[bucket] = value
    if (value > sums.highest[bucket]!) sums.highest[bucket] = value
  }
  return firstOf(sums, bucket + 1)
}

export function widened(narrow: BucketSums, widthMs: number): BucketSums {
  const sums = emptySums(narrow.slot, bucketCount(narrow.at, widthMs))
  let bucket = -1
  let end = Number.NEGATIVE_INFINITY
  for (let index = 0; index < narrow.at.length; index++) {
    if (narrow.at[index]! >= end) {
      end = (Math.floor(narrow.at[index]! / widthMs) + 1) * widthMs
      open(sums, ++bucket, end - widthMs)
    }
    sums.counts[bucket]! += narrow.counts[index]!
    sums.sums[bucket]! += narrow.sums[index]!
    if (narrow.lowest[index]! < sums.lowest[bucket]!) sums.lowest[bucket] = narrow.lowest[index]!
    if (narrow.highest[index]! > sums.highest[bucket]!) sums.highest[bucket] = narrow.highest[index]!
  }
  return sums
}

/** Adds up two sets of sums by slot, with the same width of buckets. At most one bucket is in both. */
export function joinSums(earlier: readonly BucketSums[], later: readonly BucketSums[]): BucketSums[] {
  const others = new Map(later.map((sums) => [sums.slot, sums]))
  const joined = earlier.map((sums) => {
    const other = others.get(sums.slot)
    others.delete(sums.slot)
    return other ? joinSlot(sums, other) : sums
  })
  joined.push(...others.values())
  return joined
}

function joinSlot(earlier: BucketSums, later: BucketSums): BucketSums {
  const last = earlier.at.length - 1
  const shared = last >= 0 && earlier.at[last] === later.at[0] ? 1 : 0
  const joined = emptySums(earlier.slot, earlier.at.length + later.at.length - shared)
  for (const name of ['at', 'counts', 'sums', 'lowest', 'highest'] as const) {
    joined[name].set(later[name], earlier.at.length - shared)
    joined[name].set(earlier[name])
  }
  if (shared === 0) return joined
  joined.counts[last]! += later.counts[0]!
  joined.sums[last]! += later.sums[0]!
  joined.lowest[last] = Math.min(joined.lowest[last]!, later.lowest[0]!)
  joined.highest[last] = Math.max(joined.highest[last]!, later.highest[0]!)
  return joined
}

export function emptySums(slot: number, buckets: number): BucketSums {
  return {
    slot,
    at: new Float64Array(buckets),
    counts: new Float64Array(buckets),
    sums: new Float64Array(buckets),
    lowest: new Float64Array(buckets),
    highest: new Float64Array(buckets),
  }
}

function open({ at, lowest, highest }: BucketSums, bucket: number, start: number): void {
  at[bucket] = start
  lowest[bucket] = Number.POSITIVE_INFINITY
  highest[bucket] = Number.NEGATIVE_INFINITY
}

function bucketCount(at: Float64Array, widthMs: number): number {
  let buckets = 0
  let end = Number.NEGATIVE_INFINITY
  for (let index = 0; index < at.length; index++) {
    if (at[index]! < end) continue
    end = (Math.floor(at[index]! / widthMs) + 1) * widthMs
    buckets++
  }
  return buckets
}

function firstOf(sums: BucketSums, buckets: number): BucketSums {
  if (buckets === sums.at.length) return sums
  return {
    slot: sums.slot,
    at: sums.at.slice(0, buckets),
    counts: sums.counts.slice(0, buckets),
    sums: sums.sums.slice(0, buckets),
    lowest: sums.lowest.slice(0, buckets),
    highest: sums.highest.slice(0, buckets),
  }
}
