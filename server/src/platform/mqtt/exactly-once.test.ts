import type { Packet } from 'mqtt-packet'
import { describe, expect, test, vi } from 'vitest'
import { sensorData } from '../../../../testing/boards.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import {
  connectBoard,
  connectWire,
  fieldReading,
  holdStore,
  listeningWorld,
  publishPacket,
  rowsOf,
  versions,
  type Wire,
} from '../../../test/boards.ts'
import { device, openTestListener, READING } from '../../../test/mqtt-listener.ts'

const publishTwice = (wire: Wire, messageId: number) => {
  for (const dup of [false, true]) wire.send(publishPacket(device, READING, { qos: 2, messageId, dup }))
}

describe.each(versions)('QoS 2 over %s', (_name, version) => {
  test('stores a QoS 2 publish of a client library, and completes its exchange', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await board.publishAsync(sensorData(world.device), JSON.stringify(fieldReading), { qos: 2 })
    expect(await rowsOf(world, world.device)).toHaveLength(1)
  })

  test('acknowledges a QoS 2 publish by its packet id, and not before the reading is stored', async () => {
    const world = await listeningWorld()
    const wire = await connectWire(world.port, world.device, version)
    const release = await holdStore(world.app.context.db)
    wire.send(publishPacket(world.device, fieldReading, { qos: 2, messageId: 513 }), { cmd: 'pingreq' })
    await wire.next('pingresp')
    expect(wire.arrived).toEqual([])
    release()
    expect(await wire.next('pubrec')).toMatchObject({ messageId: 513 })
    expect(await rowsOf(world, world.device)).toHaveLength(1)
    wire.send({ cmd: 'pubrel', messageId: 513 })
    expect(await wire.next('pubcomp')).toMatchObject({ messageId: 513 })
  })

  test('stores a repeated packet id once until it is released, and then again', async () => {
    const waiting: Array<() => void> = []
    const { port } = await openTestListener(
      {},
      { publish: () => new Promise((resolve) => void waiting.push(() => resolve('stored'))) },
    )
    const wire = await connectWire(port, device, version)
    publishTwice(wire, 7)
    await vi.waitFor(() => expect(waiting).toHaveLength(1), PATIENT)
    waiting.pop()?.()
    await wire.next('pubrec')
    publishTwice(wire, 7)
    await wire.next('pubrec')
    await wire.next('pubrec')
    expect(waiting).toHaveLength(0)
    wire.send({ cmd: 'pubrel', messageId: 7 })
    await wire.next('pubcomp')
    publishTwice(wire, 7)
    await vi.waitFor(() => expect(waiting).toHaveLength(1), PATIENT)
  })

  test('stores a reading once when the connection is lost before its PUBREC arrives', async () => {
    const world = await listeningWorld()
    const lost = await connectWire(world.port, world.device, version)
    const packet = (dup: boolean) => publishPacket(world.device, fieldReading, { qos: 2, messageId: 3, dup })
    lost.socket.on('data', () => lost.socket.resetAndDestroy())
    lost.send(packet(false))
    await lost.ended
    const wire = await connectWire(world.port, world.device, version)
    wire.send(packet(true))
    await wire.next('pubrec')
    expect(await rowsOf(world, world.device)).toHaveLength(1)
  })

  test('acknowledges the release of an unknown packet id', async () => {
    const { port } = await openTestListener({})
    const wire = await connectWire(port, device, version)
    wire.send({ cmd: 'pubrel', messageId: 9 })
    const { messageId, reasonCode = 0 } = await wire.next('pubcomp')
    expect([messageId, reasonCode]).toEqual([9, version === 5 ? 0x92 : 0])
  })
})

test('ends the exchange of a reading over the quota with the reason over MQTT 5, and frees its packet id', async () => {
  let published = 0
  const { port } = await openTestListener({}, { publish: async () => (published++ === 0 ? 'overQuota' : 'stored') })
  const wire = await connectWire(port, device, 5)
  wire.send(publishPacket(device, READING, { qos: 2, messageId: 4 }))
  expect(await wire.next('pubrec')).toMatchObject({ messageId: 4, reasonCode: 0x97 })
  wire.send(publishPacket(device, READING, { qos: 2, messageId: 4 }))
  await wire.next('pubrec')
  expect(published).toBe(2)
})

describe.each(versions)('a message over %s that can’t be stored now', (_name, version) => {
  test.each([
    [1, 'puback'],
    [2, 'pubrec'],
  ] as const)(
    'ends the connection instead of acknowledging QoS %i, after the acknowledgements of stored messages',
    async (qos, answer) => {
      const refused = new Set(['1', '3'])
      const publish = async (_topic: string, payload: Buffer) =>
        refused.has(String(payload)) ? 'unavailable' : 'stored'
      const { port } = await openTestListener({}, { publish })
      const wire = await connectWire(port, device, version)
      const packets = [1, 2, 3, 4].map((messageId) => ({
        ...publishPacket(device, {}, { qos, messageId }),
        payload: String(messageId),
      }))
      wire.send(...(packets as Packet[]))
      expect(await wire.ended).toBe(version === 5 ? 0x89 : undefined)
      const disconnect = version === 5 ? [['disconnect', undefined]] : []
      expect(wire.arrived.map((packet) => [packet.cmd, packet.messageId])).toEqual([
        [answer, 2],
        [answer, 4],
        ...disconnect,
      ])
    },
  )
})

test('counts unreleased messages towards the Receive Maximum over MQTT 5', async () => {
  const { port } = await openTestListener({ inFlight: 4 })
  const wire = await connectWire(port, device, 5)
  for (const messageId of [1, 2, 3, 4]) {
    wire.send(publishPacket(device, READING, { qos: 2, messageId }))
    await wire.next('pubrec')
  }
  wire.send({ cmd: 'pubrel', messageId: 1 })
  await wire.next('pubcomp')
  wire.send(publishPacket(device, READING, { qos: 2, messageId: 5 }))
  await wire.next('pubrec')
  wire.send(publishPacket(device, READING, { messageId: 6 }))
  expect(await wire.ended).toBe(0x93)
})

test('acknowledges five thousand messages over MQTT 3.1.1 before the first is released', async () => {
  const { port } = await openTestListener({ inFlight: 100 })
  const wire = await connectWire(port, device, 4)
  const ids = Array.from({ length: 5000 }, (_, index) => index + 1)
  wire.send(...ids.map((messageId) => publishPacket(device, READING, { qos: 2, messageId })))
  await vi.waitFor(() => expect(wire.arrived).toHaveLength(5000), PATIENT)
  wire.send(...ids.map((messageId) => ({ cmd: 'pubrel' as const, messageId })))
  await vi.waitFor(() => expect(wire.arrived).toHaveLength(10_000), PATIENT)
})
