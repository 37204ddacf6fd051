import { addDays, dateIn, instantOf, MINUTE_MS, type CalendarDate } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import type { DeviceRef } from '../../../platform/device-ref.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import type { ComputedValue } from '../../series/decoding/decode-computed.ts'
import { listZones } from './zone-store.ts'

const RUN_EVERY_MS = MINUTE_MS
/** How long after its end a day is added up: boards send their last readings of it. */
const AFTER_DAY_MS = 5 * MINUTE_MS
/** Days before today that get a value when none is stored. */
const DAYS_STORED_MAX = 366
const NOON_MINUTES = 12 * 60

/** A time zone, and the date of today there. */
export interface ZoneDate {
  readonly zone: string
  readonly today: CalendarDate
}

/** Stores values of a device. */
export type StoreValues = (device: DeviceRef, values: readonly ComputedValue[]) => Promise<unknown>

/**
 * Stores what is missing of the days before today, for devices of some partitions whose households are in the zone. Returns
 * false when something must be tried again.
 */
export type StoreDays = (here: ZoneDate, partitions: ReadonlySet<number>) => Promise<boolean>

/** Returns whether what failed may succeed within the day: a household without room for readings has to remove some first. */
export function isWorthRetry(error: unknown): boolean {
  return !(error instanceof ProblemError && error.code === 'storage.full')
}

/** Returns the noon of a date, at which its value is stored. */
export function noonOf(date: CalendarDate, zone: string): number {
  return instantOf(date, NOON_MINUTES, zone)
}

/** Returns the date after that of the newest value, but none before the days that are stored at most. */
export function firstMissing(newestAt: number | undefined, { zone, today }: ZoneDate): CalendarDate {
  const earliest = addDays(today, -DAYS_STORED_MAX)
  const next = newestAt === undefined ? earliest : addDays(dateIn(newestAt, zone), 1)
  return next > earliest ? next : earliest
}

/**
 * Stores a value for each finished day at noon, at 00:05 of its household, so that charts, statistics, exports and rules have it
 * as they have any other. A day has one value: a second process, or a restart, adds a repetition. Days with less than
 * 18 known hours have none, and readings that come later than 00:05 change nothing. Works on the partitions that this process
 * owns.
 */
export function openDailyValues(
  { db, log, now, timeSeries }: Pick<Context, 'db' | 'log' | 'now' | 'timeSeries'>,
  kinds: readonly StoreDays[],
): PeriodicJob {
  /** The date up to which days are stored, by zone and partition. */
  const done = new Map<string, CalendarDate>()

  return openPeriodicJob(
    async (signal) => {
      for (const zone of await listZones(db)) {
        const here = { zone, today: dateIn(now() - AFTER_DAY_MS, zone) }
        const due = timeSeries.owned().filter((partition) => done.get(`${zone} ${partition}`) !== here.today)
        if (due.length === 0) continue
        let isComplete = true
        for (const storeDays of kinds) {
          if (signal.aborted) return
          isComplete = (await storeDays(here, new Set(due))) && isComplete
        }
        if (isComplete) for (const partition of due) done.set(`${zone} ${partition}`, here.today)
      }
    },
    {
      everyMs: RUN_EVERY_MS,
      runsAtStart: true,
      onError: (error) => log.error({ event: 'daily-values.failed', err: error }),
    },
  )
}
