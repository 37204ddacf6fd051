import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from 'node:tls'
import { generate, type Packet } from 'mqtt-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import {
  connectPacket,
  connectWire,
  openWire,
  publishPacket,
  versions,
  type Version,
  type Wire,
} from '../../../test/boards.ts'
import { certificateFiles } from '../../../test/certificate.ts'
import { device, openTestListener, READING, testClient } from '../../../test/mqtt-listener.ts'

/** Stops the listener's clock. The returned function advances it and checks the connections. */
function ownClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return async (ms: number) => {
    vi.advanceTimersByTime(ms)
    // The listener checks after it has read everything that has arrived.
    await turn()
  }
}

/** Resolves with a reply, sent after everything that others sent before was read. */
async function ping(wire: Wire): Promise<void> {
  wire.send({ cmd: 'pingreq' })
  await wire.next('pingresp')
}

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['half of its CONNECT', () => Buffer.from([0x10, 40, 0, 4, 77, 81])],
])('disconnects a client that sends %s for too long', async (_what, said) => {
  const pass = ownClock()
  const { listener, port } = await openTestListener({ beforeConnectMs: 1000, beforeConnectSilentMs: Infinity })
  const [silent, known] = [await openWire(port, 4), await connectWire(port, device, 4)]
  silent.send(said())
  await ping(known)
  await pass(2000)
  await silent.ended
  await ping(known)
  expect(listener.open).toBe(1)
})

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['half of its CONNECT', () => Buffer.from([0x10, 40, 0, 4, 77, 81])],
])('disconnects a client that falls silent after it has sent %s', async (_what, said) => {
  const pass = ownClock()
  const { port } = await openTestListener({ beforeConnectMs: Infinity, beforeConnectSilentMs: 50 })
  const [wire, known] = [await openWire(port, 4), await connectWire(port, device, 4)]
  wire.send(said())
  await ping(known)
  await pass(1000)
  await wire.ended
  expect(wire.arrived).toEqual([])
})

test('admits a client that sends its CONNECT slowly', async () => {
  const pass = ownClock()
  const { port } = await openTestListener({ beforeConnectSilentMs: 2000 })
  const [wire, known] = [await openWire(port, 4), await connectWire(port, device, 4, { clientId: 'other' })]
  const bytes = generate(connectPacket(device, 4))
  const part = Math.ceil(bytes.length / 5)
  for (let at = 0; at < bytes.length; at += part) {
    await pass(1500)
    wire.send(bytes.subarray(at, at + part))
    await ping(known)
  }
  expect(await wire.next('connack')).toMatchObject({ returnCode: 0 })
})

test('disconnects a client that falls silent in its TLS handshake, and admits a board', async () => {
  const { tls } = certificateFiles()
  const pass = ownClock()
  const { port } = await openTestListener({ beforeConnectSilentMs: 5000 }, {}, { tls })
  const silent = await openWire(port, 4)
  silent.send(Buffer.from('1603010200', 'hex'))
  const board = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  onTestFinished(() => void board.destroy())
  board.write(generate(connectPacket(device, 4)))
  expect((await once(board, 'data'))[0]).toEqual(Buffer.from([0x20, 2, 0, 0]))
  // The first check registers the received bytes.
  await pass(1000)
  await pass(6000)
  await silent.ended
  board.write(generate({ cmd: 'pingreq' }))
  expect((await once(board, 'data'))[0]).toEqual(Buffer.from([0xd0, 0]))
})

test('counts a TLS handshake as a connection, so that unfinished ones are limited too', async () => {
  const { tls } = certificateFiles()
  const { port } = await openTestListener({ connections: 1 }, {}, { tls })
  await openWire(port, 4)
  const second = await openWire(port, 4)
  await second.ended
  expect(second.arrived).toEqual([])
})

/** Returns the timer of a connection in /proc/net/tcp; 2 is the TCP keep-alive. */
function timerOf(localPort: number, remotePort: number): number | undefined {
  const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const fields = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(hex(localPort)) && remote.endsWith(hex(remotePort)))
  return fields && Number(fields[5]?.slice(0, 2))
}

test.runIf(existsSync('/proc/net/tcp'))('probes a board without a keep-alive by TCP', async () => {
  const { port } = await openTestListener({})
  const wire = await connectWire(port, device, 4, { keepalive: 0 })
  await vi.waitFor(() => expect(timerOf(port, wire.socket.localPort ?? 0)).toBe(2), PATIENT)
})

