import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The embedded database in the data folder. */
export const DATABASE_FILE = 'greenhouse.db'

const OWN_FOLDER = 0o700
const OWN_FILE = 0o600
/** Folders that belong to everybody, such as /tmp. */
const STICKY = 0o1000
/** What the server lays into its folder. The rest is somebody else's, and out of reach once the folder is closed. */
const OURS = /^(?:greenhouse\.db|before-|mail$|backups$|ballast|server\.lock)|-secret$/

/**
 * Makes the folder when it is missing, and takes everybody else's rights from it and from what the server keeps in it:
 * names, addresses, password hashes. Returns what could not be changed: another user's, a file system without rights,
 * a folder that belongs to everybody. Links are left alone.
 */
export function keepPrivate(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })
  const ours = readdirSync(folder).filter((name) => OURS.test(name))
  return [
    ...(withdraw(folder, OWN_FOLDER) ? [] : [folder]),
    ...ours.flatMap((name) => withdrawBelow(join(folder, name))),
  ]
}

/** Whether a file of the data folder is a secret that must be kept with the database. Whatever is one is named so. */
export function isSecretFile(name: string): boolean {
  return name.endsWith('-secret')
}

/** Makes a file that only this user may read, when there is none. SQLite gives its own files beside it the same rights. */
export function touchPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWN_FILE))
}

function withdrawBelow(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile()) return withdraw(path, OWN_FILE) ? [] : [path]
  if (!found?.isDirectory()) return []
  const below = readdirSync(path).flatMap((name) => withdrawBelow(join(path, name)))
  return [...(withdraw(path, OWN_FOLDER) ? [] : [path]), ...below]
}

function withdraw(path: string, wanted: number): boolean {
  const { mode } = lstatSync(path)
  if ((mode & 0o777) === wanted) return true
  if ((mode & STICKY) !== 0) return false
  try {
    chmodSync(path, wanted)
    return true
  } catch {
    return false
  }
}
