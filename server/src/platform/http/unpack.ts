import { Transform, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ProblemError } from '../problem.ts'

/** Fastify compares `receivedEncodedLength` with the Content-Length. */
type Unpacked = Transform & { receivedEncodedLength: number }

/** Unpacks a gzip body piece by piece. Ends with a 413 beyond `limit` bytes: a few bytes may unpack to gigabytes. */
export function unpack(packed: Readable, limit: number): Unpacked {
  const gunzip = createGunzip()
  let length = 0
  const bounded: Unpacked = Object.assign(
    new Transform({
      transform(piece: Buffer, _encoding, done) {
        length += piece.length
        done(length > limit ? tooLarge() : null, piece)
      },
    }),
    { receivedEncodedLength: 0 },
  )
  const stop = (error: Error) => void bounded.destroy(error)
  // The reader may refuse the request before its body, and an error event without a listener would end the process.
  bounded.on('error', () => undefined)
  packed.on('data', (piece: Buffer) => (bounded.receivedEncodedLength += piece.length))
  packed.once('error', stop)
  packed.once('close', () => {
    if (!packed.readableEnded) stop(new Error('The body ended early.'))
  })
  gunzip.once('error', stop)
  bounded.once('close', () => {
    packed.unpipe(gunzip)
    packed.resume()
    gunzip.destroy()
  })
  packed.pipe(gunzip).pipe(bounded)
  return bounded
}

function tooLarge(): ProblemError {
  return new ProblemError(413, 'body.too-large', 'The request is too large.')
}
