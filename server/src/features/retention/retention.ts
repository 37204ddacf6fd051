import { join } from 'node:path'
import { deleteAlertsBefore } from '../alerts/alert-removal-store.ts'
import { deleteEpisodesBefore } from '../alerts/episodes/episode-removal-store.ts'
import { deleteUnconfirmedBefore } from '../newsletter/newsletter-store.ts'
import { findReadingsFrom, moveReadingsFrom } from '../series/retention-store.ts'
import { KnownEdge, openEdgeWatch } from './known-edge.ts'
import { deleteAllOverdue } from '../users/session-store.ts'
import type { Context } from '../../platform/context.ts'
import { emptyLog } from '../../platform/db/empty-log.ts'
import { watchLeaps } from '../../platform/clock/clock-leap.ts'
import { findHealth } from '../../platform/health/health-store.ts'
import { lastTimeOf } from '../../platform/jobs/nightly.ts'
import { deleteLettersBefore } from '@greenhouse/timeseries'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { removeOldFiles } from '../../platform/disk/old-files.ts'

const DAY = 86_400_000
const LOOKED_EVERY_MS = 60_000
/** How long copies from before upgrades and restores, mail files and unconfirmed addresses are kept. */
const KEPT_MS = 30 * DAY

/** Each run removes what is older than its limit, in parts. */
export interface Retention extends PeriodicJob {
  /** Before this instant only summaries remain, so an earlier reading is refused: it might be one that was removed. */
  readonly readingsFrom: number
  /** Reads `readingsFrom` from the database. */
  open(): Promise<void>
  /**
   * For every process of a cluster: reads `readingsFrom` again and again, which another process moves. Removes the values from
   * before it of the partitions that this process owns, once all processes have read it.
   */
  readonly watch: PeriodicJob
}

/**
 * Removes what is older than its limit, soon after the start and once a night. After a kill at any step the next run
 * continues. Right after the clock has leapt ahead nothing is removed, since everything would seem old. In a cluster one
 * process removes everything but the values, which the owners of their partitions remove.
 *
 * @param leads whether this process does so, of several
 */
export function openRetention({ config, db, log, now, timeSeries }: Context, leads = () => true): Retention {
  const isShared = config.natsUrl !== null
  const edge = new KnownEdge(now)
  let decidedAt = -Infinity
  let leaps = watchLeaps(now, 0)

  async function removeAll(signal: AbortSignal): Promise<void> {
    const startedAt = now()
    decidedAt = startedAt
    const removed = {
      values: await removeReadings(startedAt),
      alerts: await removeAlerts(startedAt, signal),
      sessions: await deleteAllOverdue(db, startedAt),
      subscribers: await deleteUnconfirmedBefore(db, startedAt - KEPT_MS),
      files: removeFiles(config.dataDir, startedAt - KEPT_MS),
    }
    if (Object.values(removed).every((count) => count === 0)) return
    await emptyLog(db)
    log.info({ event: 'retention.removed', ...removed })
  }

  /** Returns how many values were removed. */
  async function removeReadings(startedAt: number): Promise<number> {
    if (config.keepReadingsDays === null) return 0
    // From here on charts do not read older readings and ingest refuses them; then they are removed.
    edge.note(await moveReadingsFrom(db, startedAt - config.keepReadingsDays * DAY))
    await deleteLettersBefore(db, edge.from)
    return isShared ? 0 : timeSeries.dropBefore(edge.from)
  }

  async function removeAlerts(startedAt: number, signal: AbortSignal): Promise<number> {
    if (config.keepAlertsDays === null) return 0
    const before = startedAt - config.keepAlertsDays * DAY
    return (await deleteAlertsBefore(db, before, signal)) + (await deleteEpisodesBefore(db, before, signal))
  }

  /** Checks the clock at each call, so that a leap is noticed on the day it happens. */
  function isDue(): boolean {
    const isSteady = leaps.isSteady()
    if (!leads() || decidedAt >= lastTimeOf(config.nightlyAt, now())) return false
    if (isSteady) return true
    decidedAt = now()
    log.warn({ event: 'retention.waits', reason: 'the clock has leapt ahead' })
    return false
  }

  const job = openPeriodicJob(removeAll, {
    everyMs: LOOKED_EVERY_MS,
    isDue,
    onError: (error) => log.error({ event: 'retention.failed', err: error }),
  })
  const watch = openEdgeWatch({ db, log, timeSeries }, edge)

  return {
    ...job,
    watch,
    async close() {
      await Promise.all([job.close(), watch.close()])
    },
    get readingsFrom() {
      return edge.from
    },
    async open() {
      edge.note(await findReadingsFrom(db))
      leaps = watchLeaps(now, await findHealth(db))
    },
  }
}

function removeFiles(dataDir: string, before: number): number {
  return (
    removeOldFiles(dataDir, /^before-.*\.db$/, before, { keepNewest: true }) +
    removeOldFiles(dataDir, /^before-restore-/, before) +
    removeOldFiles(join(dataDir, 'mail'), /\.eml$/, before)
  )
}
