import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpack } from './unpack.ts'

const LIMIT = 100_000

/** Returns the unpacked length of a body, and the error that ended it. */
async function read(bytes: number): Promise<{ length: number; error: unknown }> {
  let length = 0
  try {
    for await (const piece of unpack(Readable.from([gzipSync(Buffer.alloc(bytes))]), LIMIT)) length += piece.length
  } catch (error) {
    return { length, error }
  }
  return { length, error: undefined }
}

test('ends a packed body with a 413 before it exceeds its limit', async () => {
  expect(await read(LIMIT)).toEqual({ length: LIMIT, error: undefined })
  const { length, error } = await read(100 * LIMIT)
  expect(error).toMatchObject({ status: 413, code: 'body.too-large' })
  expect(length).toBeLessThanOrEqual(LIMIT)
})
