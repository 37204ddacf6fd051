import { DatabaseSync } from 'node:sqlite'
import { photoSizes, type PhotoSize } from '@greenhouse/contract'
import type pg from 'pg'
import { copyPhoto, hashOfPhoto, writePhoto, type PhotoContent } from '../disk/photo-files.ts'
import { openImmutable } from './sqlite-copy.ts'

/** The photos of a database as they were at one moment. */
export interface PhotoSource {
  contents(): AsyncIterable<PhotoContent> | Iterable<PhotoContent>
  /** Puts an intact photo into a folder. Resolves with false when it is missing or damaged. */
  copyTo(folder: string, photo: PhotoContent): Promise<boolean>
  /** Returns whether a photo was deleted since that moment. */
  isGone(photo: PhotoContent): boolean
}

/** Of a database that is older than photos. */
export const NO_PHOTOS: PhotoSource = { contents: () => [], copyTo: async () => false, isGone: () => true }
const PAGE = 1000
const STORED = 'plant_id is not null and household_id is not null'

/** Returns the photos of a copy of a database, whose files are in a folder. `file` is the database itself, which may be in use. */
export function photosBesideSqlite({
  copy,
  file,
  folder,
}: {
  readonly copy: string
  readonly file: string
  readonly folder: string
}): PhotoSource {
  return {
    contents: () => contentsInSqlite(copy),
    copyTo: (target, photo) => copyPhoto(folder, target, photo),
    isGone({ sha256 }) {
      const database = new DatabaseSync(file, { timeout: 5000, readOnly: true })
      try {
        return !database.prepare(`select 1 from photo where sha256 = ? and ${STORED}`).get(sha256)
      } finally {
        database.close()
      }
    },
  }
}

/** Returns none for a database that is older than photos. */
function* contentsInSqlite(copy: string): Generator<PhotoContent> {
  const database = openImmutable(copy)
  try {
    const table = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'photo'").get()
    if (!table) return
    const rows = database.prepare(
      `select sha256, max(bytes) as bytes from photo where ${STORED} group by sha256 order by sha256`,
    )
    for (const { sha256, bytes } of rows.iterate()) yield { sha256: String(sha256), bytes: Number(bytes) }
  } finally {
    database.close()
  }
}

/** Returns the photos of the snapshot that the client's transaction reads. */
export function photosInPostgres(client: pg.Client, schema: string): PhotoSource {
  const table = (name: string) => `"${schema}"."${name}"`
  return {
    async *contents() {
      let after = ''
      while (true) {
        const { rows } = await client.query<{ sha256: string; bytes: string }>(
          `select sha256, max(bytes)::text as bytes from ${table('photo')} where ${STORED} and sha256 > $1
           group by sha256 order by sha256 limit ${PAGE}`,
          [after],
        )
        for (const { sha256, bytes } of rows) yield { sha256, bytes: Number(bytes) }
        const last = rows.at(-1)
        if (!last || rows.length < PAGE) return
        after = last.sha256
      }
    },
    async copyTo(folder, { sha256 }) {
      const { rows } = await client.query<{ size: PhotoSize; data: Uint8Array }>(
        `select size, data from ${table('photo_data')} where photo_id =
           (select id from ${table('photo')} where sha256 = $1 and ${STORED} order by id limit 1)`,
        [sha256],
      )
      const [large, small] = photoSizes.map((size) => rows.find((row) => row.size === size)?.data)
      if (!large || !small || hashOfPhoto({ large, small }) !== sha256) return false
      await writePhoto(folder, sha256, { large, small })
      return true
    },
    isGone: () => false,
  }
}
