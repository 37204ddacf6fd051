import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Packet } from 'mqtt-packet'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DeviceCredentials } from '../../../../testing/growers.ts'
import { connectPacket, connectWire, openWire, publishPacket, versions, type Version } from '../../../test/boards.ts'
import { DeviceConnections } from './device-connections.ts'
import { LIMITS, type DeviceHandler, type ListenerLimits } from './device-handler.ts'
import { openListener } from './listener.ts'

const device: DeviceCredentials = { deviceId: 'd1', deviceToken: 'right' }
const READING = { temperature: 20 }

/** Opens a listener with the handler that the test needs. */
async function open(limits: Partial<ListenerLimits>, handler: Partial<DeviceHandler> = {}) {
  const whole: DeviceHandler = {
    admit: async (credentials) => (credentials.includes('right') ? { deviceId: 'd1', deviceKey: 1 } : undefined),
    publish: async () => 'stored',
    denied: () => {},
    maySubscribe: () => true,
    retained: async () => [],
    connected: async () => {},
    disconnected: async () => {},
    isSaturated: () => false,
    consumeShare: () => 0,
    shareWaitMs: () => 0,
    drained: async () => {},
  }
  const devices = new DeviceConnections()
  const listener = openListener(Object.defineProperties(whole, Object.getOwnPropertyDescriptors(handler)), {
    devices,
    tls: null,
    limits: { ...LIMITS, ...limits },
  })
  await listener.listen('127.0.0.1', 0)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= listener.close())
  onTestFinished(close)
  return { listener, devices, port: listener.port, close }
}

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['half of its CONNECT', () => Buffer.from([0x10, 40, 0, 4, 77, 81])],
])('a client that has sent %s for too long is disconnected', async (_what, said) => {
  const { listener, port } = await open({ beforeConnectMs: 50 })
  const [silent, known] = [await openWire(port, 4), await connectWire(port, device, 4)]
  silent.send(said())
  await silent.ended
  known.send({ cmd: 'pingreq' })
  await known.next('pingresp')
  expect(listener.open).toBe(1)
})

/** Returns the timer of a connection in /proc/net/tcp: 2 is that of the TCP keep-alive. */
function timerOf(localPort: number, remotePort: number): number | undefined {
  const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const fields = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(hex(localPort)) && remote.endsWith(hex(remotePort)))
  return fields && Number(fields[5]?.slice(0, 2))
}

test.runIf(existsSync('/proc/net/tcp'))('TCP probes a board that connected without a keep-alive', async () => {
  const { port } = await open({})
  const wire = await connectWire(port, device, 4, { keepalive: 0 })
  await vi.waitFor(() => expect(timerOf(port, wire.socket.localPort ?? 0)).toBe(2))
})

