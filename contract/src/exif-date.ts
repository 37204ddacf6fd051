/** `Exif` and two zeros. */
const HEAD = [0x45, 0x78, 0x69, 0x66, 0, 0]
/** Files begin with their data about the photo. */
const SEARCHED_BYTES = 256 * 1024
const EXIF_IFD = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const ENTRY_BYTES = 12
/** No camera writes more fields; a damaged count would be followed otherwise. */
const ENTRIES_MAX = 500
const SHOWN = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/

/** When a photo was taken, as the clock of the camera showed it. */
export interface ShownTime {
  /** `2026-06-16`. */
  readonly date: string
  /** Seconds since midnight. */
  readonly seconds: number
}

/**
 * Returns DateTimeOriginal (tag 0x9003 of CIPA DC-008, Exif 3.0) from the bytes of an image file, or of its Exif block;
 * undefined without one.
 */
export function exifDateOf(bytes: Uint8Array): ShownTime | undefined {
  const tiff = bytes.subarray(endOfHead(bytes.subarray(0, SEARCHED_BYTES)))
  const order = String.fromCodePoint(...tiff.subarray(0, 2))
  if (order !== 'II' && order !== 'MM') return undefined
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = order === 'II'
  try {
    const exif = entryOf(view, view.getUint32(4, isLittle), EXIF_IFD, isLittle)
    if (exif === undefined) return undefined
    const entry = entryOf(view, view.getUint32(exif + 8, isLittle), DATE_TIME_ORIGINAL, isLittle)
    if (entry === undefined) return undefined
    const start = view.getUint32(entry + 8, isLittle)
    return shownTime(String.fromCodePoint(...tiff.subarray(start, start + 19)))
  } catch (error) {
    // A place outside of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Returns where the Exif block begins; the start where no head is found, as in a PNG's block. */
function endOfHead(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (HEAD.every((one, index) => bytes[at + index] === one)) return at + HEAD.length
  return 0
}

/** Returns where the entry of a tag begins in a directory. */
function entryOf(view: DataView, directory: number, tag: number, isLittle: boolean): number | undefined {
  const count = Math.min(view.getUint16(directory, isLittle), ENTRIES_MAX)
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * ENTRY_BYTES
    if (view.getUint16(entry, isLittle) === tag) return entry
  }
  return undefined
}

function shownTime(text: string): ShownTime | undefined {
  const [, year, month, day, hour, minute, second] = SHOWN.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  const instant = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  // `2026-02-30` is read as a day of March.
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(date)) return undefined
  return { date, seconds: Number(hour) * 3600 + Number(minute) * 60 + Number(second) }
}
