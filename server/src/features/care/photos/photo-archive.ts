import { dateIn } from '@greenhouse/contract'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { listPlants } from '../../plants/plant-store.ts'
import { findZone } from '../../tasks/task-store.ts'
import type { PhotoBytes } from './photo-bytes.ts'
import { listPhotosAfter, type ShownPhoto } from './photo-store.ts'

const PAGE = 1000
/** Ends an archive: two empty blocks. */
const END_BYTES = 1024
/** A file system takes names of 255 bytes, and a unit of UTF-16 has up to three. */
const FOLDER_MAX = 60
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|]|^\.|\.$/gu

/**
 * Returns the photos of a household in their large size as pieces of a tar archive: a folder for each name of a plant, with
 * files by date and id. One photo at a time is in memory.
 */
export async function* photoArchive(
  db: Db,
  bytes: Pick<PhotoBytes, 'read'>,
  householdId: string,
): AsyncGenerator<Uint8Array> {
  const { packTar } = await import('modern-tar')
  const zone = await findZone(db, householdId)
  const names = new Map((await listPlants(db, householdId)).map(({ plantId, plantName }) => [plantId, plantName]))
  const pages = pagesOf<ShownPhoto>(PAGE, (last) =>
    listPhotosAfter(db, householdId, { after: last?.id ?? '', limit: PAGE }),
  )
  for await (const { rows } of pages)
    for (const photo of rows) {
      const body = await bytes.read(photo, 'large')
      if (!body) continue
      const name = `${folderOf(names.get(photo.plant_id))}/${dateIn(photo.taken_at, zone)} ${photo.id}.jpg`
      const header = { name, size: body.length, mode: 0o644, mtime: new Date(photo.taken_at) }
      yield (await packTar([{ header, body }])).subarray(0, -END_BYTES)
    }
  yield new Uint8Array(END_BYTES)
}

function folderOf(plantName = 'Plant'): string {
  return plantName.trim().slice(0, FOLDER_MAX).toWellFormed().trim().replaceAll(NOT_IN_NAMES, '_')
}
