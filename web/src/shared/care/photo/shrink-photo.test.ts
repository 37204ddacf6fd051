import { afterEach, expect, test, vi } from 'vitest'
import { stubCanvas } from './canvas.fixture.ts'
import { shrinkPhoto } from './shrink-photo.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const HEIC = new Blob([new Uint8Array(4), 'ftypheic', new Uint8Array(40)])
const fail = () => {
  throw new DOMException('no picture', 'InvalidStateError')
}

test.each([
  [4000, 3000, [2048, 1536]],
  [1000, 5000, [410, 2048]],
  [640, 480, [640, 480]],
])('draws a photo of %i by %i pixels anew as %j', async (width, height, size) => {
  const { sizes } = stubCanvas(() => ({ width, height }))
  const { file, takenAt } = await shrinkPhoto(new Blob(['photo']))
  expect(sizes).toEqual([size])
  expect([file.type, takenAt]).toEqual(['image/jpeg', undefined])
})

test.each([
  ['that can’t be decoded', new Blob(['PK a zip']), 'This is not a photo that can be read. JPEG, PNG, WebP, AVIF.'],
  ['in HEIC', HEIC, 'This browser can’t read HEIC photos. Choose JPEG in the camera’s settings.'],
])('refuses a file %s in a sentence', async (_name, file, sentence) => {
  stubCanvas(fail)
  await expect(shrinkPhoto(file)).rejects.toThrow(sentence)
})

test('refuses a photo whose side is shorter than the server takes', async () => {
  stubCanvas(() => ({ width: 400, height: 19 }))
  await expect(shrinkPhoto(new Blob(['photo']))).rejects.toThrow('Each side needs at least 20 pixels.')
})

test('refuses a photo that the browser can’t encode', async () => {
  stubCanvas()
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
  await expect(shrinkPhoto(new Blob(['photo']))).rejects.toThrow('This photo is too large for this browser.')
})
