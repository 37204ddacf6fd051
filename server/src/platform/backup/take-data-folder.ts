import { keepPrivate } from '../disk/data-folder.ts'
import { lockFolder } from '../disk/server-lock.ts'
import type { Log } from '../log.ts'
import { undoUnfinishedRestore } from './restore-backup.ts'

/**
 * Makes the folder private and undoes an unfinished restore. Returns a function that unlocks it. Throws FolderInUse.
 */
export function takeDataFolder(dataDir: string, log: Log): () => void {
  const open = keepPrivate(dataDir)
  if (open.length > 0) log.warn({ event: 'data-folder.not-private', paths: open.slice(0, 10) })
  const release = lockFolder(dataDir)
  try {
    if (undoUnfinishedRestore(dataDir)) log.warn({ event: 'restore.taken-back' })
    return release
  } catch (error) {
    release()
    throw error
  }
}
