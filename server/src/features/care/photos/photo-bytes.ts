import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { photoSizes, type PhotoSize } from '@greenhouse/contract'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { ensureRoom, NoRoom } from '../../../platform/disk/free-space.ts'
import { codeOf } from '../../../platform/error-details.ts'
import { storeFull } from '../../../platform/problem.ts'
import { findData, insertData } from './photo-data-store.ts'
import { deletePhoto, hasTwin, listContents, type PhotoRow } from './photo-store.ts'

/** The folder of photos below the data folder. */
export const PHOTO_FOLDER = 'photos'
/** Kept free for readings, which need less. */
const LEFT_FREE_BYTES = 64 * 1024 * 1024
/** A file without a row is of an upload that still runs, or was cut off. */
const LEFT_BEHIND_AFTER_MS = 86_400_000

type Stored = Pick<PhotoRow, 'id' | 'sha256'>
type Sizes = Readonly<Record<PhotoSize, Uint8Array>>

/** Where the bytes of photos are: in files beside SQLite, in PostgreSQL with everything else. */
export interface PhotoBytes {
  /** Stores the bytes of a photo and runs `insert` in a transaction. It returns whether it has added the row. */
  keep(photo: Stored, sizes: Sizes, insert: (tx: Tx) => Promise<boolean>): Promise<void>
  read(photo: Stored, size: PhotoSize): Promise<Uint8Array | undefined>
  /** Removes a photo with its bytes. */
  remove(photo: Stored): Promise<void>
  /** Removes bytes that no photo has had for a day. */
  sweep(now: number): Promise<void>
}

/** Returns the path of the file of a photo below the folder of all photos. */
function fileOf(sha256: string, size: PhotoSize): string {
  return join(sha256.slice(0, 2), size === 'large' ? `${sha256}.jpg` : `${sha256}.t.jpg`)
}

export function inDatabase(db: Db): PhotoBytes {
  return {
    keep: (photo, sizes, insert) =>
      db.transaction().execute(async (tx) => {
        if (await insert(tx)) await insertData(tx, photo.id, sizes)
      }),
    read: (photo, size) => findData(db, photo.id, size),
    remove: (photo) => deletePhoto(db, photo.id),
    async sweep() {},
  }
}

export function inFolder(folder: string, db: Db): PhotoBytes {
  let last: Promise<unknown> = Promise.resolve()
  /** One at a time: a photo with the content of one that is removed would lose its file. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const pathOf = ({ sha256 }: Pick<Stored, 'sha256'>, size: PhotoSize) => join(folder, fileOf(sha256, size))

  async function removeFiles(photo: Pick<Stored, 'sha256'>): Promise<void> {
    for (const size of photoSizes) await rm(pathOf(photo, size), { force: true })
  }

  return {
    keep: (photo, sizes, insert) =>
      inTurn(async () => {
        try {
          for (const size of photoSizes) await writeToDisk(pathOf(photo, size), sizes[size])
        } catch (error) {
          throw error instanceof NoRoom || codeOf(error) === 'ENOSPC' ? storeFull() : error
        }
        try {
          await db.transaction().execute(insert)
        } finally {
          if (!(await listContents(db, [photo.sha256])).has(photo.sha256)) await removeFiles(photo)
        }
      }),
    async read(photo, size) {
      try {
        return await readFile(pathOf(photo, size))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (photo) =>
      inTurn(async () => {
        if (!(await hasTwin(db, photo))) await removeFiles(photo)
        await deletePhoto(db, photo.id)
      }),
    async sweep(now) {
      for (const part of await namesIn(folder)) await inTurn(() => sweepPart(join(folder, part), now))
    },
  }

  async function sweepPart(part: string, now: number): Promise<void> {
    const names = await namesIn(part)
    const contentOf = (name: string) => name.split('.')[0] ?? ''
    const known = await listContents(db, [...new Set(names.map(contentOf))])
    for (const name of names.filter((one) => !known.has(contentOf(one)))) {
      const file = join(part, name)
      if ((await stat(file)).mtimeMs < now - LEFT_BEHIND_AFTER_MS) await rm(file, { force: true })
    }
  }
}

/** Leaves a file as it is that has this name, and so this content. */
async function writeToDisk(file: string, bytes: Uint8Array): Promise<void> {
  if ((await sizeOf(file)) === bytes.length) return
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
  const entries = await open(folder, 'r')
  await entries.sync().finally(() => entries.close())
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
