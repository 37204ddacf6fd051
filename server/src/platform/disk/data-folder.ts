import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PHOTO_FOLDER } from './photo-files.ts'

export const DATABASE_FILE = 'greenhouse.db'

const OWN_FOLDER = 0o700
const OWN_FILE = 0o600
const STICKY = 0o1000
/** Names of the server's files. Others are not ours to change, and unreachable in a private folder. */
const OURS =
  /^(?:greenhouse\.db|before-|mail$|backups$|photos$|uploads$|moved-to-postgres$|ballast|server\.lock|open-to-network$)|-secret$/

/** Returns paths that could not be changed: of another user, on a file system without permissions, or shared. */
export function keepPrivate(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })
  const ours = readdirSync(folder).filter((name) => OURS.test(name))
  return [
    ...(withdraw(folder, OWN_FOLDER) ? [] : [folder]),
    ...ours.flatMap((name) => withdrawBelow(join(folder, name))),
  ]
}

/** Names of secrets that belong to the database end so. */
export function isSecretFile(name: string): boolean {
  return name.endsWith('-secret')
}

/** Creates a file that only this user may read. SQLite gives its other files the same permissions. */
export function touchPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWN_FILE))
}

function withdrawBelow(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile()) return withdraw(path, OWN_FILE) ? [] : [path]
  if (!found?.isDirectory()) return []
  // Photos are many, and made private one by one.
  const below =
    basename(path) === PHOTO_FOLDER ? [] : readdirSync(path).flatMap((name) => withdrawBelow(join(path, name)))
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
