import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { keepPrivate } from '../disk/data-folder.ts'
import { FolderInUse, lockFolder } from '../disk/server-lock.ts'
import { DamagedBackup } from './archive.ts'
import { contentsOf } from './backup-command.ts'
import {
  restoreSqlite,
  restoreToPostgres,
  undoUnfinishedRestore,
  UnfitBackup,
  type Restored,
} from './restore-backup.ts'

export const RESTORE_HELP = `Puts a backup in place of what the server has now. The server must be stopped.

  npm run restore -- <file>

The file is unpacked, compared with its checksums and read through before anything is changed.
What was there before is kept and named.`

/**
 * Restores a backup file, given by its absolute path, and prints the result. Throws an error whose message says what went
 * wrong and whether anything was changed.
 */
export async function restore(
  file: string,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { now, print }: { now: number; print: (line: string) => void },
): Promise<void> {
  const { dataDir, databaseUrl } = config
  try {
    keepPrivate(dataDir)
    const unlock = lockFolder(dataDir)
    try {
      if (undoUnfinishedRestore(dataDir)) print('A restore that was broken off has been taken back first.')
      const restored =
        databaseUrl === null
          ? await restoreSqlite(file, dataDir, now)
          : await restoreToPostgres(file, { dataDir, databaseUrl }, now)
      for (const line of report(restored, databaseUrl === null ? resolve(dataDir) : 'PostgreSQL')) print(line)
    } finally {
      unlock()
    }
  } catch (error) {
    throw new Error(sentence(error, file), { cause: error })
  }
}

function report({ manifest, kept }: Restored, place: string): readonly string[] {
  return [
    `Restored the backup of ${manifest.madeAt} (version ${manifest.version}) to ${place}:`,
    `${contentsOf(manifest.counts)}, each as it was counted then.`,
    kept === undefined ? 'There was nothing there before.' : `What was there before lies in ${kept}.`,
    'Start the server now: npm start. Passwords, device tokens and sessions are those of that time: whatever',
    'was changed or ended since has to be changed or ended again. Boards send what was not acknowledged.',
  ]
}

function sentence(error: unknown, file: string): string {
  if (error instanceof FolderInUse) return 'The server is running. Stop it first, then restore. Nothing was changed.'
  if (error instanceof DamagedBackup) return `The file ${file} ${error.message}. Nothing was changed.`
  if (error instanceof UnfitBackup) return `${error.message} Nothing was changed.`
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `There is no file ${file}. Nothing was changed.`
  return `${(error as Error).message}. The next start, or another restore, takes back what was begun; look into the folder before you remove anything.`
}
