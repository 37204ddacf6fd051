import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_OVERDUE_MS, DAY_MS, serverRoutes, type BackupState, toTimestamp } from '@greenhouse/contract'
import { makeBackupAside } from './make-aside.ts'
import type { MadeBackup } from './make-backup.ts'
import { removeUnnamed } from './photo-copies.ts'
import { listBackups, outdated, type FoundBackup } from './rotation.ts'
import type { Context } from '../context.ts'
import { PHOTO_FOLDER } from '../disk/photo-files.ts'
import { lastTimeOf } from '../jobs/nightly.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts'
import { overloaded, ProblemError } from '../problem.ts'
import { SECRET_FILE } from '../secrets/secret.ts'
import { VERSION } from '../version.ts'
import { messageOf } from '../error-details.ts'

const CHECKED_EVERY_MS = 60_000
const STATE_ASKED = 'backup-state'
const RETRIED_AFTER_MS = 3_600_000

export interface Backups extends PeriodicJob {
  newest(): { ageSeconds: number; bytes: number } | undefined
}

interface BackupOptions {
  readonly leads?: () => boolean
  readonly prepare?: (signal: AbortSignal) => Promise<void>
}

/**
 * Reads existing backups from the folder, so that one missed while the machine was off is made soon after the start.
 * Retries an hour after a failure. `prepare` moves the newest data into the database.
 */
export function openBackups(
  context: Context,
  { leads = () => true, prepare = async () => {} }: BackupOptions = {},
): Backups {
  const { config, log, now } = context
  const folder = config.backupDir ?? join(config.dataDir, 'backups')
  const newestFound = () => findNewest(folder, now())
  let failure: { failedAt: number; reason: string } | undefined

  serveState(context, { leads, state })

  function savedUpTo(newest: FoundBackup | undefined): number {
    return newest?.madeAt ?? statSync(join(config.dataDir, SECRET_FILE)).mtimeMs
  }

  function state(): BackupState {
    const newest = newestFound()
    return {
      enabled: config.backup,
      newest: newest ? toWire(newest, now()) : null,
      overdue: config.backup && now() - savedUpTo(newest) > BACKUP_OVERDUE_MS,
      failure: failure ? { at: toTimestamp(failure.failedAt), reason: failure.reason } : null,
    }
  }

  async function makeDue(signal: AbortSignal): Promise<void> {
    const startedAt = now()
    const newest = newestFound()
    if (!config.backup || !leads() || savedUpTo(newest) >= lastTimeOf(config.nightlyAt, startedAt)) return
    if (failure && Math.abs(startedAt - failure.failedAt) < RETRIED_AFTER_MS) return
    try {
      await prepare(signal)
      const { dataDir, databaseUrl } = config
      const request = { dataDir, databaseUrl, folder, now: startedAt, version: VERSION }
      const made = await makeBackupAside(request, signal)
      failure = undefined
      report(log, made)
      for (const { file } of outdated(found(folder))) rmSync(file)
      await removePhotos(context, folder)
    } catch (error) {
      if (signal.aborted) return
      failure = { failedAt: startedAt, reason: messageOf(error) }
      log.error({ event: 'backup.failed', reason: failure.reason })
    }
  }

  return {
    // A backup in progress is aborted when the server stops, and made after the next start.
    ...openPeriodicJob(makeDue, {
      everyMs: CHECKED_EVERY_MS,
      onError: (error) => log.error({ event: 'backup.failed', err: error }),
    }),
    newest() {
      const newest = newestFound()
      return newest && { ageSeconds: Math.round((now() - newest.madeAt) / 1000), bytes: newest.bytes }
    },
  }
}

function report(log: Log, { file, bytes, photos: { photos, copied, missing } }: MadeBackup): void {
  log.info({ event: 'backup.made', file, bytes, photos, copied })
  if (missing.length > 0) log.error({ event: 'photos.missing', count: missing.length, first: missing[0] })
}

/** Removes photos that no backup names any more. */
async function removePhotos({ log, now }: Pick<Context, 'log' | 'now'>, folder: string): Promise<void> {
  try {
    const archives = found(folder).map(({ file }) => file)
    await removeUnnamed(join(folder, PHOTO_FOLDER), archives, now() - DAY_MS)
  } catch (err) {
    log.warn({ event: 'backup.photos-not-removed', err })
  }
}

function found(folder: string): FoundBackup[] {
  try {
    return listBackups(folder)
  } catch {
    // The folder does not exist or is not mounted: the next backup logs that.
    return []
  }
}

/** Ignores backups dated in the future by a wrong clock: none newer would be made until then. */
function findNewest(folder: string, now: number): FoundBackup | undefined {
  return found(folder).find(({ madeAt }) => madeAt <= now)
}

/** Serves the state of the backups, whose folder belongs to the process that makes them. */
function serveState(
  { bus, config, serve }: Pick<Context, 'bus' | 'config' | 'serve'>,
  { leads, state }: { readonly leads: () => boolean; readonly state: () => BackupState },
): void {
  serve(serverRoutes.backups, async (_, { role }) => {
    if (role !== 'admin') throw new ProblemError(403, 'role.not-admin', 'Only an admin may see this.')
    if (leads()) return state()
    // The reply of this same program.
    const reply = (await bus.request(STATE_ASKED, null)) as BackupState | undefined
    if (!reply && !config.roles.has('jobs')) throw overloaded(5)
    return reply ?? state()
  })
  void bus.answer(STATE_ASKED, async () => (leads() ? state() : undefined))
}

function toWire({ madeAt, bytes }: FoundBackup, now: number): BackupState['newest'] {
  return { madeAt: toTimestamp(madeAt), ageMs: now - madeAt, bytes }
}

export function watchBackups({ watch }: Metrics, backups: Backups): void {
  watch('backup_age_seconds', 'Age of the newest backup', 'gauge', () => backups.newest()?.ageSeconds ?? Number.NaN)
  watch('backup_size_bytes', 'Size of the newest backup', 'gauge', () => backups.newest()?.bytes ?? Number.NaN)
}
