/** How far unique times may run ahead of the clock: a millisecond for each reading. */
const AHEAD_AT_MOST_MS = 600_000

/** Gives the readings of boards without a clock unique times: two in the same millisecond are still two readings. */
export class ArrivalTimes {
  readonly #last = new Map<number, number>()

  stamp<One extends { readonly deviceKey: number; at: number }>(reading: One): One {
    const last = this.#last.get(reading.deviceKey) ?? 0
    // When the last time is far ahead, the clock was ahead then and has been set right.
    if (last >= reading.at && last - reading.at < AHEAD_AT_MOST_MS) reading.at = last + 1
    this.#last.set(reading.deviceKey, reading.at)
    return reading
  }
}
