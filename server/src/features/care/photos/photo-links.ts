import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressOf, DAY_MS, photoRoutes, type PhotoSize } from '@greenhouse/contract'
import { deriveKey } from '../../../platform/secrets/secret.ts'

interface LinkedPhoto {
  readonly id: string
  readonly householdId: string
  /** Of the household: links of an earlier one have ended. */
  readonly epoch: number
}

export interface PhotoLinks {
  make(photo: LinkedPhoto, size: PhotoSize): string
  /** Whether a link was made here for this photo and size, and has not ended. */
  isGood(photo: LinkedPhoto, size: PhotoSize, link: { readonly until: string; readonly sig: string }): boolean
}

/** Signs links to photos, since a browser sends no token for a picture. They end with the UTC day after today. */
export function openPhotoLinks(secret: Uint8Array, now: () => number): PhotoLinks {
  const key = deriveKey(secret, 'photos')
  const sign = ({ id, householdId, epoch }: LinkedPhoto, size: PhotoSize, until: string) =>
    createHmac('sha256', key).update([id, householdId, epoch, size, until].join(' ')).digest('base64url')
  return {
    make(photo, size) {
      const until = String((Math.floor(now() / DAY_MS) + 2) * DAY_MS - 1)
      const params = { photoId: photo.id, size }
      return addressOf(photoRoutes.read, { params, query: { until, sig: sign(photo, size, until) } })
    },
    isGood(photo, size, { until, sig }) {
      const right = Buffer.from(sign(photo, size, until))
      const given = Buffer.from(sig)
      return given.length === right.length && timingSafeEqual(given, right) && Number(until) > now()
    },
  }
}
