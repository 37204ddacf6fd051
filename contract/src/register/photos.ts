import type { Photo, PhotoFacts } from '../index.ts'
import { care, plant, TIME, user } from './examples.ts'
import type { Entries } from './route-entry.ts'

export const photoFacts: PhotoFacts = {
  photoId: '4b6d8f20-1c3e-4a5b-9d7f-8e6c4a2b0d13',
  plantId: plant.plantId,
  careId: care.careId,
  takenAt: TIME,
  width: 1536,
  height: 2048,
  isCover: true,
  addedBy: user.userId,
}

const photo: Photo = {
  ...photoFacts,
  large: 'the address of the photo',
  small: 'the address of its small copy',
}

export const photoEntries: Entries<'photo'> = {
  photo: {
    list: {
      does: 'Lists the photos of a plant, the newest first. `large` and `small` are links that need no token and work until the end of tomorrow (UTC); they end at once when somebody leaves the household.',
      ids: { plantId: '$PLANT_ID' },
      reply: [photo],
      problems: ['plant.not-found'],
    },
    covers: {
      does: 'Lists the cover photos of the plants of a household.',
      reply: [photo],
    },
    add: {
      does: 'Adds a photo to a plant: send the bytes of a JPEG, PNG, WebP or AVIF of at most 15 MB. It is stored anew, upright, with its longest side at most 2,048 pixels, and without the camera’s data and place. You make `photoId`, so that a photo that is sent again is added once. `careId` is an entry of the plant, or the id of a new one; the photo is dated by its camera, else by `takenAt`.',
      ids: { plantId: '$PLANT_ID' },
      may: 'carer',
      changes: ['photos', 'care'],
      query: { photoId: '$NEW_ID' },
      reply: photo,
      problems: [
        'plant.not-found',
        'photo.unreadable',
        'photo.too-many',
        'photo.no-room',
        'photo.id-taken',
        'care.id-taken',
        'care.full',
      ],
    },
    edit: {
      does: 'Changes when a photo was taken, or makes it the cover of its plant: your own, any as a gardener.',
      ids: { photoId: '$PHOTO_ID' },
      may: 'carer',
      changes: ['photos'],
      body: { isCover: true },
      reply: photo,
      problems: ['photo.not-found', 'photo.not-yours'],
    },
    remove: {
      does: 'Deletes a photo: your own, any as a gardener. Its entry in the care log stays.',
      ids: { photoId: '$PHOTO_ID' },
      may: 'carer',
      changes: ['photos'],
      problems: ['photo.not-found', 'photo.not-yours'],
    },
    read: {
      does: 'Returns a photo as a JPEG, by a link from the reply of another route. `small` is 400 by 400 pixels.',
      ids: { photoId: '$PHOTO_ID' },
      params: { size: 'small' },
      query: { until: '$PHOTO_UNTIL', sig: '$PHOTO_SIGNATURE' },
      reply: new Uint8Array(),
      problems: ['photo.not-found'],
    },
  },
}
