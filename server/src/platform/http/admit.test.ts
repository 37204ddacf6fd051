import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { route } from '@greenhouse/contract'
import * as z from 'zod/mini'
import { expect, onTestFinished, test } from 'vitest'
import { testConfig } from '../../../test/world.ts'
import { openLog } from '../log.ts'
import { openHttp } from './http.ts'
import type { Gate } from './serve.ts'

const NOTE = route({
  method: 'POST',
  path: '/note',
  access: 'member',
  body: z.object({ text: z.string() }),
  reply: z.object({ text: z.string() }),
})
const BODY = '{"text":"x"}'
const HEAD = [
  'POST /note HTTP/1.1',
  'host: localhost',
  'authorization: some-token-of-a-session',
  'content-type: application/json',
  `content-length: ${BODY.length}`,
  'connection: close',
]
const MEMBER = { userId: 'ann', householdId: 'ann', householdRole: 'owner', sessionId: 's', role: 'user' } as const

/** A server whose sessions are verified by `member`. */
async function open(member: Gate['member']) {
  const nobody = async () => undefined
  const http = openHttp({
    config: testConfig(),
    log: openLog('silent'),
    gate: { member, board: nobody, ticket: nobody },
  })
  onTestFinished(() => http.fastify.close())
  http.serve(NOTE, ({ body }) => body)
  await http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((http.fastify.server.address() as AddressInfo).port, '127.0.0.1').setNoDelay()
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const status = async () => {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return Number(bytes.toString().split(' ')[1])
  }
  return { socket, status }
}

test('a call that arrives in one packet is verified once', async () => {
  let calls = 0
  const { socket, status } = await open(async () => {
    calls += 1
    return MEMBER
  })
  socket.write(`${HEAD.join('\r\n')}\r\n\r\n${BODY}`)
  expect(await status()).toBe(200)
  expect(calls).toBe(1)
})

test('a call whose body arrives while its session is verified is refused when the session has ended meanwhile', async () => {
  const verified = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let calls = 0
  const { socket, status } = await open(async () => {
    calls += 1
    if (calls > 1) return undefined
    asked.resolve()
    await verified.promise
    return MEMBER
  })
  socket.write(`${HEAD.join('\r\n')}\r\n\r\n`)
  await asked.promise
  await new Promise<void>((resolve) => void socket.write(BODY, () => resolve()))
  // The body of the call has arrived once a later connection is answered.
  await fetch(`http://127.0.0.1:${socket.remotePort}/livez`)
  verified.resolve()
  expect(await status()).toBe(401)
  expect(calls).toBe(2)
})
