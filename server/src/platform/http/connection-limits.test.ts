import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testConfig } from '../../../test/world.ts'
import { openLog } from '../log.ts'
import { HTTP_LIMITS, openHttp } from './http.ts'

const nobody = () => Promise.resolve(undefined)

async function listening(changes: Partial<typeof HTTP_LIMITS>) {
  const { fastify } = openHttp({
    config: testConfig(),
    log: openLog('silent'),
    gate: { member: nobody, board: nobody, ticket: nobody },
    limits: { ...HTTP_LIMITS, ...changes },
  })
  fastify.get('/', async () => 'here')
  fastify.post('/', async () => 'taken')
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => fastify.close())
  return (fastify.server.address() as AddressInfo).port
}

/** Sends bytes, and returns the server's reply until it hangs up. */
async function sendOnly(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('data', (text) => (answer += String(text)))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

describe('a connection', () => {
  test('closes a connection with endless headers', async () => {
    const port = await listening({ headersMs: 100, checkedEveryMs: 50 })
    expect(await sendOnly(port, 'GET / HTTP/1.1\r\nhost: x\r\n')).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('closes a connection with an endless body', async () => {
    const port = await listening({ headersMs: 100, requestMs: 200, checkedEveryMs: 50 })
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'
    expect(await sendOnly(port, head)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('closes connections beyond the limit, and accepts one again when another has ended', async () => {
    const port = await listening({ connections: 2 })
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    for (const socket of held) {
      onTestFinished(() => void socket.destroy())
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      await once(socket, 'data')
    }
    expect(await sendOnly(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toBe('')
    held[0]?.destroy()
    await expect
      .poll(() => sendOnly(port, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'))
      .toMatch(/^HTTP\/1\.1 200 /)
  })
})
