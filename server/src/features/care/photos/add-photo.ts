import {
  fromTimestamp,
  instantOf,
  mayAs,
  MINUTE_MS,
  PHOTOS_PER_ENTRY_MAX,
  PHOTOS_PER_HOUSEHOLD_MAX,
  PHOTOS_PER_PLANT_MAX,
  type ShownTime,
} from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { findRole, lockHousehold } from '../../../platform/db/owners.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { hashOfPhoto } from '../../../platform/disk/photo-files.ts'
import type { Member } from '../../../platform/http/serve.ts'
import { found, ProblemError } from '../../../platform/problem.ts'
import { findAnyCareRow } from '../care-store.ts'
import { recordCare } from '../record-care.ts'
import { findPlant } from '../../plants/plant-store.ts'
import { findZone } from '../../tasks/task-store.ts'
import type { PhotoBytes } from './photo-bytes.ts'
import type { PhotoEncoder } from './photo-encoder.ts'
import { countPhotos, findPhoto, insertPhoto } from './photo-store.ts'

const OLDEST = Date.UTC(1900, 0, 1)

export interface NewPhoto {
  readonly file: string
  readonly photoId: string
  readonly plantId: string
  /** The entry that it belongs to. One with an unknown id is logged. */
  readonly careId: string
  readonly takenAt: string | undefined
}

export interface PhotoParts {
  readonly bytes: PhotoBytes
  readonly encoder: PhotoEncoder
}

/** Stores a photo unless it is stored already: a photo that is sent again adds nothing. */
export async function addPhoto(
  { config, db, now }: Context,
  { bytes, encoder }: PhotoParts,
  member: Member,
  given: NewPhoto,
): Promise<void> {
  const { householdId, userId } = member
  const { photoId, plantId, careId } = given
  const maxBytes = config.userStorageMb === null ? Infinity : config.userStorageMb * 1024 * 1024
  found(await findPlant(db, householdId, plantId), 'plant')
  if (await isStored(db, member, photoId)) return
  await checkRoom(db, householdId, { plantId, careId, maxBytes })
  const { large, small, width, height, takenAt } = await encoder.encode(given.file)
  const sha256 = hashOfPhoto({ large, small })
  const shown = takenAt && (await instantOfShown(db, householdId, takenAt, now()))
  const at = shown ?? given.takenAt
  await bytes.keep({ id: photoId, sha256 }, { large, small }, async (tx) => {
    await lockHousehold(tx, householdId)
    // The photo was received and encoded meanwhile.
    const role = found(await findRole(tx, householdId, userId), 'plant')
    if (!mayAs(role, 'carer')) throw mayNot()
    found(await findPlant(tx, householdId, plantId), 'plant')
    if (await isStored(tx, member, photoId)) return false
    await checkRoom(tx, householdId, { plantId, careId, maxBytes })
    const taken = saneTime(at, now())
    await logEntry(tx, member, { careId, plantId, at: taken }, now())
    await insertPhoto(tx, {
      id: photoId,
      household_id: householdId,
      plant_id: plantId,
      care_id: careId,
      added_by: userId,
      taken_at: taken,
      width,
      height,
      bytes: large.length + small.length,
      sha256,
      created_at: now(),
    })
    return true
  })
}

async function isStored(db: Db, { householdId, userId }: Member, photoId: string): Promise<boolean> {
  const known = await findPhoto(db, photoId)
  if (!known) return false
  if (known.household_id === householdId && known.added_by === userId) return true
  throw new ProblemError(409, 'photo.id-taken', 'Another photo has this id.')
}

/** Throws a 409 when an entry, a plant or the household has as many photos as it may have. */
async function checkRoom(
  db: Db,
  householdId: string,
  { plantId, careId, maxBytes }: { readonly plantId: string; readonly careId: string; readonly maxBytes: number },
): Promise<void> {
  const counts = await countPhotos(db, householdId, { plantId, careId })
  if (counts.entry >= PHOTOS_PER_ENTRY_MAX) throw tooMany(`An entry can have ${PHOTOS_PER_ENTRY_MAX} photos.`)
  if (counts.plant >= PHOTOS_PER_PLANT_MAX) throw tooMany('This plant has 1,000 photos. Delete one to add another.')
  if (counts.household >= PHOTOS_PER_HOUSEHOLD_MAX)
    throw tooMany('The household has 20,000 photos. Delete one to add another.')
  if (counts.bytes >= maxBytes)
    throw new ProblemError(409, 'photo.no-room', 'There is no room for another photo. Delete some first.')
}

/** Returns a time of the camera in the household's zone; undefined when its clock was wrong. */
async function instantOfShown(db: Db, householdId: string, { date, seconds }: ShownTime, now: number) {
  const instant = instantOf(date, 0, await findZone(db, householdId)) + seconds * 1000
  return instant >= OLDEST && instant <= now + MINUTE_MS ? instant : undefined
}

function saneTime(at: number | string | undefined, now: number): number {
  const instant = typeof at === 'string' ? fromTimestamp(at) : at
  return instant !== undefined && instant >= OLDEST ? Math.min(instant, now) : now
}

async function logEntry(
  tx: Tx,
  { householdId, userId }: Member,
  { careId, plantId, at }: { readonly careId: string; readonly plantId: string; readonly at: number },
  now: number,
): Promise<void> {
  const known = await findAnyCareRow(tx, careId)
  if (!known) {
    const act = { careId, kind: 'photo' as const, at, source: 'person' as const, plantIds: [plantId] }
    await recordCare(tx, { householdId, userId }, act, now)
  } else if (known.household_id !== householdId || known.plant_id !== plantId) {
    throw new ProblemError(409, 'care.id-taken', 'Another entry has this id.')
  }
}

function tooMany(sentence: string): ProblemError {
  return new ProblemError(409, 'photo.too-many', sentence)
}

function mayNot(): ProblemError {
  return new ProblemError(403, 'household.role', 'You can look at this household, not change it.')
}