test.each(versions)(
  'a client that is refused over %s and does not close its side does not delay a stop',
  async (_name, version) => {
    const { listener, port, close } = await open({})
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

test('packets sent before the credentials are verified wait in the network', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { port } = await open(
    {},
    {
      async admit() {
        asked.resolve()
        await answer.promise
        return { deviceId: 'd1', deviceKey: 1 }
      },
    },
  )
  const wire = await openWire(port, 4)
  wire.send(connectPacket(device, 4))
  await asked.promise
  // Far more than the buffers of the two ends of a connection hold.
  const reading = { note: 'x'.repeat(60_000) }
  const readings = Array.from({ length: 600 }, (_, index) => publishPacket(device, reading, { messageId: index + 1 }))
  wire.send(...readings)
  await wait(300)
  expect(wire.socket.writableLength).toBeGreaterThan(0)
  answer.resolve()
  await wire.next('connack')
  await vi.waitFor(() => expect(wire.arrived).toHaveLength(600), 5000)
})

test.each(versions)(
  'a board over %s that sends faster than the store writes waits, and all it sent is acknowledged',
  async (_name, version) => {
    const waiting: Array<() => void> = []
    const { port } = await open(
      { inFlight: 10 },
      { publish: () => new Promise((resolve) => void waiting.push(() => resolve('stored'))) },
    )
    const wire = await connectWire(port, device, version)
    const send = (from: number) =>
      wire.send(
        ...Array.from({ length: 10 }, (_, index) => publishPacket(device, READING, { messageId: from + index + 1 })),
      )
    for (const from of [0, 10, 20]) {
      send(from)
      await vi.waitFor(() => expect(waiting).toHaveLength(10))
      for (const store of waiting.splice(0)) store()
      await vi.waitFor(() => expect(wire.arrived).toHaveLength(from + 10))
    }
  },
)

test('a board that was not read while the queue was full is read again when there is room', async () => {
  const waiting: Array<() => void> = []
  const free = Promise.withResolvers<void>()
  let full = false
  const { port } = await open(
    { inFlight: 2 },
    {
      publish: () => new Promise((resolve) => void waiting.push(() => resolve('stored'))),
      isSaturated: () => full,
      drained: () => free.promise,
    },
  )
  const wire = await connectWire(port, device, 4)
  wire.send(publishPacket(device, READING), publishPacket(device, READING, { messageId: 2 }))
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  // Others fill the queue while this board waits for its two.
  full = true
  for (const store of waiting.splice(0)) store()
  await wire.next('puback')
  await wire.next('puback')
  wire.send(publishPacket(device, READING, { messageId: 3 }))
  full = false
  free.resolve()
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
})

test('a board over its rate limit is read again when the limit allows it, and loses nothing', async () => {
  let published = 0
  let waitMs = 0
  const { port } = await open(
    {},
    {
      publish: async () => {
        published++
        return 'stored'
      },
      consumeShare: () => waitMs,
      shareWaitMs: () => waitMs,
    },
  )
  const wire = await connectWire(port, device, 4)
  waitMs = 5
  wire.send(publishPacket(device, READING))
  await wire.next('puback')
  wire.send(publishPacket(device, READING, { messageId: 2 }), publishPacket(device, READING, { messageId: 3 }))
  await wait(100)
  expect(published).toBe(1)
  waitMs = 0
  await wire.next('puback')
  await wire.next('puback')
  expect(published).toBe(3)
})

test('more unacknowledged readings than were granted end a connection over MQTT 5', async () => {
  const { port } = await open({ inFlight: 10 }, { publish: () => new Promise(() => {}) })
  const wire = await connectWire(port, device, 5)
  wire.send(...Array.from({ length: 11 }, (_, index) => publishPacket(device, READING, { messageId: index + 1 })))
  expect(await wire.ended).toBe(0x93)
})

test('one connection too many of a device ends its oldest', async () => {
  const { port } = await open({ connectionsPerDevice: 2 })
  const clients = ['a', 'b', 'c']
  const [first, ...others] = await Promise.all(clients.map((clientId) => connectWire(port, device, 5, { clientId })))
  expect(await first?.ended).toBe(0x8e)
  for (const wire of others) {
    wire.send({ cmd: 'pingreq' })
    await wire.next('pingresp')
  }
})

test('one connection too many of all is not accepted, and does not harm the others', async () => {
  const { port } = await open({ connections: 1 })
  const first = await connectWire(port, device, 4)
  const second = await openWire(port, 4)
  await second.ended
  expect(second.arrived).toEqual([])
  first.send(publishPacket(device, READING))
  await first.next('puback')
})

describe.each(versions)('a board over %s that does not read', (_name, version) => {
  const MEGABYTE = 'x'.repeat(1024 * 1024)

  /** Sends to a board that does not read until `over` returns true; by then the buffers of both ends are full. */
  async function flood(devices: DeviceConnections, over: () => boolean) {
    for (let count = 0; count < 60 && !over(); count++) {
      devices.deliver('d1', 'Device/d1/ChangePreferences', MEGABYTE)
      await wait(2)
    }
  }

  async function connectUnread(limits: Partial<ListenerLimits>, handler: Partial<DeviceHandler> = {}) {
    const opened = await open(limits, handler)
    const wire = await connectWire(opened.port, device, version)
    wire.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'Device/d1/#', qos: 0 }] })
    await wire.next('suback')
    wire.socket.pause()
    return { ...opened, wire }
  }

  test('is not read itself until it reads', async () => {
    let published = 0
    const { devices, wire } = await connectUnread(
      { unreadBytes: Infinity },
      {
        publish: async () => {
          published++
          return 'stored'
        },
      },
    )
    await flood(devices, () => false)
    wire.send(publishPacket(device, READING))
    await wait(200)
    expect(published).toBe(0)
    wire.socket.resume()
    await wire.next('puback')
    expect(published).toBe(1)
  })

  test('is disconnected when more bytes wait for it than are allowed', async () => {
    const { devices, listener } = await connectUnread({ unreadBytes: 2 * 1024 * 1024 })
    await flood(devices, () => listener.open === 0)
    expect(listener.open).toBe(0)
  })

  test('is disconnected after a while, even when it connected without a keep-alive', async () => {
    const { devices, listener } = await connectUnread({ unreadBytes: Infinity, unreadMs: 10 })
    await flood(devices, () => listener.open === 0)
    await vi.waitFor(() => expect(listener.open).toBe(0), 5000)
  })
})

test.each([
  ['pings', { cmd: 'pingreq' }],
  ['subscriptions', { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a', qos: 0 }] }],
  ['ends of subscriptions', { cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['a'] }],
] as const)('a flood of %s ends its connection with a reason, and not all of it gets a reply', async (_of, packet) => {
  let asked = 0
  const { port } = await open(
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

test.each(versions)('of many filters in one packet over %s ten are granted, each once', async (_name, version) => {
  const looked: string[] = []
  const { port } = await open(
    {},
    {
      async retained(_device, filter) {
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

test.each(versions)('a network that guesses tokens over %s is refused as busy', async (_name, version) => {
  const { port } = await open({ refusedPerMinute: 3 })
  const codes: Array<number | undefined> = []
  for (let attempt = 0; attempt < 5; attempt++) codes.push(await guess(port, version))
  // A new minute may begin in between and reset the count, but five attempts are always too many.
  expect(codes).toContain(version === 4 ? 3 : 0x89)
})

test.each(versions)(
  'a board with a valid token is admitted over %s however many others of its network were refused',
  async (_name, version) => {
    const looked: string[] = []
    const denied: string[] = []
    const { port } = await open(
      { refusedPerMinute: 3 },
      {
        async admit(credentials) {
          looked.push(...credentials)
          return credentials.includes('right') ? { deviceId: 'd1', deviceKey: 1 } : undefined
        },
        denied: (network) => void denied.push(network),
      },
    )
    for (let attempt = 0; attempt < 8; attempt++) await guess(port, version, `guess ${attempt}`)
    await guess(port, version, 'guess 7')
    await connectWire(port, device, version)
    expect(looked.filter((token) => token === 'guess 7')).toHaveLength(1)
    // A new minute may begin in between, so that some more are reported.
    expect([denied[0], denied.length < 8]).toEqual(['127.0.0.1', true])
  },
)

async function guess(port: number, version: Version, token = 'guess'): Promise<number | undefined> {
  const wire = await openWire(port, version)
  wire.send(connectPacket(device, version, { username: token, password: Buffer.from(token) }))
  const { returnCode, reasonCode } = await wire.next('connack')
  return version === 4 ? returnCode : reasonCode
}
