import { expect, test } from 'vitest'
import { exifDateOf } from './exif-date.ts'

const TAGS = { exif: 0x8769, original: 0x9003 }

/** Returns an Exif block with DateTimeOriginal, after other bytes. */
function block(date: string, { isLittle = true, before = 'Exif\0\0' } = {}): Uint8Array {
  const view = new DataView(new ArrayBuffer(76))
  const entry = (at: number, ...[tag, type, count, value]: [number, number, number, number]) => {
    view.setUint16(at, tag, isLittle)
    view.setUint16(at + 2, type, isLittle)
    view.setUint32(at + 4, count, isLittle)
    view.setUint32(at + 8, value, isLittle)
  }
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, 1, isLittle)
  entry(10, TAGS.exif, 4, 1, 26)
  view.setUint16(26, 1, isLittle)
  entry(28, TAGS.original, 2, 20, 44)
  const tiff = new Uint8Array(view.buffer)
  tiff.set(new TextEncoder().encode(date), 44)
  return new Uint8Array([...new TextEncoder().encode(before), ...tiff])
}

const TAKEN = '2026:06:16 14:20:08'

test.each([
  ['little-endian', {}],
  ['big-endian', { isLittle: false }],
  ['after other bytes of a file', { before: 'ftypheicE Ex EExif\0\0' }],
  ['without a head, as in a PNG', { before: '' }],
])('reads when a photo was taken from a block %s', (_how, options) => {
  expect(exifDateOf(block(TAKEN, options))).toEqual({ date: '2026-06-16', seconds: 14 * 3600 + 20 * 60 + 8 })
})

test.each(['0000:00:00 00:00:00', '2026:02:30 10:00:00', '2026:06:16 25:00:00', '    :  :     :  :  ', '2026-06-16 1'])(
  'ignores the time %j, which no clock shows',
  (text) => {
    expect(exifDateOf(block(text))).toBeUndefined()
  },
)

test('reads nothing from bytes that are cut off or damaged anywhere', () => {
  const whole = block(TAKEN)
  for (let length = 0; length < whole.length - 13; length++)
    expect(exifDateOf(whole.subarray(0, length))).toBeUndefined()
  for (let at = 0; at < whole.length; at++) {
    const damaged = Uint8Array.from(whole, (byte, index) => (index === at ? 0xff : byte))
    expect(() => exifDateOf(damaged)).not.toThrow()
  }
})
