import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { photoRoutes, plantRoutes, type Photo } from '@greenhouse/contract'
import sharp from 'sharp'
import { PHOTO_FOLDER, removePhoto } from '../src/platform/disk/photo-files.ts'
import type { Answer, Person, World } from './world.ts'

/** A photo of 24 by 32 pixels. */
export const TINY_PHOTO = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAgABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCABOhAAAAAAf/Z',
  'base64',
)

/** Returns a picture of one colour in a format, with the data that a camera adds. */
export async function aPicture({
  width = 60,
  height = 40,
  colour = '#3a7d44',
  format = 'jpeg',
  takenAt,
  orientation,
}: {
  readonly width?: number
  readonly height?: number
  readonly colour?: string
  readonly format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
  /** As Exif has it, `2026:06:16 14:20:08`. */
  readonly takenAt?: string
  readonly orientation?: number
} = {}): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: colour } })
  if (takenAt === undefined && orientation === undefined) return image.toFormat(format).toBuffer()
  return image
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD2: takenAt === undefined ? {} : { DateTimeOriginal: takenAt },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 40/1 34/1' },
    })
    .withMetadata(orientation === undefined ? {} : { orientation })
    .toFormat(format)
    .toBuffer()
}

/** Sends a photo as a person. */
export function sendPhoto(
  { call }: Person,
  plantId: string,
  body: Uint8Array,
  query: { readonly photoId?: string; readonly careId?: string; readonly takenAt?: string } = {},
): Promise<Answer> {
  return call(photoRoutes.add, { params: { plantId }, query: { photoId: randomUUID(), ...query }, body })
}

/** Adds a photo that can be read, and returns it. */
export async function addedPhoto(
  person: Person,
  plantId: string,
  ...more: [body?: Uint8Array, query?: Parameters<typeof sendPhoto>[3]]
): Promise<Photo> {
  const { status, body } = await sendPhoto(person, plantId, more[0] ?? TINY_PHOTO, more[1])
  if (status !== 200) throw new Error(`The photo was refused: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Adds a plant, and returns its id. */
export async function aPlant(person: Person, plantName = 'Basil'): Promise<string> {
  return (await person.call(plantRoutes.create, { body: { plantName, plantType: 'Herb' } })).body.plantId
}

/** Removes the bytes of a photo, as a broken disk does. */
export async function removeBytesOf({ app }: World, { photoId }: Photo): Promise<void> {
  const { db, config } = app.context
  const row = await db.selectFrom('photo').select('sha256').where('id', '=', photoId).executeTakeFirstOrThrow()
  await removePhoto(join(config.dataDir, PHOTO_FOLDER), row.sha256)
  await db.deleteFrom('photo_data').where('photo_id', '=', photoId).execute()
}
