import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoSize } from '@greenhouse/contract'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { NoRoom } from '../../../platform/disk/free-space.ts'
import {
  contentOf,
  hasPhoto,
  readPhoto,
  removePhoto,
  writePhoto,
  type PhotoBytes as Sizes,
} from '../../../platform/disk/photo-files.ts'
import { codeOf } from '../../../platform/error-details.ts'
import { storeFull } from '../../../platform/problem.ts'
import { findData, insertData } from './photo-data-store.ts'
import {
  deletePhoto,
  findPhoto,
  hasTwin,
  listContents,
  listContentsAfter,
  type ContentRow,
  type PhotoRow,
} from './photo-store.ts'

/** A file without a row is of an upload that still runs, or was cut off. */
const LEFT_BEHIND_AFTER_MS = 86_400_000

const PAGE = 1000

type Stored = Pick<PhotoRow, 'id' | 'sha256'>

/** Where the bytes of photos are: in files beside SQLite, in PostgreSQL with everything else. */
export interface PhotoBytes {
  /** Stores the bytes of a photo and runs `insert` in a transaction. It returns whether it has added the row. */
  keep(photo: Stored, sizes: Sizes, insert: (tx: Tx) => Promise<boolean>): Promise<void>
  read(photo: Stored, size: PhotoSize): Promise<Uint8Array | undefined>
  /** Removes a photo with its bytes. */
  remove(photo: Stored): Promise<void>
  /** Removes bytes that no photo has had for a day. Returns the hashes of photos without bytes. */
  sweep(now: number): Promise<readonly string[]>
}

export function inDatabase(db: Db): PhotoBytes {
  return {
    keep: (photo, sizes, insert) =>
      db.transaction().execute(async (tx) => {
        if (await insert(tx)) await insertData(tx, photo.id, sizes)
      }),
    read: (photo, size) => findData(db, photo.id, size),
    remove: (photo) => deletePhoto(db, photo.id),
    sweep: async () => [],
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
  return {
    keep: (photo, sizes, insert) =>
      inTurn(async () => {
        try {
          await writePhoto(folder, photo.sha256, sizes)
        } catch (error) {
          throw error instanceof NoRoom || codeOf(error) === 'ENOSPC' ? storeFull() : error
        }
        try {
          await db.transaction().execute(insert)
        } finally {
          if (!(await listContents(db, [photo.sha256])).has(photo.sha256)) await removePhoto(folder, photo.sha256)
        }
      }),
    read: (photo, size) => readPhoto(folder, photo.sha256, size),
    remove: (photo) =>
      inTurn(async () => {
        if (!(await hasTwin(db, photo))) await removePhoto(folder, photo.sha256)
        await deletePhoto(db, photo.id)
      }),
    async sweep(now) {
      for (const part of await namesIn(folder)) await inTurn(() => sweepPart(join(folder, part), now))
      return listMissing(db, folder)
    },
  }

  async function sweepPart(part: string, now: number): Promise<void> {
    const names = await namesIn(part)
    const known = await listContents(db, [...new Set(names.map(contentOf))])
    for (const name of names.filter((one) => !known.has(contentOf(one)))) {
      const file = join(part, name)
      if ((await stat(file)).mtimeMs < now - LEFT_BEHIND_AFTER_MS) await rm(file, { force: true })
    }
  }
}

/** Returns the hashes of photos whose files are missing or cut off. */
async function listMissing(db: Db, folder: string): Promise<string[]> {
  const missing: string[] = []
  for await (const { rows } of pagesOf(PAGE, (last?: ContentRow) => listContentsAfter(db, last?.id ?? '', PAGE)))
    for (const photo of rows)
      // It may have been deleted meanwhile.
      if (!(await hasPhoto(folder, photo)) && (await findPhoto(db, photo.id))) missing.push(photo.sha256)
  return missing
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
