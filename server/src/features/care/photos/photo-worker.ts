import { encodePhoto, UnreadablePhoto } from './encode-photo.ts'
import type { PhotoAnswer } from './photo-encoder.ts'

// Photos are decoded in a process of its own: a file that makes the decoder fail, hang or grow costs only itself.

const MEMORY_MAX_BYTES = 512 * 1024 * 1024
const MEASURED_EVERY_MS = 25

setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_MAX_BYTES) process.exit(1)
}, MEASURED_EVERY_MS).unref()

process.on('message', (file: string) => void answer(file))
// The server has ended.
process.on('disconnect', () => process.exit())
send('ready')

async function answer(file: string): Promise<void> {
  try {
    send({ photo: await encodePhoto(file) })
  } catch (error) {
    if (!(error instanceof UnreadablePhoto)) throw error
    send({ refusal: error.message })
  }
}

function send(message: PhotoAnswer | 'ready'): void {
  process.send?.(message)
}
