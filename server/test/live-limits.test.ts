import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { openLoneBus } from '../src/platform/bus/lone-bus.ts'
import { SharedHub } from '../src/cluster/live/shared-hub.ts'
import { openSocketServer } from '../src/platform/live/socket-server.ts'
import { createWorld, portOf } from './world.ts'

const UNTIED_MAX = 100

/** Opens a socket. Returns 101 when it was opened, else the status of the refusal. */
async function tryToOpen(port: number, clientId: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?id=${clientId}`, { headers })
  onTestFinished(() => socket.terminate())
  const refused = once(socket, 'unexpected-response').then(([, answer]) => (answer as IncomingMessage).statusCode)
  socket.on('error', () => undefined)
  const status = await Promise.race([once(socket, 'open').then(() => 101), refused])
  return { socket, status }
}

describe('unsubscribed live connections', () => {
  async function crowd(trustProxy: false | string[], addressOf: (index: number) => string) {
    const world = await createWorld({ trustProxy })
    await world.app.listen()
    const from = async (address: string, id: string) =>
      (await tryToOpen(portOf(world), id, { 'x-forwarded-for': address })).status
    for (let index = 0; index < UNTIED_MAX; index++) expect(await from(addressOf(index), `c${index}`)).toBe(101)
    return from
  }

  test('counts unsubscribed connections by the address that the configured proxy forwards', async () => {
    const from = await crowd(['127.0.0.1'], () => '203.0.113.66')
    expect(await from('203.0.113.66', 'one-more')).toBe(429)
    expect(await from('198.51.100.7', 'somebody-else')).toBe(101)
  })

  test('counts unsubscribed connections of IPv6 addresses by network', async () => {
    const from = await crowd(['127.0.0.1'], (index) => `2001:db8:1:2::${index.toString(16)}`)
    expect(await from('2001:db8:1:2:aaaa::1', 'one-more')).toBe(429)
    expect(await from('2001:db8:1:3::1', 'somebody-else')).toBe(101)
  })

  test('counts unsubscribed connections by the real address when the header does not come from the configured proxy', async () => {
    const from = await crowd(false, (index) => `198.51.100.${index}`)
    expect(await from('203.0.113.1', 'one-more')).toBe(429)
  })

  test('closes unsubscribed connections after a while, and keeps subscribed ones', async () => {
    const sockets = openSocketServer(new SharedHub(openLoneBus('node')), {
      sockets: 10,
      untiedPerNetwork: 2,
      untiedMs: 2000,
    })
    const server = createServer().on('upgrade', (request, stream, head) =>
      sockets.upgrade(request, stream, head, '192.0.2.1'),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      sockets.close()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const [mine, first, second] = [
      await tryToOpen(port, 'mine'),
      await tryToOpen(port, 'first'),
      await tryToOpen(port, 'second'),
    ]
    expect([mine.status, first.status, second.status]).toEqual([101, 101, 429])
    expect(await sockets.subscribe('mine', { userId: 'ann', sessionId: 's1' }, [])).toBe('done')
    expect((await once(first.socket, 'close'))[0]).toBe(4008)
    expect((await tryToOpen(port, 'third')).status).toBe(101)
    expect((await tryToOpen(port, 'fourth')).status).toBe(101)
    expect(mine.socket.readyState).toBe(WebSocket.OPEN)
  })
})
