import { Transform, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ProblemError } from '../problem.ts'

/** A stream as the web framework expects one that was unpacked: it compares the packed bytes with the Content-Length. */
type Unpacked = Transform & { receivedEncodedLength: number }

/**
 * Returns what a body that is packed with gzip holds, piece by piece, and ends with a 413 as soon as there is more of it than
 * `limit` bytes: a few bytes may unpack to gigabytes. The rest of the packed body is dropped.
 */
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
  // Whoever reads this may refuse the request before or without its body, and then listens no longer. An error without a
  // listener would end the process.
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
