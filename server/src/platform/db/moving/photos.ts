import { sql, type Kysely } from 'kysely'
import { photoSizes } from '@greenhouse/contract'
import { photoFile, readIntact } from '../../disk/photo-files.ts'
import type { Db, Schema } from '../schema.ts'
import { WrongMove } from './copy.ts'

const ROWS_AT_ONCE = 64

interface Stored {
  readonly id: string
  readonly sha256: string
  readonly bytes: number
}

/**
 * Stores the files of photos in the target, whose rows of photos are there, and compares what has arrived. Continues after a
 * kill with those that the target lacks. Returns the files that are missing or damaged.
 *
 * @throws WrongMove when the bytes of a photo differ in the target
 */
export async function copyPhotos(
  from: Db,
  to: Kysely<Schema>,
  { folder, onPhoto }: { readonly folder: string; readonly onPhoto: () => void },
): Promise<string[]> {
  const missing = new Map<string, string>()
  for await (const photo of lackingIn(to, from)) {
    const bytes = await readIntact(folder, photo)
    if (!bytes) {
      missing.set(photo.id, photoFile(folder, photo.sha256, 'large'))
      continue
    }
    await to.transaction().execute(async (tx) => {
      await tx.deleteFrom('photo_data').where('photo_id', '=', photo.id).execute()
      const rows = photoSizes.map((size) => ({ photo_id: photo.id, size, data: bytes[size] }))
      await tx.insertInto('photo_data').values(rows).execute()
    })
    onPhoto()
  }
  for await (const { id } of lackingIn(to, from))
    if (!missing.has(id)) throw new WrongMove(`The photo ${id} differs in PostgreSQL from its files here.`)
  return [...missing.values()]
}

/** Returns the photos of the source whose bytes the target has not, or not intact. */
async function* lackingIn(to: Db, from: Db): AsyncGenerator<Stored> {
  let after = ''
  while (true) {
    const all = from.selectFrom('photo').select(['id', 'sha256', 'bytes']).where('plant_id', 'is not', null)
    const page = await all.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE).execute()
    const last = page.at(-1)
    if (!last) return
    const intact = await intactIn(
      to,
      page.map(({ id }) => id),
    )
    for (const photo of page) if (!intact.has(photo.id)) yield photo
    after = last.id
  }
}

async function intactIn(to: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select photo.id from photo
    join photo_data large on large.photo_id = photo.id and large.size = 'large'
    join photo_data small on small.photo_id = photo.id and small.size = 'small'
    where photo.id in (${sql.join(ids)}) and encode(sha256(large.data || small.data), 'hex') = photo.sha256`.execute(to)
  return new Set(rows.map(({ id }) => id))
}
