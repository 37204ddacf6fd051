import { createHash } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { photoSizes, type PhotoSize } from '@greenhouse/contract'
import { codeOf } from '../error-details.ts'
import { ensureRoom } from './free-space.ts'

/** The folder of photos below a data folder, and below a folder of backups. */
export const PHOTO_FOLDER = 'photos'
/** Kept free for readings, which need less. */
const LEFT_FREE_BYTES = 64 * 1024 * 1024

export type PhotoBytes = Readonly<Record<PhotoSize, Uint8Array>>

/** The content of a photo: equal photos have one. */
export interface PhotoContent {
  /** Of the large size followed by the small one, in hexadecimal. Their files have this name. */
  readonly sha256: string
  /** Of both sizes. */
  readonly bytes: number
}

export function hashOfPhoto({ large, small }: PhotoBytes): string {
  return createHash('sha256').update(large).update(small).digest('hex')
}

/** Returns the path of the file of a photo in a folder of photos. */
export function photoFile(folder: string, sha256: string, size: PhotoSize): string {
  return join(folder, sha256.slice(0, 2), size === 'large' ? `${sha256}.jpg` : `${sha256}.t.jpg`)
}

/** Returns the hash that the name of a file begins with. */
export function contentOf(name: string): string {
  return name.split('.')[0] ?? ''
}

/** Writes and syncs the files of a photo. Throws NoRoom. */
export async function writePhoto(folder: string, sha256: string, bytes: PhotoBytes): Promise<void> {
  for (const size of photoSizes) await writeToDisk(photoFile(folder, sha256, size), bytes[size])
}

/** Returns the bytes of a file of a photo; undefined when it is missing. */
export async function readPhoto(folder: string, sha256: string, size: PhotoSize): Promise<Uint8Array | undefined> {
  return orMissing(readFile(photoFile(folder, sha256, size)))
}

/** Returns the bytes of a photo; undefined when a file is missing or has other bytes than were saved. */
export async function readIntact(folder: string, { sha256 }: PhotoContent): Promise<PhotoBytes | undefined> {
  const [large, small] = [await readPhoto(folder, sha256, 'large'), await readPhoto(folder, sha256, 'small')]
  const bytes = large && small && { large, small }
  return bytes && hashOfPhoto(bytes) === sha256 ? bytes : undefined
}

export async function removePhoto(folder: string, sha256: string): Promise<void> {
  for (const size of photoSizes) await rm(photoFile(folder, sha256, size), { force: true })
}

/** Returns whether both files of a photo are there, and have the right size. */
export async function hasPhoto(folder: string, { sha256, bytes }: PhotoContent): Promise<boolean> {
  const sizes = photoSizes.map((size) => orMissing(stat(photoFile(folder, sha256, size))))
  return (await Promise.all(sizes)).reduce((sum, found) => sum + (found?.size ?? 0), 0) === bytes
}

/**
 * Puts an intact photo of one folder into another, which takes no room where both are on one disk. Returns false when it is
 * missing or damaged.
 */
export async function copyPhoto(from: string, to: string, photo: PhotoContent): Promise<boolean> {
  const bytes = await readIntact(from, photo)
  if (!bytes) return false
  for (const size of photoSizes) {
    const file = photoFile(to, photo.sha256, size)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await rm(file, { force: true })
    // Other disks, and some file systems, have no links.
    await link(photoFile(from, photo.sha256, size), file).catch(() => writeToDisk(file, bytes[size]))
    await syncFolder(dirname(file))
  }
  return true
}

/** Marks the files of a photo as in use at a time. */
export async function touchPhoto(folder: string, sha256: string, at: number): Promise<void> {
  const seconds = at / 1000
  // Where only the owner of a file may do that, the mark is left out.
  for (const size of photoSizes) await utimes(photoFile(folder, sha256, size), seconds, seconds).catch(() => {})
}

/** Leaves a file as it is that has this name, and so this content. */
async function writeToDisk(file: string, bytes: Uint8Array): Promise<void> {
  if ((await orMissing(stat(file)))?.size === bytes.length) return
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await ensureRoom('a photo', folder, LEFT_FREE_BYTES)
  const partial = `${file}.partial`
  const handle = await open(partial, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, file)
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  const entries = await open(folder, 'r')
  await entries.sync().finally(() => entries.close())
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
