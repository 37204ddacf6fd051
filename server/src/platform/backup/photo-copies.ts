import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { counted } from '../counted.ts'
import type { PhotoSource } from '../db/photo-contents.ts'
import {
  contentOf,
  copyPhoto,
  hasPhoto,
  photoFile,
  readIntact,
  touchPhoto,
  type PhotoBytes,
  type PhotoContent,
} from '../disk/photo-files.ts'
import { codeOf } from '../error-details.ts'
import { linesAtStart } from './archive.ts'

/** The first file of an archive: a line with hash and bytes for each photo that lies in the folder beside the archive. */
export const PHOTO_LIST = 'photos.txt'
const LINE = /^([0-9a-f]{64}) (\d+)$/

export interface KeptPhotos {
  readonly photos: number
  /** Photos that no earlier backup had put there. */
  readonly copied: number
  /** The hashes of photos that are missing or damaged. */
  readonly missing: readonly string[]
}

/** Puts the photos that no earlier backup has into a folder, and lists all. */
export async function keepPhotos(
  source: PhotoSource,
  { folder, list, now }: { readonly folder: string; readonly list: string; readonly now: number },
): Promise<KeptPhotos> {
  let [photos, copied] = [0, 0]
  const missing: string[] = []
  async function* lines(): AsyncGenerator<string> {
    for await (const photo of source.contents()) {
      const isThere = await hasPhoto(folder, photo)
      if (!isThere && !(await source.copyTo(folder, photo))) {
        if (!source.isGone(photo)) missing.push(photo.sha256)
        continue
      }
      await touchPhoto(folder, photo.sha256, now)
      photos++
      if (!isThere) copied++
      yield `${photo.sha256} ${photo.bytes}\n`
    }
  }
  await pipeline(lines(), createWriteStream(list, { mode: 0o600 }))
  return { photos, copied, missing }
}

/** Returns the photos of a list; none when there is no list, as in old backups. */
async function* readPhotoList(list: string): AsyncGenerator<PhotoContent> {
  if (await isThere(list)) yield* contentsIn(createInterface(createReadStream(list)))
}

/**
 * Puts the listed photos of the first of several folders that has them into another. Returns the files of those that none has
 * intact.
 */
export async function fetchPhotos(list: string, from: readonly string[], to: string): Promise<string[]> {
  const lacking: string[] = []
  for await (const photo of readPhotoList(list)) {
    let isFound = false
    for (const folder of from) isFound ||= await copyPhoto(folder, to, photo)
    if (!isFound) lacking.push(photoFile(from[0] ?? '', photo.sha256, 'large'))
  }
  return lacking
}

/** Returns the files of listed photos that a folder has not intact. */
export async function findMissing(list: string, folder: string): Promise<string[]> {
  const missing: string[] = []
  for await (const photo of readPhotoList(list))
    if (!(await readIntact(folder, photo))) missing.push(photoFile(folder, photo.sha256, 'large'))
  return missing
}

/** Returns the listed photos that a folder has. */
export async function* readPhotos(list: string, folder: string): AsyncGenerator<PhotoBytes> {
  for await (const photo of readPhotoList(list)) {
    const bytes = await readIntact(folder, photo)
    if (bytes) yield bytes
  }
}

/** Returns a sentence about photos that are missing. */
export function describeMissing([first = '', ...more]: readonly string[]): string {
  const others = more.length === 0 ? '' : ` and ${counted(more.length, 'other photo')}`
  return `${first}${others} ${more.length === 0 ? 'is' : 'are'} missing or damaged`
}

/** Removes the photos that none of the archives names, and that no backup has used since `before`. Throws DamagedBackup. */
export async function removeUnnamed(folder: string, archives: readonly string[], before: number): Promise<void> {
  const named = new Set<string>()
  for (const archive of archives)
    for await (const { sha256 } of contentsIn(linesAtStart(archive, PHOTO_LIST))) named.add(sha256)
  for (const part of await namesIn(folder))
    for (const name of await namesIn(join(folder, part))) {
      const file = join(folder, part, name)
      if (!named.has(contentOf(name)) && (await stat(file)).mtimeMs < before) await rm(file)
    }
}

async function* contentsIn(lines: AsyncIterable<string>): AsyncGenerator<PhotoContent> {
  for await (const line of lines) {
    const [, sha256, bytes] = LINE.exec(line) ?? []
    if (sha256 !== undefined) yield { sha256, bytes: Number(bytes) }
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
