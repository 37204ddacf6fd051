import { onTestFinished, vi } from 'vitest'

interface Image {
  readonly width: number
  readonly height: number
}

/** Sizes of the pictures that were drawn. */
export interface Drawn {
  readonly sizes: Array<readonly [width: number, height: number]>
}

/** Lets files be decoded and drawn until the end of the test, which happy-dom can't. `read` throws for a file that is no picture. */
export function stubCanvas(read: (file: Blob) => Image = () => ({ width: 4000, height: 3000 })): Drawn {
  const sizes: Drawn['sizes'] = []
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  vi.stubGlobal('createImageBitmap', async (file: Blob) => ({ ...read(file), close: () => {} }))
  const canvas = HTMLCanvasElement.prototype
  vi.spyOn(canvas, 'getContext').mockImplementation(
    () => ({ fillRect: () => {}, drawImage: () => {} }) as unknown as RenderingContext,
  )
  vi.spyOn(canvas, 'toBlob').mockImplementation(function toBlob(this: HTMLCanvasElement, done: BlobCallback) {
    sizes.push([this.width, this.height])
    done(new Blob([`${this.width} by ${this.height}`], { type: 'image/jpeg' }))
  })
  vi.spyOn(canvas, 'toDataURL').mockImplementation(() => 'data:image/jpeg;base64,')
  return { sizes }
}
