import { join } from 'node:path'
import { deleteAlertsBefore } from '../alerts/alert-removal-store.ts'
import { deleteEpisodesBefore } from '../alerts/episodes/episode-removal-store.ts'
import { deleteUnconfirmedBefore } from '../newsletter/newsletter-store.ts'
import { findReadingsFrom, moveReadingsFrom } from '../series/retention-store.ts'
import { KnownEdge, openEdgeWatch } from './known-edge.ts'
import { deleteAllOverdue } from '../users/session-store.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { emptyLog } from '../../platform/db/empty-log.ts'
import { watchLeaps } from '../../platform/clock/clock-leap.ts'
import { findHealth } from '../../platform/health/health-store.ts'
import { lastTimeOf } from '../../platform/jobs/nightly.ts'
import { deleteDeadLettersBefore, type TimeSeries } from '@greenhouse/timeseries'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { removeOldFiles } from '../../platform/disk/old-files.ts'

const DAY = 86_400_000
const CHECKED_EVERY_MS = 60_000
/** For copies of before upgrades and restores, mail files and unconfirmed addresses. */
const KEPT_MS = 30 * DAY

export interface Retention extends PeriodicJob {
  /** Earlier readings are refused: only summaries remain, so that a removed one could not be recognised. */
  readonly readingsFrom: number
  open(): Promise<void>
  /** Removes older values of this process's partitions, once all processes have read `readingsFrom`. */
  readonly watch: PeriodicJob
}

export interface RetentionOptions {
  /** Returns whether this process, of several, removes what is old. */
  readonly leads?: (() => boolean) | undefined
  /** Removes the values from before an instant. In a cluster the owners of partitions do, after a while (`watch`). */
  readonly dropBefore?: TimeSeries['dropBefore'] | undefined
}

/**
 * Pauses after a leap of the clock, when everything would seem old. In a cluster the process that `leads` removes all
 * but the values, which the owners of partitions remove.
 */
export function openRetention(
  { config, db, log, now, timeSeries }: Context,
  { leads = () => true, dropBefore = timeSeries.dropBefore }: RetentionOptions = {},
): Retention {
  const edge = new KnownEdge(now)
  let decidedAt = -Infinity
  let leaps = watchLeaps(now, 0)

  async function removeAll(signal: AbortSignal): Promise<void> {
    const startedAt = now()
    decidedAt = startedAt
    const removed = {
      values: await removeReadings(startedAt),
      alerts: await removeAlerts(db, startedAt, { days: config.keepAlertsDays, signal }),
      sessions: await deleteAllOverdue(db, startedAt),
      subscribers: await deleteUnconfirmedBefore(db, startedAt - KEPT_MS),
      files: removeFiles(config.dataDir, startedAt - KEPT_MS),
    }
    if (Object.values(removed).every((count) => count === 0)) return
    await emptyLog(db)
    log.info({ event: 'retention.removed', ...removed })
  }

  async function removeReadings(startedAt: number): Promise<number> {
    if (config.keepReadingsDays === null) return 0
    // From here on charts do not read older readings and ingest refuses them; then they are removed.
    edge.note(await moveReadingsFrom(db, startedAt - config.keepReadingsDays * DAY))
    await deleteDeadLettersBefore(db, edge.from)
    return dropBefore(edge.from)
  }

  /** Checks the clock at each call, so that a leap is noticed on its day. */
  function isDue(): boolean {
    const isSteady = leaps.isSteady()
    if (!leads() || decidedAt >= lastTimeOf(config.nightlyAt, now())) return false
    if (isSteady) return true
    decidedAt = now()
    log.warn({ event: 'retention.waits', reason: 'the clock has leapt ahead' })
    return false
  }

  const job = openPeriodicJob(removeAll, {
    everyMs: CHECKED_EVERY_MS,
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

async function removeAlerts(
  db: Db,
  startedAt: number,
  { days, signal }: { readonly days: number | null; readonly signal: AbortSignal },
): Promise<number> {
  if (days === null) return 0
  const before = startedAt - days * DAY
  return (await deleteAlertsBefore(db, before, signal)) + (await deleteEpisodesBefore(db, before, signal))
}

function removeFiles(dataDir: string, before: number): number {
  return (
    removeOldFiles(dataDir, /^before-.*\.db$/, before, { keepNewest: true }) +
    removeOldFiles(dataDir, /^before-restore-/, before) +
    removeOldFiles(join(dataDir, 'mail'), /\.eml$/, before)
  )
}
