import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { touchPrivate } from './data-folder.ts'
import { sqliteCodeOf } from '../error-details.ts'

export const LOCK_FILE = 'server.lock'
const SQLITE_BUSY = 5

/** Thrown when another server uses the folder: each would cache rules and sessions that the other changes. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Greenhouse is running on ${resolve(folder)}. Stop it first, or give this one a folder of its own: DATA_DIR=… npm start`,
    )
  }
}

/**
 * Takes SQLite's lock on an empty database, which ends with the process, unlike a file with a process id. Nothing else
 * in this process may open and close the file: with POSIX locks that would release the lock.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, LOCK_FILE)
  if (!existsSync(file)) touchPrivate(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // In memory: nothing is ever written, and a journal file would be left behind.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if ((sqliteCodeOf(error) ?? 0) % 256 === SQLITE_BUSY) throw new FolderInUse(folder)
    throw error
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

export function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, LOCK_FILE))) return false
  try {
    lockFolder(folder)()
    return false
  } catch (error) {
    if (error instanceof FolderInUse) return true
    throw error
  }
}
