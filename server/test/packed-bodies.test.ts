import { gzipSync } from 'node:zlib'
import { deviceRoutes, readingRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorld } from './world.ts'

const { path } = readingRoutes.send

/** A world in which Ann's device posts readings with any headers. */
async function posting() {
  const world = await createWorld()
  const { deviceToken } = await world.aDevice(await world.as('ann'))
  return {
    world,
    deviceToken,
    async post(payload: Buffer | string, headers: Record<string, string> = {}, url: string = path) {
      const answer = await world.app.http.fastify.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', authorization: deviceToken, ...headers },
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

test('accepts readings compressed with gzip', async () => {
  const { post } = await posting()
  const body = gzipSync(JSON.stringify([{ temperature: 21 }, { temperature: 22 }]))
  expect(await post(body, { 'content-encoding': 'gzip' })).toEqual({
    status: 200,
    body: { stored: 2, duplicates: 0, refused: [] },
  })
  expect((await post('{"temperature":21}', { 'content-encoding': 'identity' })).status).toBe(200)
})

test('a compressed body is unpacked up to the limit of the route and no further', async () => {
  const { post, world } = await posting()
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
  const before = process.memoryUsage().arrayBuffers
  const { status, body } = await post(bomb, { 'content-encoding': 'gzip' })
  expect([status, body.type]).toEqual([413, expect.stringContaining('body.too-large')])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
  const fits = gzipSync(`{"temperature":21}${' '.repeat(1_000_000)}`)
  expect((await post(fits, { 'content-encoding': 'gzip' })).status).toBe(200)
  expect(world.app.ingest.counts.stored).toBe(1)
})

test.each([
  ['not packed at all', Buffer.from('{"temperature":21}')],
  ['cut off', gzipSync('{"temperature":21}').subarray(0, 20)],
])('a compressed body that is %s is answered with 400', async (_what, body) => {
  const { post } = await posting()
  expect((await post(body, { 'content-encoding': 'gzip' })).status).toBe(400)
})

test.each([
  ['of a type that is none', gzipSync('{"temperature":21}').subarray(0, 12)],
  ['without a byte, of a type that is none', Buffer.alloc(0)],
])('a body that is cut off and %s is refused, and its late error does not end the process', async (_what, body) => {
  const { post } = await posting()
  const uncaught = vi.fn<(error: Error) => void>()
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', uncaught)
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const listener of others) process.on('uncaughtException', listener)
  })
  const { status } = await post(body, { 'content-type': ';', 'content-encoding': 'gzip' })
  expect(status).toBe(400)
  // By now the body of the first request has been unpacked, too.
  expect((await post(body, { 'content-encoding': 'gzip' })).status).toBe(400)
  expect(uncaught).not.toHaveBeenCalled()
})

test('another encoding is refused with a hint at gzip, and so is gzip on a route without readings', async () => {
  const { post, world } = await posting()
  const refused = await post('x', { 'content-encoding': 'br' })
  expect([refused.status, refused.body.title]).toEqual([415, expect.stringContaining('gzip')])
  const { token } = await world.as('ann')
  const headers = { 'content-encoding': 'gzip', authorization: token }
  const elsewhere = await post(gzipSync('{"deviceName":"Herbs"}'), headers, deviceRoutes.create.path)
  expect(elsewhere.status).toBe(415)
})

test('a token is found in every authorization scheme of the clients', async () => {
  const { deviceToken, post } = await posting()
  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const headers = [
    deviceToken,
    `Bearer ${deviceToken}`,
    `bearer  ${deviceToken}`,
    `Token ${deviceToken}`,
    basic(deviceToken, ''),
    basic('greenhouse', deviceToken),
    basic(deviceToken, 'x'),
  ]
  const statuses = []
  for (const authorization of headers) statuses.push((await post('{"temperature":21}', { authorization })).status)
  expect(statuses).toEqual(headers.map(() => 200))
})

test.each([
  '',
  'Bearer',
  'Token ',
  'Basic',
  'Basic !!!',
  `Basic ${Buffer.from(':').toString('base64')}`,
  'x'.repeat(5000),
  'Digest abc',
])('the header %j admits nobody', async (authorization) => {
  const { post } = await posting()
  expect((await post('{"temperature":21}', { authorization })).status).toBe(401)
})
