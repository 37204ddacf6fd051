import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** How a range of time is divided: where the first bucket begins, and the length of each. Milliseconds. */
export interface Buckets {
  /** At or before the range, since 1970. */
  readonly start: number
  readonly width: number
}

/** The lengths of buckets below a day. Each divides a day: another one drifts against it and draws waves that are not there. */
const WIDTHS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 3, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR_MS),
]
/** Every time zone is a whole number of these away from UTC. */
const QUARTER_MS = 15 * MINUTE_MS

/**
 * Divides a range, both ends inclusive in milliseconds since 1970, into at most `most` buckets. Buckets below a day divide
 * it and are multiples of `step`. From a day on they are whole days that begin at the time of day at which the range
 * begins: a range of calendar dates becomes days of its time zone. A range that begins at no quarter of an hour has no
 * calendar dates; its days begin at the hour, where the sums of stored values are divided as well.
 */
export function bucketsOf({ from, to }: { from: number; to: number }, most: number, step = 1): Buckets {
  const floor = (at: number, length: number) => Math.floor(at / length) * length
  // A range across 1970 touches two buckets of any length that begin at its multiples.
  if (most === 1) return { start: floor(from, step), width: floor(to, step) + step - floor(from, step) }
  const fits = ({ start, width }: Buckets) => Math.floor((to - start) / width) < most
  const short = WIDTHS_MS.filter((width) => width % step === 0)
    .map((width) => ({ start: floor(from, width), width }))
    .find(fits)
  if (short) return short
  const start = floor(from, from % QUARTER_MS === 0 ? QUARTER_MS : HOUR_MS)
  return { start, width: Math.ceil((to - start + 1) / DAY_MS / most) * DAY_MS }
}

/** Returns the number of the bucket that an instant lies in; the first is 0. */
export function bucketAt({ start, width }: Buckets, at: number): number {
  return Math.floor((at - start) / width)
}
