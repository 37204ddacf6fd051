import { readFile } from 'node:fs/promises'
import {
  exifDateOf,
  PHOTO_LARGE_SIDE,
  PHOTO_MAX_PIXELS,
  PHOTO_SIDES,
  PHOTO_UNREADABLE,
  type ShownTime,
} from '@greenhouse/contract'
import sharp from 'sharp'

const SMALL_SIDE = 400
/** Operations of libvips that read the four accepted formats. All others are blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`)

/** A photo as it is stored: both sizes are JPEG in sRGB, upright, without data about camera and place. */
export interface EncodedPhoto {
  readonly large: Uint8Array
  readonly small: Uint8Array
  /** Of the large size, in pixels. */
  readonly width: number
  readonly height: number
  /** As the camera's clock showed it; undefined when the file lacks it. */
  readonly takenAt: ShownTime | undefined
}

/** Thrown for a file that is no photo. The message is for the person who sent it. */
export class UnreadablePhoto extends Error {}

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.cache(false)
sharp.concurrency(1)

/** Decodes a file and encodes it anew. Throws UnreadablePhoto. */
export async function encodePhoto(file: string): Promise<EncodedPhoto> {
  const bytes = await readFile(file)
  try {
    const { width, height, exif } = await sharp(bytes).metadata()
    checkSides(width, height)
    const { data: large, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS })
      .autoOrient()
      .resize({ width: PHOTO_LARGE_SIDE, height: PHOTO_LARGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const small = await sharp(large).resize(SMALL_SIDE, SMALL_SIDE).jpeg({ quality: 78 }).toBuffer()
    return { large, small, width: info.width, height: info.height, takenAt: exif && exifDateOf(exif) }
  } catch (error) {
    throw error instanceof UnreadablePhoto ? error : new UnreadablePhoto(PHOTO_UNREADABLE, { cause: error })
  }
}

function checkSides(width: number, height: number): void {
  if (width * height > PHOTO_MAX_PIXELS)
    throw new UnreadablePhoto(`The photo has more than ${PHOTO_MAX_PIXELS / 1_000_000} million pixels.`)
  if (Math.min(width, height) < PHOTO_SIDES.min || Math.max(width, height) > PHOTO_SIDES.max)
    throw new UnreadablePhoto(
      `A side of the photo must have from ${PHOTO_SIDES.min} to ${PHOTO_SIDES.max.toLocaleString('en')} pixels.`,
    )
}
