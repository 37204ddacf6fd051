/** The last instant that the layouts have room for, in milliseconds since 1970. */
export const LAST_AT = 2 ** 48 - 1

/** One of the partitions of the log, with the devices whose key leaves `index` when divided by `count`. */
export interface Partition {
  readonly index: number
  readonly count: number
}

/** One message of a device: the values of some of its slots at one instant. */
export interface Entry {
  readonly deviceKey: number
  /** Milliseconds since 1970, a whole number from 0 to `LAST_AT`. */
  readonly at: number
  /** 1 to 64 different whole numbers from 0 on. */
  readonly slots: readonly number[]
  /** A finite number for each slot. */
  readonly values: readonly number[]
}

/** The values of one slot in time order; `at` (milliseconds since 1970) and `values` have the same length. */
export interface Column {
  readonly slot: number
  readonly at: Float64Array
  readonly values: Float64Array
}

/** The value with the latest time of one slot. */
export interface Newest {
  readonly slot: number
  readonly at: number
  readonly value: number
}

/** The outcome of one value that was appended. */
export const Outcome = {
  /** A value of this slot and time is stored already; it stays. */
  DUPLICATE: 0,
  /** Stored, and older than the newest value of its slot. */
  LATE: 1,
  /** Stored, and the newest value of its slot at its turn in the group. */
  NEWEST: 2,
} as const

export interface Appended {
  readonly partition: number
  /** The position of the group in the log; that of the last group when nothing was new. */
  readonly seq: number
  /** An `Outcome` for each value, in the order of the entries and of their values. */
  readonly outcomes: Uint8Array
}

/** A group of the log. */
export interface EntryGroup {
  /** Its position in the log. */
  readonly seq: number
  readonly entries: readonly Entry[]
}

/** A group of the log with the outcomes of its values, whichever process has appended it. */
export interface AppendedGroup extends EntryGroup, Appended {}

/** From inclusive, to exclusive. Points begin at multiples of `widthMs` counted from `origin`. Milliseconds since 1970. */
export interface PointsRange {
  readonly from: number
  readonly to: number
  readonly widthMs: number
  readonly origin?: number
}

/** Values of one slot summed up in buckets. Only buckets with values are listed; all arrays have the same length. */
export interface Buckets {
  readonly slot: number
  /** The start of each bucket in milliseconds since 1970, ascending. */
  readonly at: Float64Array
  readonly counts: Float64Array
  readonly means: Float64Array
  readonly lowest: Float64Array
  readonly highest: Float64Array
}

/**
 * Returns whether values of 0 and less of this slot stand for a missing sensor. They are stored and returned, but left out
 * of every summary, mean, lowest and highest.
 */
export function isZeroMissing(slot: number): boolean {
  return slot % 2 === 1
}
