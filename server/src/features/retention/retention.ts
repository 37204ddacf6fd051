import { join } from 'node:path'
import { deleteAlertsBefore } from '../alerts/alert-retention-store.ts'
import { deleteUnconfirmedBefore } from '../newsletter/newsletter-store.ts'
import { deleteReadingsBefore, findReadingsFrom, moveReadingsFrom } from '../readings/retention-store.ts'
import { deleteAllOverdue } from '../users/session-store.ts'
import type { Context } from '../../platform/context.ts'
import { emptyLog } from '../../platform/db/empty-log.ts'
import { watchLeaps } from '../../platform/clock/clock-leap.ts'
import { findHealth } from '../../platform/health/health-store.ts'
import { lastTimeOf } from '../../platform/nightly.ts'
import { removeOldFiles } from '../../platform/old-files.ts'

const DAY = 86_400_000
const LOOKED_EVERY_MS = 60_000
/** Copies before upgrades and restores, mails that were written to files, and addresses that were never confirmed. */
const KEPT_MS = 30 * DAY

export interface Retention {
  /** Before this instant there are rollups only; a reading of then could not be told from one that was removed. */
  readonly readingsFrom: number
  /** Removes what has grown old, in parts. */
  sweep(): Promise<void>
  /** Learns what was removed before. */
  open(): Promise<void>
  /** Sweeps soon after the start and once a night. */
  start(): void
  close(): Promise<void>
}

/**
 * Removes what grows old. Each step may be killed anywhere: the next sweep goes on. While the clock has just leapt ahead
 * nothing is removed: by it everything would be old.
 */
export function openRetention({ config, db, log, now }: Context): Retention {
  let readingsFrom = -Infinity
  let sweptAt = -Infinity
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setInterval> | undefined
  let closing = false
  let leaps = watchLeaps(now, 0)

  async function removeAll(): Promise<void> {
    const at = now()
    const removed = {
      readings: await removeReadings(at),
      alerts: await removeAlerts(at),
      sessions: await deleteAllOverdue(db, at),
      subscribers: await deleteUnconfirmedBefore(db, at - KEPT_MS),
      files: removeFiles(at - KEPT_MS),
    }
    if (Object.values(removed).every((count) => count === 0)) return
    await emptyLog(db)
    log.info({ event: 'retention.removed', ...removed })
  }

  async function removeReadings(at: number): Promise<number> {
    if (config.keepReadingsDays === null) return 0
    // First nobody looks for them or brings more of them, then they go.
    readingsFrom = await moveReadingsFrom(db, at - config.keepReadingsDays * DAY)
    return deleteReadingsBefore(db, readingsFrom, () => closing)
  }

  async function removeAlerts(at: number): Promise<number> {
    return config.keepAlertsDays === null ? 0 : deleteAlertsBefore(db, at - config.keepAlertsDays * DAY, () => closing)
  }

  function removeFiles(before: number): number {
    const { dataDir } = config
    return (
      removeOldFiles(dataDir, /^before-.*\.db$/, before, { keepNewest: true }) +
      removeOldFiles(dataDir, /^before-restore-/, before) +
      removeOldFiles(join(dataDir, 'mail'), /\.eml$/, before)
    )
  }

  function sweep(): Promise<void> {
    sweptAt = now()
    running = running.then(removeAll).catch((error: unknown) => {
      log.error({ event: 'retention.failed', err: error })
    })
    return running
  }

  return {
    get readingsFrom() {
      return readingsFrom
    },
    sweep,
    async open() {
      readingsFrom = await findReadingsFrom(db)
      leaps = watchLeaps(now, await findHealth(db))
    },
    start() {
      timer = setInterval(() => {
        const isSteady = leaps.isSteady()
        if (sweptAt >= lastTimeOf(config.nightlyAt, now())) return
        if (isSteady) return void sweep()
        sweptAt = now()
        log.warn({ event: 'retention.waits', reason: 'the clock has leapt ahead' })
      }, LOOKED_EVERY_MS).unref()
    },
    async close() {
      closing = true
      clearInterval(timer)
      await running
    },
  }
}
