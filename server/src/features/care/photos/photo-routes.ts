import { fromTimestamp, mayAs, MINUTE_MS, photoRoutes } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { Member } from '../../../platform/http/serve.ts'
import { found, invalid, ProblemError } from '../../../platform/problem.ts'
import { findPlant } from '../../plants/plant-store.ts'
import { addPhoto, type PhotoParts } from './add-photo.ts'
import { openPhotoLinks } from './photo-links.ts'
import {
  findPhoto,
  linkedOf,
  listCovers,
  listPhotos,
  removeCover,
  takeAway,
  toPhoto,
  updatePhoto,
} from './photo-store.ts'
import type { PhotoRemoval } from './photo-removal.ts'

interface Parts extends PhotoParts {
  /** The secret of the installation. */
  readonly secret: Uint8Array
  readonly removal: PhotoRemoval
}

export function servePhotos(context: Context, parts: Parts): void {
  const { db, newId, now, serve } = context
  const { bytes, removal } = parts
  const links = openPhotoLinks(parts.secret, now)

  serve(photoRoutes.list, async ({ params: { plantId } }, { householdId }) => {
    found(await findPlant(db, householdId, plantId), 'plant')
    return (await listPhotos(db, householdId, plantId)).map((row) => toPhoto(links, row))
  })

  serve(photoRoutes.covers, async (_, { householdId }) =>
    (await listCovers(db, householdId)).map((row) => toPhoto(links, row)),
  )

  serve(photoRoutes.add, async ({ params: { plantId }, query, body: { file } }, member) => {
    const { photoId, careId = newId(), takenAt } = query
    await addPhoto(context, parts, member, { file, photoId, plantId, careId, takenAt })
    return shown(db, member, photoId)
  })

  serve(photoRoutes.edit, async ({ params: { photoId }, body: { takenAt, isCover } }, member) => {
    if (takenAt !== undefined && fromTimestamp(takenAt) > now() + MINUTE_MS)
      throw invalid('takenAt', 'This is in the future.')
    await db.transaction().execute(async (tx) => {
      const { plant_id } = await changeable(tx, member, photoId)
      if (isCover === true) await removeCover(tx, plant_id)
      await updatePhoto(tx, photoId, {
        ...(takenAt === undefined ? {} : { taken_at: fromTimestamp(takenAt) }),
        ...(isCover === undefined ? {} : { is_cover: Number(isCover) }),
      })
    })
    return shown(db, member, photoId)
  })

  serve(photoRoutes.remove, async ({ params: { photoId } }, member) => {
    await db.transaction().execute(async (tx) => takeAway(tx, await changeable(tx, member, photoId)))
    await removal.runNow()
  })

  serve(photoRoutes.read, async ({ params: { photoId, size }, query }) => {
    const row = found(await findPhoto(db, photoId), 'photo')
    if (!links.isGood(linkedOf(row), size, query)) return found(undefined, 'photo')
    return found(await bytes.read(row, size), 'photo')
  })

  async function shown(database: Db, { householdId }: Member, photoId: string) {
    return toPhoto(links, found(await findPhoto(database, photoId, householdId), 'photo'))
  }
}

/** Returns a photo that a member may change: their own, or any as a gardener. */
async function changeable(db: Db, { householdId, householdRole, userId }: Member, photoId: string) {
  const row = found(await findPhoto(db, photoId, householdId), 'photo')
  if (row.added_by === userId || mayAs(householdRole, 'gardener')) return row
  throw new ProblemError(403, 'photo.not-yours', 'Only a gardener changes the photos of others.')
}
