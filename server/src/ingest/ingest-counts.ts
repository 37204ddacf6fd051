import type { Appended } from '../features/readings/append-readings-store.ts'
import type { DeviceStates } from '../features/readings/device-state-store.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { Log } from '../platform/log.ts'
import { overloaded, type ProblemError } from '../platform/problem.ts'
import type { ReadingGroup } from './ingest-types.ts'

/** What happened since the start, for the metrics. */
export class IngestCounts {
  stored = 0
  duplicates = 0
  refused = 0
  failedGroups = 0
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Counts the calls that are acknowledged with a committed group. */
  addGroup(group: ReadingGroup): void {
    for (const { queued, isLast } of group) {
      if (!isLast || queued.isSettled) continue
      this.stored += queued.entry.stored
      this.duplicates += queued.entry.duplicates
      this.refused += queued.entry.refused.length
    }
  }

  /** Counts and logs a group that the store did not take. Returns the error for its senders. */
  addFailure(error: unknown, group: ReadingGroup): ProblemError {
    this.failedGroups++
    if (isUnavailable(error)) this.#log.warn({ event: 'ingest.store-unavailable', reason: (error as Error).message })
    else this.#log.error({ event: 'ingest.failed', deviceKey: group[0]?.queued.lane, err: error })
    return overloaded(5)
  }
}

/** Adds to the results of a committed group what became of its readings; those of removed devices count as nothing. */
export function countStored(group: ReadingGroup, { fresh, completed }: Appended, devices: DeviceStates): void {
  const isStored = new Set([...fresh, ...completed.map(({ reading }) => reading)])
  for (const { queued, items } of group) {
    if (!devices.has(queued.lane)) continue
    for (const reading of items) {
      if (isStored.has(reading)) queued.entry.stored++
      else queued.entry.duplicates++
    }
  }
}
