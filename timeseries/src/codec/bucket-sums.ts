import { isZeroMissing, type Column } from '../base/types.ts'

/** Values of one slot summed up by buckets of one width; only buckets with values, in time order. */
export interface BucketSums {
  readonly slot: number
  /** Where each bucket begins, a multiple of the width. Milliseconds since 1970. */
  readonly at: Float64Array
  readonly counts: Float64Array
  /** In millionths (`toMillionths`). */
  readonly sums: Float64Array
  readonly lowest: Float64Array
  readonly highest: Float64Array
}

/** Sums are whole numbers of these, so that they are the same in whatever order and pieces they are added up. */
export const SUM_SCALE = 1e6
/** Beyond this a sum of many would be infinite. No sensor comes near. */
const LARGEST = 1e290

export function toMillionths(value: number): number {
  return Math.round(Math.min(Math.max(value, -LARGEST), LARGEST) * SUM_SCALE)
}

/** Sums up a column by buckets that begin at multiples of `widthMs`. Leaves out what stands for a missing sensor. */
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

/** Adds up buckets to wider ones, whose width is a multiple of theirs. */
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

/**
 * Adds up sums of two sets of values by slot. Their buckets have the same width, and those of one set lie before those of
 * the other; at most the one where they meet is in both.
 */
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

/** Returns empty sums of a number of buckets. */
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

/** Returns how many different buckets ascending times lie in. */
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
