import { toTimestamp, type Photo, type PhotoFacts } from '@greenhouse/contract'
import { sql, type Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/schema.ts'
import type { PhotoLinks } from './photo-links.ts'

const TAKEN_AT_ONCE = 1000

export type PhotoRow = Selectable<Schema['photo']>
export type ShownPhoto = PhotoRow & {
  readonly photo_epoch: number
  readonly plant_id: string
  readonly household_id: string
}

/** Returns the photos of a plant, newest first. */
export async function listPhotos(db: Db, householdId: string, plantId: string): Promise<ShownPhoto[]> {
  return photosOf(db)
    .where('photo.household_id', '=', householdId)
    .where('photo.plant_id', '=', plantId)
    .orderBy('photo.taken_at', 'desc')
    .orderBy('photo.created_at', 'desc')
    .orderBy('photo.id')
    .$castTo<ShownPhoto>()
    .execute()
}

export async function listCovers(db: Db, householdId: string): Promise<ShownPhoto[]> {
  const covers = photosOf(db).where('photo.household_id', '=', householdId).where('photo.is_cover', '=', 1)
  return covers.orderBy('photo.plant_id').$castTo<ShownPhoto>().execute()
}

/** Returns a page of the photos of a household in the order of their ids. */
export async function listPhotosAfter(
  db: Db,
  householdId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ShownPhoto[]> {
  const all = photosOf(db).where('photo.household_id', '=', householdId).where('photo.id', '>', after)
  return all.orderBy('photo.id').limit(limit).$castTo<ShownPhoto>().execute()
}

export type ContentRow = Pick<PhotoRow, 'id' | 'sha256' | 'bytes'>

/** Returns a page of the photos of all households in the order of their ids. */
export async function listContentsAfter(db: Db, after: string, limit: number): Promise<ContentRow[]> {
  const all = db.selectFrom('photo').select(['id', 'sha256', 'bytes']).where('plant_id', 'is not', null)
  return all.where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Returns a photo of a household, or with none given of any. */
export async function findPhoto(db: Db, photoId: string, householdId?: string): Promise<ShownPhoto | undefined> {
  return photosOf(db)
    .where('photo.id', '=', photoId)
    .$if(householdId !== undefined, (query) => query.where('photo.household_id', '=', householdId ?? ''))
    .$castTo<ShownPhoto>()
    .executeTakeFirst()
}

export interface PhotoCounts {
  readonly household: number
  readonly plant: number
  readonly entry: number
  /** Bytes of all photos of the household. */
  readonly bytes: number
}

export async function countPhotos(
  db: Db,
  householdId: string,
  { plantId, careId }: { readonly plantId: string; readonly careId: string },
): Promise<PhotoCounts> {
  return db
    .selectFrom('photo')
    .select((select) => [
      select.fn.countAll<number>().as('household'),
      select.fn.countAll<number>().filterWhere('plant_id', '=', plantId).as('plant'),
      select.fn.countAll<number>().filterWhere('care_id', '=', careId).as('entry'),
      sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'),
    ])
    .where('household_id', '=', householdId)
    .where('plant_id', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Adds a photo. The first of a plant becomes its cover. */
export async function insertPhoto(tx: Tx, row: Omit<PhotoRow, 'is_cover'> & { readonly plant_id: string }) {
  const cover = tx.selectFrom('photo').select('id').where('plant_id', '=', row.plant_id).where('is_cover', '=', 1)
  const isCover = (await cover.executeTakeFirst()) === undefined
  await tx
    .insertInto('photo')
    .values({ ...row, is_cover: Number(isCover) })
    .execute()
}

export async function updatePhoto(tx: Tx, photoId: string, columns: Partial<PhotoRow>): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('photo').set(columns).where('id', '=', photoId).execute()
}

export async function removeCover(tx: Tx, plantId: string): Promise<void> {
  await tx.updateTable('photo').set({ is_cover: 0 }).where('plant_id', '=', plantId).where('is_cover', '=', 1).execute()
}

/** Takes a photo from its plant. The newest that is left becomes the cover in its place. */
export async function takeAway(tx: Tx, { id, plant_id, is_cover, household_id }: ShownPhoto): Promise<void> {
  await updatePhoto(tx, id, { plant_id: null, is_cover: 0 })
  const [newest] = is_cover === 1 ? await listPhotos(tx, household_id, plant_id) : []
  if (newest) await updatePhoto(tx, newest.id, { is_cover: 1 })
}

/** Takes all photos of a household from their plants, in parts, so that other requests are not blocked. */
export async function takeAllAway(db: Db, householdId: string): Promise<void> {
  const some = db
    .selectFrom('photo')
    .select('id')
    .where('household_id', '=', householdId)
    .where('plant_id', 'is not', null)
    .limit(TAKEN_AT_ONCE)
  while ((await some.executeTakeFirst()) !== undefined)
    await db.updateTable('photo').set({ plant_id: null, is_cover: 0 }).where('id', 'in', some).execute()
}

/** Returns photos whose plant or household is gone. */
export async function listGone(db: Db, limit: number): Promise<Array<Pick<PhotoRow, 'id' | 'sha256'>>> {
  return db
    .selectFrom('photo')
    .select(['id', 'sha256'])
    .where((where) => where.or([where('plant_id', 'is', null), where('household_id', 'is', null)]))
    .limit(limit)
    .execute()
}

/** Returns whether another photo than this one has the same content. */
export async function hasTwin(db: Db, { id, sha256 }: Pick<PhotoRow, 'id' | 'sha256'>): Promise<boolean> {
  const twin = db.selectFrom('photo').select('id').where('sha256', '=', sha256).where('id', '<>', id)
  return (await twin.limit(1).executeTakeFirst()) !== undefined
}

export async function deletePhoto(db: Db, photoId: string): Promise<void> {
  await db.deleteFrom('photo').where('id', '=', photoId).execute()
}

/** Returns those of the contents that a photo has. */
export async function listContents(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('photo')
    .select('sha256')
    .where('sha256', 'in', [...hashes])
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

export function toPhoto(links: PhotoLinks, row: ShownPhoto): Photo {
  const linked = linkedOf(row)
  return { ...factsOf(row), large: links.make(linked, 'large'), small: links.make(linked, 'small') }
}

export function factsOf(row: ShownPhoto): PhotoFacts {
  return {
    photoId: row.id,
    plantId: row.plant_id,
    careId: row.care_id,
    takenAt: toTimestamp(row.taken_at),
    width: row.width,
    height: row.height,
    isCover: row.is_cover === 1,
    addedBy: row.added_by,
  }
}

export function linkedOf({ id, household_id, photo_epoch }: ShownPhoto) {
  return { id, householdId: household_id, epoch: photo_epoch }
}

function photosOf(db: Db) {
  return db
    .selectFrom('photo')
    .innerJoin('household', 'household.id', 'photo.household_id')
    .selectAll('photo')
    .select('household.photo_epoch')
    .where('photo.plant_id', 'is not', null)
}
