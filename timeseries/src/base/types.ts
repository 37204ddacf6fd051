/** The last instant of the layouts, in milliseconds since 1970. */
export const LAST_AT = 2 ** 48 - 1

/** A partition of the log. It holds the devices with `deviceKey % count === index`. */
export interface Partition {
  readonly index: number
  readonly count: number
}

export interface Entry {
  readonly deviceKey: number
  /** Milliseconds since 1970, a whole number up to `LAST_AT`. */
  readonly at: number
  /** 1 to 64 different whole numbers. */
  readonly slots: readonly number[]
  readonly values: readonly number[]
}

/** The values of one slot in time order. Both arrays have the same length; `at` is in milliseconds since 1970. */
export interface Column {
  readonly slot: number
  readonly at: Float64Array
  readonly values: Float64Array
}

export interface Newest {
  readonly slot: number
  readonly at: number
  readonly value: number
}

export const Outcome = {
  /** The slot has a value at this time already, which stays. */
  DUPLICATE: 0,
  LATE: 1,
  /** Stored, and newer than all values of the slot before it in the group. */
  NEWEST: 2,
} as const

export interface Appended {
  readonly partition: number
  /** The position of the group in the log, or of the last group when nothing was new. */
  readonly seq: number
  /** An `Outcome` for each value, in the order of the entries and their values. */
  readonly outcomes: Uint8Array
}

export interface EntryGroup {
  readonly seq: number
  readonly entries: readonly Entry[]
}

export interface AppendedGroup extends EntryGroup, Appended {}

/** From inclusive, to exclusive, in milliseconds since 1970. Points begin at multiples of `widthMs` from `origin`. */
export interface PointsRange {
  readonly from: number
  readonly to: number
  readonly widthMs: number
  readonly origin?: number
}

/** Sums of one slot by buckets. Only buckets with values are listed; all arrays have the same length. */
export interface Buckets {
  readonly slot: number
  readonly at: Float64Array
  readonly counts: Float64Array
  readonly means: Float64Array
  readonly lowest: Float64Array
  readonly highest: Float64Array
}

/** Returns whether 0 and less mean a missing sensor in this slot. Such values are stored, but left out of sums. */
export function isZeroMissing(slot: number): boolean {
  return slot % 2 === 1
}
