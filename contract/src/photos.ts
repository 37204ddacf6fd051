import * as z from 'zod/mini'
import { id, newId, nothing, ofHousehold, timestamp } from './fields.ts'
import { route } from './route.ts'

export const PHOTO_MAX_BYTES = 15 * 1024 * 1024
export const PHOTO_MAX_PIXELS = 50_000_000
/** Shortest and longest side, in pixels. */
export const PHOTO_SIDES = { min: 20, max: 20_000 } as const
export const PHOTOS_PER_ENTRY_MAX = 10
export const PHOTOS_PER_PLANT_MAX = 1000
export const PHOTOS_PER_HOUSEHOLD_MAX = 20_000
/** The longest side of a stored photo, in pixels. Browsers shrink to it before they send. */
export const PHOTO_LARGE_SIDE = 2048

export const PHOTO_UNREADABLE = 'This is not a photo that can be read. JPEG, PNG, WebP, AVIF.'

export const photoSizes = ['large', 'small'] as const
export type PhotoSize = (typeof photoSizes)[number]

/** A photo without the links to its bytes. */
export const photoFacts = z.object({
  photoId: id,
  plantId: id,
  careId: z.nullable(id),
  takenAt: timestamp,
  width: z.number(),
  height: z.number(),
  isCover: z.boolean(),
  addedBy: z.nullable(id),
})
export type PhotoFacts = z.infer<typeof photoFacts>

/** `large` and `small` are paths that work until the end of tomorrow, for members of the household only. */
export const photo = z.extend(photoFacts, { large: z.string(), small: z.string() })
export type Photo = z.infer<typeof photo>

const ofPlant = z.object({ plantId: id })
const ofPhoto = z.object({ photoId: id })

export const photoRoutes = {
  /** Newest first. */
  list: route({
    method: 'GET',
    path: '/api/plants/:plantId/photos',
    access: 'member',
    params: ofPlant,
    reply: z.array(photo),
  }),
  /** The cover of each plant that has one. */
  covers: route({
    method: 'GET',
    path: '/api/photos/covers',
    access: 'member',
    query: ofHousehold,
    reply: z.array(photo),
  }),
  add: route({
    method: 'POST',
    path: '/api/plants/:plantId/photos',
    access: 'member',
    params: ofPlant,
    query: z.object({ photoId: newId, careId: z.optional(newId), takenAt: z.optional(timestamp) }),
    upload: { tooLarge: 'The photo is larger than 15 MB.' },
    bodyLimit: PHOTO_MAX_BYTES,
    reply: photo,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/photos/:photoId',
    access: 'member',
    params: ofPhoto,
    body: z.partial(z.object({ takenAt: timestamp, isCover: z.boolean() })),
    reply: photo,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/photos/:photoId',
    access: 'member',
    params: ofPhoto,
    reply: nothing,
  }),
  read: route({
    method: 'GET',
    path: '/api/photos/:photoId/:size',
    access: 'signed',
    params: z.extend(ofPhoto, { size: z.enum(photoSizes, 'Unknown size') }),
    query: z.object({
      until: z.string().check(z.regex(/^\d{1,15}$/, 'Not a valid time')),
      sig: z.string().check(z.regex(/^[\w-]{43}$/, 'Not a valid signature')),
    }),
    reply: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
    contentType: 'image/jpeg',
    keptForSeconds: 86_400,
  }),
}
