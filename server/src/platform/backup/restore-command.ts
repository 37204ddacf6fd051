import { existsSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { keepPrivate } from '../disk/data-folder.ts'
import { FolderInUse, LOCK_FILE, lockFolder } from '../disk/server-lock.ts'
import { openLog } from '../log.ts'
import { DamagedBackup } from './archive.ts'
import { contentsOf } from './backup-command.ts'
import { describeMissing } from './photo-copies.ts'
import {
  HalfRestored,
  isRestoreUnfinished,
  restoreSqlite,
  restoreToPostgres,
  throwIfRunning,
  undoUnfinishedRestore,
  type Restored,
} from './restore-backup.ts'
import { codeOf, messageOf } from '../error-details.ts'

export const RESTORE_HELP = `Puts a backup in place of what the server has now. The server must be stopped, in a cluster all of them.

  npm run restore -- <file>
  npm run restore -- <file> --without-photos     restores everything else when photos of the backup are missing

The file is unpacked, compared with its checksums and read through before anything is changed, and so are
the photos in the folder beside it.
What was there before is kept and named.`

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'migrationDatabaseUrl'>

/** Throws an error that says whether anything was changed. A refused restore leaves no file behind. */
export async function restore(
  file: string,
  config: Target,
  { print, ...how }: { now: number; withoutPhotos: boolean; print: (line: string) => void },
): Promise<void> {
  const { dataDir, databaseUrl } = config
  const tidyUp = watchFolder(dataDir)
  try {
    if (databaseUrl !== null) await throwIfRunning(databaseUrl)
    keepPrivate(dataDir)
    const unlock = lockFolder(dataDir)
    try {
      if (undoUnfinishedRestore(dataDir)) print('A restore that was broken off has been taken back first.')
      const restored =
        databaseUrl === null
          ? await restoreSqlite(file, dataDir, how)
          : await restoreToPostgres(file, { ...config, databaseUrl, log: openLog('error') }, how)
      for (const line of report(restored, databaseUrl === null ? resolve(dataDir) : 'PostgreSQL')) print(line)
    } finally {
      unlock()
    }
  } catch (error) {
    const message = sentence(error, file, dataDir)
    if (!isRestoreUnfinished(dataDir)) tidyUp()
    throw new Error(message, { cause: error })
  }
}

function watchFolder(dataDir: string): () => void {
  const added = outermostMissing(join(resolve(dataDir), LOCK_FILE))
  return () => {
    if (added !== undefined) rmSync(added, { recursive: true, force: true })
  }
}

function outermostMissing(path: string): string | undefined {
  if (existsSync(path)) return undefined
  return outermostMissing(dirname(path)) ?? path
}

function report({ manifest, kept, hasNewLog, missing }: Restored, place: string): readonly string[] {
  return [
    `Restored the backup of ${manifest.madeAt} (version ${manifest.version}) to ${place}:`,
    `${contentsOf(manifest.counts, manifest.values)}, each as it was counted then.`,
    ...(missing.length === 0 ? [] : [`Without photos: ${describeMissing(missing)}.`]),
    kept === undefined ? 'There was nothing there before.' : `What was there before lies in ${kept}.`,
    ...(hasNewLog
      ? ['The cluster begins a new log: readings after the backup that are in NATS are not taken over.']
      : []),
    'Start the server now: npm start. Passwords, device tokens and sessions are those of that time: whatever',
    'was changed or ended since has to be changed or ended again. Boards send what was not acknowledged.',
  ]
}

function sentence(error: unknown, file: string, dataDir: string): string {
  const message = messageOf(error)
  if (isRestoreUnfinished(dataDir))
    return `${endSentence(message)} The next start, or another restore, takes back what was begun; look into the folder before you remove anything.`
  if (error instanceof HalfRestored)
    return `${endSentence(message)} The tables of the backup are in PostgreSQL, and nothing else of it: run the restore again.`
  return `${endSentence(refusal(error, file))} Nothing was changed.`
}

function refusal(error: unknown, file: string): string {
  if (error instanceof FolderInUse) return 'The server is running. Stop it first, then restore.'
  if (error instanceof DamagedBackup) return `The file ${file} ${error.message}`
  return codeOf(error) === 'ENOENT' ? `There is no file ${file}` : messageOf(error)
}

function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
