import type { Reading } from '../features/readings/decode.ts'

/** How far the times of readings without a clock may run before the clock: a millisecond each. */
const AHEAD_AT_MOST_MS = 600_000

/** Gives each reading of a board without a clock a time of its own: two in the same millisecond are still two. */
export class ArrivalTimes {
  readonly #last = new Map<number, number>()

  stamp(reading: Reading): Reading {
    const last = this.#last.get(reading.deviceKey) ?? 0
    // Far behind the last one, the clock was ahead then.
    if (last >= reading.at && last - reading.at < AHEAD_AT_MOST_MS) reading.at = last + 1
    this.#last.set(reading.deviceKey, reading.at)
    return reading
  }
}
