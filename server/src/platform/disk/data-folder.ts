import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The embedded database in the data folder. */
export const DATABASE_FILE = 'greenhouse.db'

const OWN_FOLDER = 0o700
const OWN_FILE = 0o600
/** The sticky bit, of folders that all users share, such as /tmp. */
const STICKY = 0o1000
/**
 * Names of files that the server creates. Other files are not ours to change, and unreachable once the folder is
 * private.
 */
const OURS = /^(?:greenhouse\.db|before-|mail$|backups$|moved-to-postgres$|ballast|server\.lock)|-secret$/

/**
 * Creates the folder when it is missing, and removes the permissions of other users from it and from the server's files
 * in it, which hold names, addresses and password hashes. Returns the paths that could not be changed: those of another
 * user, on a file system without permissions, or a folder that all users share. Links are left as they are.
 */
export function keepPrivate(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })
  const ours = readdirSync(folder).filter((name) => OURS.test(name))
  return [
    ...(withdraw(folder, OWN_FOLDER) ? [] : [folder]),
    ...ours.flatMap((name) => withdrawBelow(join(folder, name))),
  ]
}

/** Returns whether a file of the data folder is a secret that belongs to the database; the name of every secret ends so. */
export function isSecretFile(name: string): boolean {
  return name.endsWith('-secret')
}

/** Creates a file that only this user may read, when there is none. SQLite gives its other files the same permissions. */
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
