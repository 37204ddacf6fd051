import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { connectPacket, connectWire, openWire, publishPacket, versions } from '../../../test/boards.ts'
import { device, openTestListener, READING, testClient } from '../../../test/mqtt-listener.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { AdmittedClient, ListenerLimits } from './device-handler.ts'

test('leaves packets in the network until the credentials are verified', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  let isKnown = true
  const { port } = await openTestListener(
    { beforeConnectMs: Infinity },
    {
      async admit() {
        if (isKnown) return testClient()
        asked.resolve()
        await answer.promise
        return testClient()
      },
    },
  )
  const other = await connectWire(port, device, 4, { clientId: 'other' })
  isKnown = false
  const wire = await openWire(port, 4)
  wire.send(connectPacket(device, 4))
  await asked.promise
  // More than the buffers of both ends, which usually grow to 4 and 32 MB.
  const reading = { note: 'x'.repeat(60_000) }
  const readings = Array.from({ length: 1000 }, (_, index) => publishPacket(device, reading, { messageId: index + 1 }))
  wire.send(...readings)
  // The server reads connections in turn, so it would have read this one as well.
  other.send(...readings)
  await vi.waitFor(() => expect(other.arrived).toHaveLength(1000), PATIENT)
  expect(wire.socket.writableLength).toBeGreaterThan(0)
  answer.resolve()
  await wire.next('connack')
  await vi.waitFor(() => expect(wire.arrived).toHaveLength(1000), PATIENT)
})

test.each(versions)(
  'makes a board over %s that sends faster than the store writes wait, and acknowledges everything',
  async (_name, version) => {
    const waiting: Array<() => void> = []
    const { port } = await openTestListener(
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
      await vi.waitFor(() => expect(waiting).toHaveLength(10), PATIENT)
      for (const store of waiting.splice(0)) store()
      await vi.waitFor(() => expect(wire.arrived).toHaveLength(from + 10), PATIENT)
    }
  },
)

test('reads a board again once a full queue has room', async () => {
  const waiting: Array<() => void> = []
  const free = Promise.withResolvers<void>()
  let full = false
  const { port } = await openTestListener(
    { inFlight: 2 },
    {
      publish: () => new Promise((resolve) => void waiting.push(() => resolve('stored'))),
      isSaturated: () => full,
      drained: () => free.promise,
    },
  )
  const wire = await connectWire(port, device, 4)
  wire.send(publishPacket(device, READING), publishPacket(device, READING, { messageId: 2 }))
  await vi.waitFor(() => expect(waiting).toHaveLength(2), PATIENT)
  // Others fill the queue while this board waits for its two.
  full = true
  for (const store of waiting.splice(0)) store()
  await wire.next('puback')
  await wire.next('puback')
  wire.send(publishPacket(device, READING, { messageId: 3 }))
  full = false
  free.resolve()
  await vi.waitFor(() => expect(waiting).toHaveLength(1), PATIENT)
})

test('reads a board over its rate limit again when the limit allows it, without a loss', async () => {
  let published = 0
  let waitMs = 0
  let looks = 0
  const { port } = await openTestListener(
    {},
    {
      publish: async () => {
        published++
        return 'stored'
      },
      shareWaitMs() {
        looks++
        return waitMs
      },
    },
  )
  const wire = await connectWire(port, device, 4)
  waitMs = 5
  wire.send(publishPacket(device, READING))
  await wire.next('puback')
  wire.send(publishPacket(device, READING, { messageId: 2 }), publishPacket(device, READING, { messageId: 3 }))
  const before = looks
  // At least one check happens in between.
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 3), PATIENT)
  expect(published).toBe(1)
  waitMs = 0
  await wire.next('puback')
  await wire.next('puback')
  expect(published).toBe(3)
})

test('spreads tiny publishes over turns of the event loop, for all boards together', async () => {
  let [published, before, max] = [0, 0, 0]
  const { port } = await openTestListener(
    {},
    {
      publish: async () => {
        published++
        return 'stored'
      },
    },
  )
  const wires = [await connectWire(port, device, 5), await connectWire(port, device, 5, { clientId: 'other' })]
  const tiny = { ...publishPacket(device, {}), topic: 'a', payload: '', qos: 0 as const }
  for (const wire of wires) wire.send(...Array.from({ length: 10_000 }, () => tiny))
  for (let sum = 0; sum < 20_000; sum = published) {
    await turn()
    max = Math.max(max, published - before)
    before = published
  }
  expect(max).toBeLessThanOrEqual(400)
})

test('ends a connection over MQTT 5 with more unacknowledged readings than granted', async () => {
  const { port } = await openTestListener({ inFlight: 10 }, { publish: () => new Promise(() => {}) })
  const wire = await connectWire(port, device, 5)
  wire.send(...Array.from({ length: 11 }, (_, index) => publishPacket(device, READING, { messageId: index + 1 })))
  expect(await wire.ended).toBe(0x93)
})

describe.each(versions)('a board over %s that does not read', (_name, version) => {
  const MEGABYTE = 'x'.repeat(1024 * 1024)

  /** Sends to a board that does not read until `over` returns true; by then the buffers of both ends are full. */
  async function flood(devices: DeviceConnections, over: () => boolean) {
    for (let count = 0; count < 60 && !over(); count++) {
      devices.deliver('d1', 'Device/d1/ChangePreferences', MEGABYTE)
      await turn()
    }
  }

  async function connectUnread(limits: Partial<ListenerLimits>, client: Partial<AdmittedClient> = {}) {
    const opened = await openTestListener(limits, client)
    const wire = await connectWire(opened.port, device, version)
    wire.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'Device/d1/#', qos: 0 }] })
    await wire.next('suback')
    wire.socket.pause()
    const other = await connectWire(opened.port, device, version, { clientId: 'other' })
    return { ...opened, wire, other }
  }

  test('does not read a board that does not read itself', async () => {
    let published = 0
    const { devices, wire, other } = await connectUnread(
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
    // Its reply follows everything that others sent before.
    other.send({ cmd: 'pingreq' })
    await other.next('pingresp')
    expect(published).toBe(0)
    wire.socket.resume()
    await wire.next('puback')
    expect(published).toBe(1)
  })

  test('disconnects a board that leaves too many bytes unread', async () => {
    const { devices, listener } = await connectUnread({ unreadBytes: 2 * 1024 * 1024 })
    await flood(devices, () => listener.open === 1)
    expect(listener.open).toBe(1)
  })

  test('disconnects a board that does not read for a while, even without a keep-alive', async () => {
    const { devices, listener } = await connectUnread({ unreadBytes: Infinity, unreadMs: 10 })
    await flood(devices, () => listener.open === 1)
    await vi.waitFor(() => expect(listener.open).toBe(1), PATIENT)
  })
})
