import { resolve } from 'node:path'
import { readConfig, WrongConfiguration } from '../config/config.ts'
import { DamagedBackup } from './archive.ts'
import {
  restoreSqlite,
  restoreToPostgres,
  undoUnfinishedRestore,
  UnfitBackup,
  type Restored,
} from './restore-backup.ts'
import { keepPrivate } from '../data-folder.ts'
import { FolderInUse, lockFolder } from '../server-lock.ts'

const HELP = `Puts a backup in place of what the server has now. The server must be stopped.

  npm run restore -- <file>

The file is unpacked, compared with its checksums and read through before anything is changed.
What was there before is kept and named.`

process.umask(0o077)
const [name] = process.argv.slice(2)
if (name === undefined || name.startsWith('-')) {
  console.log(HELP)
  process.exit(name === undefined ? 2 : 0)
}
const file = resolve(process.env['INIT_CWD'] ?? '', name)
try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  keepPrivate(dataDir)
  const unlock = lockFolder(dataDir)
  try {
    if (undoUnfinishedRestore(dataDir)) console.log('A restore that was broken off has been taken back first.')
    if (databaseUrl === null) say(await restoreSqlite(file, dataDir, Date.now()), resolve(dataDir))
    else say(await restoreToPostgres(file, { dataDir, databaseUrl }, Date.now()), 'PostgreSQL')
  } finally {
    unlock()
  }
} catch (error) {
  console.error(sentence(error))
  process.exitCode = 1
}

function say({ manifest, kept }: Restored, place: string): void {
  const { user = 0, device = 0, plant = 0, reading = 0 } = manifest.counts
  console.log(
    [
      `Restored the backup of ${manifest.madeAt} (version ${manifest.version}) to ${place}:`,
      `${user} accounts, ${device} devices, ${plant} plants, ${reading} readings, each as it was counted then.`,
      kept === undefined ? 'There was nothing there before.' : `What was there before lies in ${kept}.`,
      'Start the server now: npm start. Passwords, device tokens and sessions are those of that time: whatever',
      'was changed or ended since has to be changed or ended again. Boards send what was not acknowledged.',
    ].join('\n'),
  )
}

function sentence(error: unknown): string {
  if (error instanceof WrongConfiguration) return error.lines.join('\n')
  if (error instanceof FolderInUse) return 'The server is running. Stop it first, then restore. Nothing was changed.'
  if (error instanceof DamagedBackup) return `The file ${file} ${error.message}. Nothing was changed.`
  if (error instanceof UnfitBackup) return `${error.message} Nothing was changed.`
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `There is no file ${file}. Nothing was changed.`
  return `${(error as Error).message}. The next start, or another restore, takes back what was begun; look into the folder before you remove anything.`
}
