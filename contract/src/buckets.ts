import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

export interface Buckets {
  readonly start: number
  readonly width: number
}

/** Divisors of a day: others drift against it and draw waves that are not there. */
const WIDTHS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 3, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR_MS),
]
const QUARTER_MS = 15 * MINUTE_MS

/**
 * Divides an inclusive range (milliseconds since 1970) into at most `most` buckets: divisors of a day and multiples of `step`,
 * or whole days from the start of the range, so that calendar dates become days of their time zone.
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

export function bucketAt({ start, width }: Buckets, at: number): number {
  return Math.floor((at - start) / width)
}
