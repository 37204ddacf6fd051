import { exifDateOf, PHOTO_LARGE_SIDE, PHOTO_SIDES, PHOTO_UNREADABLE, type ShownTime } from '@greenhouse/contract'

const QUALITY = 0.85
const PREVIEW_SIDE = 224
/** Cameras write the time of a photo near the start of its file. */
const HEAD_BYTES = 256 * 1024
/** Brands of HEIF files with HEVC pictures, which only Safari reads. */
const HEIC = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/

export interface ShrunkPhoto {
  /** A JPEG without the data of the camera. */
  readonly file: Blob
  /** A small copy as a data URL. */
  readonly preview: string
  /** As the camera's clock showed it; undefined when the file lacks it. */
  readonly takenAt: ShownTime | undefined
}

/** Thrown for a file that is no photo. The message is for the person who chose it. */
export class UnreadablePhoto extends Error {}

/** Draws a photo anew: upright, with its longest side at most 2,048 pixels, which removes what the camera added. */
export async function shrinkPhoto(original: Blob): Promise<ShrunkPhoto> {
  const head = new Uint8Array(await original.slice(0, HEAD_BYTES).arrayBuffer())
  const image = await createImageBitmap(original, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    throw new UnreadablePhoto(sentenceFor(head), { cause: error })
  })
  try {
    checkSides(image)
    const large = draw(image, PHOTO_LARGE_SIDE)
    return {
      file: await encode(large),
      preview: draw(image, PREVIEW_SIDE).toDataURL('image/jpeg', QUALITY),
      takenAt: exifDateOf(head),
    }
  } finally {
    image.close()
  }
}

function sentenceFor(head: Uint8Array): string {
  const brand = String.fromCodePoint(...head.subarray(4, 12))
  if (!HEIC.test(brand)) return PHOTO_UNREADABLE
  return 'This browser can’t read HEIC photos. Choose JPEG in the camera’s settings.'
}

function checkSides({ width, height }: ImageBitmap): void {
  if (Math.min(width, height) >= PHOTO_SIDES.min) return
  throw new UnreadablePhoto(`The photo is too small. Each side needs at least ${PHOTO_SIDES.min} pixels.`)
}

function draw(image: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  // JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnreadablePhoto('This photo is too large for this browser.'))),
      'image/jpeg',
      QUALITY,
    )
  })
}
