import { expect, test } from 'vitest'
import { connectWire, type Wire } from '../../../test/boards.ts'
import { device, openTestListener } from '../../../test/mqtt-listener.ts'

const TOPIC = 'Device/d1/ChangePreferences'

/** Subscribes a board while its retained messages are read; `read` supplies them, undefined for none. */
async function subscribing(rh: 0 | 2 = 0) {
  const reading = Promise.withResolvers<void>()
  const read = Promise.withResolvers<string | undefined>()
  const retained = async () => {
    reading.resolve()
    const payload = await read.promise
    return payload === undefined ? [] : [{ topic: TOPIC, payload }]
  }
  const { devices, port } = await openTestListener({}, { retained })
  const wire = await connectWire(port, device, 5)
  wire.send({ cmd: 'subscribe', messageId: 7, subscriptions: [{ topic: TOPIC, qos: 0, rh }] })
  await reading.promise
  const [connection] = devices.openHere()
  if (!connection) throw new Error('The board is not connected.')
  return { connection, wire, devices, read: read.resolve }
}

/** Returns the messages received before the reply to a ping. */
async function heardBy(wire: Wire): Promise<string[]> {
  wire.send({ cmd: 'pingreq' })
  await wire.next('pingresp')
  return wire.arrived.flatMap((packet) => (packet.cmd === 'publish' ? [String(packet.payload)] : []))
}

test('sends no retained message that was read before a change', async () => {
  const { wire, devices, read } = await subscribing()
  devices.deliver('d1', TOPIC, 'new')
  read('old')
  expect(await heardBy(wire)).toEqual(['new'])
})

test('sends the retained messages of two concurrent subscriptions for each', async () => {
  const { wire, read } = await subscribing()
  wire.send({ cmd: 'subscribe', messageId: 8, subscriptions: [{ topic: '#', qos: 0 }] })
  await wire.next('suback')
  await wire.next('suback')
  read('state')
  expect(await heardBy(wire)).toEqual(['state', 'state'])
})

test('sends renewed data that differs from the last message, unless a message was sent since it was read', async () => {
  const { connection, wire, read } = await subscribing()
  read('first')
  expect(await heardBy(wire)).toEqual(['first'])
  const before = connection.sentCount
  connection.deliver(TOPIC, 'new')
  connection.renew(TOPIC, 'first', before)
  connection.renew(TOPIC, 'new', connection.sentCount)
  connection.renew('Device/d2/ChangePreferences', 'of another', connection.sentCount)
  expect(await heardBy(wire)).toEqual(['first', 'new'])
  for (let time = 0; time < 2; time++) connection.renew(TOPIC, 'newest', connection.sentCount)
  expect(await heardBy(wire)).toEqual(['first', 'new', 'newest'])
})

test('sends renewed data to a board without retained messages when it has changed', async () => {
  const { connection, wire, read } = await subscribing(2)
  read('first')
  await heardBy(wire)
  connection.renew(TOPIC, 'first', connection.sentCount)
  expect(await heardBy(wire)).toEqual([])
  connection.renew(TOPIC, 'second', connection.sentCount)
  expect(await heardBy(wire)).toEqual(['second'])
})

test('sends renewed data to a board for which nothing could be read when it subscribed', async () => {
  const { connection, wire, read } = await subscribing()
  read(undefined)
  expect(await heardBy(wire)).toEqual([])
  connection.renew(TOPIC, 'state', connection.sentCount)
  expect(await heardBy(wire)).toEqual(['state'])
})
