import { deflateSync, gzipSync } from 'node:zlib'
import { photoRoutes, PHOTO_UNREADABLE, plantRoutes } from '@greenhouse/contract'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { addedPhoto, aPicture, sendPhoto, TINY_PHOTO } from '../../../../test/photos.ts'
import { createWorld } from '../../../../test/world.ts'
import { openLog } from '../../../platform/log.ts'
import { openPhotoEncoder } from './photo-encoder.ts'

/** The signature and the head of a zip file. */
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\b\0', 'latin1'), gzipSync('hostile')])
const HTML = '<html><script>alert(document.domain)</script></html>'

/** Returns a JPEG that is also a page and, from its end, a zip file. */
function polyglot(): Buffer {
  const comment = Buffer.from(HTML)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([TINY_PHOTO.subarray(0, 2), head, comment, TINY_PHOTO.subarray(2), ZIP])
}

async function noise(): Promise<Buffer> {
  const raw = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * index * 31) >> 3))
  return sharp(raw, { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer()
}

async function bomb(width: number, height: number): Promise<Buffer> {
  const black = { create: { width, height, channels: 3 as const, background: 'black' }, limitInputPixels: false }
  return sharp(black).png().toBuffer()
}

/** Returns a PNG with more pixels in its header than there are. */
async function lying(): Promise<Buffer> {
  const png = await aPicture({ format: 'png' })
  const header = Buffer.from(png)
  header.writeUInt32BE(19_000, 16)
  return header
}

const tooMany = 'The photo has more than 50 million pixels.'
const side = 'A side of the photo must have from 20 to 20,000 pixels.'
const corpus: ReadonlyArray<readonly [string, () => Buffer | Promise<Buffer>, string]> = [
  ['half a JPEG', async () => (await noise()).subarray(0, 9000), PHOTO_UNREADABLE],
  ['a zip file', () => ZIP, PHOTO_UNREADABLE],
  ['an SVG', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>`), PHOTO_UNREADABLE],
  ['a GIF', () => aPicture({ format: 'gif' }), PHOTO_UNREADABLE],
  ['a page', () => Buffer.from(HTML), PHOTO_UNREADABLE],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'), PHOTO_UNREADABLE],
  ['nothing', () => Buffer.alloc(0), PHOTO_UNREADABLE],
  ['a JPEG without pictures', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9]), PHOTO_UNREADABLE],
  ['a PNG that has fewer bytes than pixels', lying, PHOTO_UNREADABLE],
  ['compressed zeros', () => deflateSync(Buffer.alloc(1_000_000)), PHOTO_UNREADABLE],
  ['a PNG of 108 million pixels in a megabyte', () => bomb(10_400, 10_400), tooMany],
  ['a picture of 10 pixels', () => aPicture({ width: 10 }), side],
  ['a long picture', () => aPicture({ width: 20_001, height: 20 }), side],
]

test('refuses each hostile file in a sentence, stays alive, and stores the next photo', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })).body
  for (const [what, make, sentence] of corpus) {
    const { body } = await sendPhoto(ann, plantId, await make())
    expect([what, body.status, body.title]).toEqual([what, 400, sentence])
    expect((await world.request('GET', '/livez')).status).toBe(200)
  }
  await addedPhoto(ann, plantId)
  expect((await ann.call(photoRoutes.list, { params: { plantId } })).body).toHaveLength(1)
})

test('stores nothing of a photo that is also a page and a zip file, and nothing of its own kind in other formats', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })).body
  const files = [
    polyglot(),
    ...(await Promise.all(
      (['png', 'webp', 'avif'] as const).map((format) => aPicture({ format, takenAt: '2026:06:16 14:20:08' })),
    )),
  ]
  for (const file of files) {
    const { large, small, takenAt } = await addedPhoto(ann, plantId, file)
    for (const link of [large, small]) {
      const stored: Buffer = (await world.request('GET', link)).body
      expect((await sharp(stored).metadata()).format).toBe('jpeg')
      expect(stored.toString('latin1')).not.toMatch(/<script|PK\W{2}|Exif|SecretCamera/)
    }
    if (file !== files[0]) expect(takenAt).toBe('2026-06-16T14:20:08.000Z')
  }
})

test('refuses a photo at which the process ends or hangs, and encodes the next one in a new process', async () => {
  const worker = new URL('../../../../test/failing-photo-worker.ts', import.meta.url)
  const encoder = openPhotoEncoder({ log: openLog('silent'), worker, jobMs: 2000 })
  onTestFinished(() => encoder.close())
  const processOf = async () => Buffer.from((await encoder.encode('photo')).large).toString()
  const first = await processOf()
  expect(await processOf()).toBe(first)
  const refusal = { status: 400, message: PHOTO_UNREADABLE }
  const jobs = [encoder.encode('exit'), processOf(), encoder.encode('hang'), processOf()]
  expect(encoder.waiting).toBe(4)
  const [exit, second, hang, third] = await Promise.allSettled(jobs)
  expect(exit).toMatchObject({ reason: refusal })
  expect(hang).toMatchObject({ reason: refusal })
  const processes = [first, second, third].map((one) => (typeof one === 'object' && 'value' in one ? one.value : one))
  expect(new Set(processes).size).toBe(3)
  expect(encoder.waiting).toBe(0)
})

test('replies that photos have to wait where no process can be started, and to more than four at once', async () => {
  const worker = new URL('./no-such-worker.ts', import.meta.url)
  const encoder = openPhotoEncoder({ log: openLog('silent'), worker })
  onTestFinished(() => encoder.close())
  await expect(encoder.encode('photo')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 60 })
  const world = await createWorld()
  const ann = await world.as('ann')
  const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })).body
  const answers = await Promise.all(Array.from({ length: 6 }, () => sendPhoto(ann, plantId, TINY_PHOTO)))
  const refused = answers.filter(({ status }) => status === 503)
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([4, 2])
  expect(refused[0]?.headers['retry-after']).toBe('10')
})
