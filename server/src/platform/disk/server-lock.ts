import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { touchPrivate } from './data-folder.ts'

const FILE = 'server.lock'
const SQLITE_BUSY = 5

/** Two servers on one folder would each cache rules and sessions that the other does not invalidate. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Greenhouse is running on ${resolve(folder)}. Stop it first, or give this one a folder of its own: DATA_DIR=… npm start`,
    )
  }
}

/**
 * Locks the folder for this process, and returns the function that releases it. Throws FolderInUse when another has it.
 *
 * The lock is the operating system's, taken by SQLite on an empty database: it ends with the process, however that
 * ends. A file with a process id would outlive a kill, and the id may be another program's by then. Nobody may open and
 * close the file otherwise: with POSIX locks that would give the lock up.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, FILE)
  if (!existsSync(file)) touchPrivate(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // In memory: nothing is ever written, and a file of its own would only lie about.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) throw new FolderInUse(folder)
    throw error
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

/** Whether a server runs on the folder. */
export function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, FILE))) return false
  try {
    lockFolder(folder)()
    return false
  } catch (error) {
    if (error instanceof FolderInUse) return true
    throw error
  }
}
