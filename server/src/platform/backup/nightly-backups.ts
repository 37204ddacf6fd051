import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_OVERDUE_MS, serverRoutes, type BackupState, toTimestamp } from '@greenhouse/contract'
import { makeBackupAside } from './make-aside.ts'
import { listBackups, outdated, type FoundBackup } from './rotation.ts'
import type { Context } from '../context.ts'
import { lastTimeOf } from '../jobs/nightly.ts'
import type { Metrics } from '../metrics.ts'
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts'
import { ProblemError } from '../problem.ts'
import { SECRET_FILE } from '../secrets/secret.ts'
import { VERSION } from '../version.ts'

const LOOKED_EVERY_MS = 60_000
const RETRIED_AFTER_MS = 3_600_000

/** Each run makes tonight's backup when it is time and there is none, and removes those that are no longer kept. */
export interface Backups extends PeriodicJob {
  /** How old the newest is in seconds, and its size in bytes; undefined when there is none. */
  newest(): { ageSeconds: number; bytes: number } | undefined
}

/**
 * Makes a backup each night. Which backups exist is read from the folder, so neither a restart nor a machine that is off
 * at night leaves one out: what is due is made soon after the start. One that fails is tried again an hour later.
 */
export function openBackups({ config, log, now, serve }: Context): Backups {
  const folder = config.backupDir ?? join(config.dataDir, 'backups')
  let failure: { failedAt: number; reason: string } | undefined

  serve(serverRoutes.backups, async (_, { role }) => {
    if (role !== 'admin') throw new ProblemError(403, 'role.not-admin', 'Only an admin may see this.')
    return state()
  })

  function found(): FoundBackup[] {
    try {
      return listBackups(folder)
    } catch {
      // Not created yet, or a disk that is not mounted: the next backup logs what is wrong.
      return []
    }
  }

  /** Passes over those of a time to come, when the clock was ahead: they would be the newest for as long, and no other made. */
  function newestFound(): FoundBackup | undefined {
    return found().find(({ madeAt }) => madeAt <= now())
  }

  /** The newest backup, or the first start: before it there was nothing to keep. */
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
    if (!config.backup || savedUpTo(newest) >= lastTimeOf(config.nightlyAt, startedAt)) return
    if (failure && Math.abs(startedAt - failure.failedAt) < RETRIED_AFTER_MS) return
    try {
      const { dataDir, databaseUrl } = config
      const request = { dataDir, databaseUrl, folder, now: startedAt, version: VERSION }
      const made = await makeBackupAside(request, signal)
      failure = undefined
      log.info({ event: 'backup.made', file: made.file, bytes: made.bytes })
      for (const { file } of outdated(found())) rmSync(file)
    } catch (error) {
      if (signal.aborted) return
      failure = { failedAt: startedAt, reason: (error as Error).message }
      log.error({ event: 'backup.failed', reason: failure.reason })
    }
  }

  return {
    // A backup that is being made when the server stops is aborted, and made after the next start.
    ...openPeriodicJob(makeDue, {
      everyMs: LOOKED_EVERY_MS,
      onError: (error) => log.error({ event: 'backup.failed', err: error }),
    }),
    newest() {
      const newest = newestFound()
      return newest && { ageSeconds: Math.round((now() - newest.madeAt) / 1000), bytes: newest.bytes }
    },
  }
}

function toWire({ madeAt, bytes }: FoundBackup, now: number): BackupState['newest'] {
  return { madeAt: toTimestamp(madeAt), ageMs: now - madeAt, bytes }
}

/** Publishes age and size of the newest backup; NaN when there is none. */
export function watchBackups({ watch }: Metrics, backups: Backups): void {
  watch('backup_age_seconds', 'Age of the newest backup', 'gauge', () => backups.newest()?.ageSeconds ?? Number.NaN)
  watch('backup_size_bytes', 'Size of the newest backup', 'gauge', () => backups.newest()?.bytes ?? Number.NaN)
}