test.each(versions)(
  'stops without waiting for a refused client over %s that does not close its side',
  async (_name, version) => {
    const { listener, port, close } = await openTestListener({})
    const refused = await openWire(port, version, { halfOpen: true })
    refused.send(connectPacket(device, version, { username: 'wrong', password: Buffer.from('wrong') }))
    await refused.ended
    const left = await openWire(port, version, { halfOpen: true })
    left.send(connectPacket(device, version), { cmd: 'disconnect' })
    await left.ended
    await close()
    expect(listener.open).toBe(0)
  },
)

test('ends the oldest connection of a device beyond its limit', async () => {
  const { port } = await openTestListener({ connectionsPerDevice: 2 })
  const clients = ['a', 'b', 'c']
  const [first, ...others] = await Promise.all(clients.map((clientId) => connectWire(port, device, 5, { clientId })))
  expect(await first?.ended).toBe(0x8e)
  for (const wire of others) {
    wire.send({ cmd: 'pingreq' })
    await wire.next('pingresp')
  }
})

test('refuses a connection beyond the total limit, without harm to the others', async () => {
  const { port } = await openTestListener({ connections: 1 })
  const first = await connectWire(port, device, 4)
  const second = await openWire(port, 4)
  await second.ended
  expect(second.arrived).toEqual([])
  first.send(publishPacket(device, READING))
  await first.next('puback')
})

test.each([
  ['pings', { cmd: 'pingreq' }],
  ['subscriptions', { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a', qos: 0 }] }],
  ['ends of subscriptions', { cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['a'] }],
] as const)('ends a flood of %s with a reason, and replies to a part of it', async (_of, packet) => {
  let asked = 0
  const { port } = await openTestListener(
    { control: { burst: 20, perSecond: 1 } },
    {
      maySubscribe: () => {
        asked++
        return true
      },
    },
  )
  const wire = await connectWire(port, device, 5)
  wire.send(...Array.from({ length: 5000 }, () => packet as unknown as Packet))
  expect(await wire.ended).toBe(0x96)
  expect(wire.arrived.filter(({ cmd }) => cmd !== 'disconnect').length).toBeLessThan(30)
  expect(asked).toBeLessThan(30)
})

test.each(versions)('grants ten of many filters in one packet over %s, each once', async (_name, version) => {
  const looked: string[] = []
  const { port } = await openTestListener(
    {},
    {
      async retained(filter) {
        looked.push(filter)
        return []
      },
    },
  )
  const wire = await connectWire(port, device, version)
  const topics = Array.from({ length: 600 }, (_, index) => `Device/d1/${index % 12}`)
  wire.send({ cmd: 'subscribe', messageId: 1, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) })
  const { granted } = await wire.next('suback')
  wire.send({ cmd: 'pingreq' })
  await wire.next('pingresp')
  expect(granted.slice(0, 12)).toEqual([
    ...Array.from({ length: 10 }, () => 1),
    ...(version === 5 ? [0x97, 0x97] : [0x80, 0x80]),
  ])
  expect([granted.length, looked]).toEqual([600, topics.slice(0, 10)])
})

test.each(versions)('refuses a network that guesses tokens over %s as busy', async (_name, version) => {
  const { port } = await openTestListener({ refusedPerMinute: 3 })
  const codes: Array<number | undefined> = []
  for (let attempt = 0; attempt < 5; attempt++) codes.push(await guess(port, version))
  // A new minute may reset the count, but five attempts always exceed the limit.
  expect(codes).toContain(version === 4 ? 3 : 0x89)
})

test.each(versions)(
  'admits a board with a valid token over %s however many others of its network were refused',
  async (_name, version) => {
    const looked: string[] = []
    const denied: string[] = []
    const { port } = await openTestListener(
      { refusedPerMinute: 3 },
      {
        async admit(credentials) {
          looked.push(...credentials)
          return credentials.includes('right') ? testClient() : undefined
        },
        denied: (network) => void denied.push(network),
      },
    )
    for (let attempt = 0; attempt < 8; attempt++) await guess(port, version, `guess ${attempt}`)
    await guess(port, version, 'guess 7')
    await connectWire(port, device, version)
    expect(looked.filter((token) => token === 'guess 7')).toHaveLength(1)
    // A new minute may allow a few more reports.
    expect([denied[0], denied.length < 8]).toEqual(['127.0.0.1', true])
  },
)

async function guess(port: number, version: Version, token = 'guess'): Promise<number | undefined> {
  const wire = await openWire(port, version)
  wire.send(connectPacket(device, version, { username: token, password: Buffer.from(token) }))
  const { returnCode, reasonCode } = await wire.next('connack')
  return version === 4 ? returnCode : reasonCode
}
