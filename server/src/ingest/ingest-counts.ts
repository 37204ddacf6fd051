import type { DevicesByKey } from '../features/devices/known-devices.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { Log } from '../platform/log.ts'
import { overloaded, type ProblemError } from '../platform/problem.ts'
import { Outcome, type AppendedGroup } from '@greenhouse/timeseries'
import type { IngestTotals, OwnReading, ReadingBatch } from './ingest-types.ts'

export class IngestCounts implements IngestTotals {
  stored = 0
  duplicates = 0
  refused = 0
  failedGroups = 0
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Counts the calls that are acknowledged with a committed batch. */
  addBatch(batch: ReadingBatch): void {
    for (const { queued, isLast } of batch) {
      if (!isLast || queued.isSettled) continue
      this.stored += queued.entry.stored
      this.duplicates += queued.entry.duplicates
      this.refused += queued.entry.refused.length
    }
  }

  /** Counts and logs a batch that the store did not take. Returns the error for its senders. */
  addFailure(error: unknown, batch: ReadingBatch): ProblemError {
    this.failedGroups++
    if (isUnavailable(error)) this.#log.warn({ event: 'ingest.store-unavailable', reason: (error as Error).message })
    else this.#log.error({ event: 'ingest.failed', deviceKey: batch[0]?.queued.key, err: error })
    return overloaded(5)
  }
}

/** Returns the readings with a new value. */
export function storedOf(readings: readonly OwnReading[], { outcomes }: AppendedGroup): ReadonlySet<OwnReading> {
  const stored = new Set<OwnReading>()
  let place = 0
  for (const reading of readings) {
    if (hasNew(outcomes, place, (place += reading.values.length))) stored.add(reading)
  }
  return stored
}

/** Adds the outcome of a committed batch to the results of its calls. Readings of removed devices are not counted. */
export function countStored(batch: ReadingBatch, stored: ReadonlySet<OwnReading>, devices: DevicesByKey): void {
  for (const { queued, items } of batch) {
    if (!devices.has(queued.key)) continue
    for (const reading of items) {
      if (stored.has(reading)) queued.entry.stored++
      else queued.entry.duplicates++
    }
  }
}

function hasNew(outcomes: Uint8Array, from: number, to: number): boolean {
  for (let place = from; place < to; place++) if (outcomes[place] !== Outcome.DUPLICATE) return true
  return false
}
