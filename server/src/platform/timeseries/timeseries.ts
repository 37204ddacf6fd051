import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { Appender } from './append.ts'
import { DeviceReader, type TimeRange } from './device-reader.ts'
import { DeviceStates } from './device-states.ts'
import { Erasures } from './erasures.ts'
import { Followers, type Followed } from './followers.ts'
import { readRaw } from './history.ts'
import { LateValues } from './late-values.ts'
import { LIMITS, type Limits } from './limits.ts'
import { findCompacted } from './mark-store.ts'
import type { ReadingLog } from './reading-log.ts'
import { Serial } from './serial.ts'
import { Tail } from './tail.ts'
import type { Appended, Column, Entry, Newest } from './types.ts'

const PARTITION = 0

export interface TimeSeries {
  /**
   * Stores the values that are new in one commit. Resolves when they survive a power loss. Rejects, without a trace, when
   * they could not be stored.
   */
  append(entries: readonly Entry[]): Promise<Appended>
  /** Returns the newest value of each slot, for each device that has values. */
  newest(deviceKeys: readonly number[]): Promise<Map<number, readonly Newest[]>>
  /** Yields the values of slots in pieces that follow each other in time. */
  raw(deviceKey: number, slots: readonly number[], range: TimeRange): AsyncIterable<readonly Column[]>
  /**
   * Yields the groups of the log after a position, waits for further ones, and ends when the engine is closed. The log
   * still has them if `holdFrom` says so.
   */
  follow(after: number): AsyncIterable<Followed>
  /** Keeps the log after the position that the function returns: a follower has not read it yet. */
  holdFrom(seq: () => number): void
  /** Ends the followers, and waits for what is under way. */
  close(): Promise<void>
}

export interface TimeSeriesOptions {
  readonly db: Kysely<Schema>
  readonly log: ReadingLog
  readonly limits?: Partial<Limits>
}

/** Opens the engine: reads into memory what the log holds and the chunks do not. */
export async function openTimeSeries({ db, log, ...options }: TimeSeriesOptions): Promise<TimeSeries> {
  const limits = { ...LIMITS, ...options.limits }
  const tail = new Tail(limits)
  const erasures = new Erasures()
  const states = new DeviceStates({ db, tail, erasures, limits })
  const late = new LateValues(db, limits)
  const compacted = await findCompacted(db, PARTITION)
  const appender = new Appender({ log, partition: PARTITION, tail, states, erasures, late }, compacted)
  await appender.catchUp()
  const reader = new DeviceReader({ db, log, partition: PARTITION, tail, lastSeq: () => appender.lastSeq })
  const followers = new Followers(log, PARTITION)
  const serial = new Serial()

  return {
    append: (entries) =>
      serial.run(async () => {
        const appended = await appender.append(entries)
        followers.wake()
        return appended
      }),
    async newest(deviceKeys) {
      if (deviceKeys.some((deviceKey) => !states.get(deviceKey))) await serial.run(() => states.load(deviceKeys))
      const found = new Map<number, readonly Newest[]>()
      for (const deviceKey of deviceKeys) {
        const newest = states.get(deviceKey)?.newest() ?? []
        if (newest.length > 0) found.set(deviceKey, newest)
      }
      return found
    },
    raw: (deviceKey, slots, range) => readRaw(db, reader, { deviceKey, slots, range }),
    follow: (after) => followers.follow(after),
    holdFrom: (seq) => followers.hold(seq),
    close() {
      followers.close()
      return serial.run(async () => {})
    },
  }
}
