import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { MqttClient } from 'mqtt'
import { generate, type Packet } from 'mqtt-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../testing/test-run.ts'
import { startScriptedBroker } from './message-broker.ts'

// The reasons for a client of our own for brokers (docs/decisions, 34). Where one of these fails, mqtt.js has mended it.

const PACKET_BYTES = 256 * 1024
const MEGABYTE = Buffer.alloc(1024 * 1024)

const publish = (messageId?: number): Packet => ({
  cmd: 'publish',
  topic: 'a',
  payload: '',
  dup: false,
  retain: false,
  ...(messageId === undefined ? { qos: 0 } : { qos: 1, messageId }),
})

/** Connects mqtt.js to a scripted broker. `take` gets each message and what acknowledges it. */
async function connected(take: (acknowledge: () => void) => void = (acknowledge) => acknowledge()) {
  const broker = await startScriptedBroker(5)
  const socket = connect(broker.port, '127.0.0.1')
  const client = new MqttClient(() => socket, {
    protocolVersion: 5,
    reconnectPeriod: 0,
    properties: { maximumPacketSize: PACKET_BYTES },
  })
  client.handleMessage = (_packet, done) => take(() => done())
  onTestFinished(() => client.endAsync(true))
  await vi.waitFor(() => expect(client.connected).toBe(true), PATIENT)
  return { broker, client, socket }
}

test('mqtt.js buffers a packet of any length before it compares it with maximumPacketSize', async () => {
  const { broker, client, socket } = await connected()
  // The fixed header of a PUBLISH of 200 MB.
  broker.sendBytes(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x64]))
  for (let count = 0; count < 16; count++) broker.sendBytes(MEGABYTE)
  await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(16 * MEGABYTE.length), PATIENT)
  expect(client.connected).toBe(true)
})

test('mqtt.js hands out the next message only after the acknowledgement of the one before', async () => {
  const waiting: Array<() => void> = []
  const { broker, socket } = await connected((acknowledge) => waiting.push(acknowledge))
  const before = socket.bytesRead
  const sent = [publish(1), publish(2), publish(3)]
  broker.send(...sent)
  const bytes = sent.reduce((sum, packet) => sum + generate(packet, { protocolVersion: 5 }).length, 0)
  await vi.waitFor(() => expect([socket.bytesRead - before, waiting.length]).toEqual([bytes, 1]), PATIENT)
  await turn()
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await vi.waitFor(() => expect(waiting).toHaveLength(2), PATIENT)
})

test('mqtt.js hands out thousands of tiny messages in one turn of the event loop', async () => {
  let [taken, before, most] = [0, 0, 0]
  const { broker } = await connected((acknowledge) => {
    taken++
    acknowledge()
  })
  const tiny = generate(publish(), { protocolVersion: 5 })
  broker.sendBytes(Buffer.concat(Array.from({ length: 10_000 }, () => tiny)))
  for (let sum = 0; sum < 10_000; sum = taken) {
    await turn()
    most = Math.max(most, taken - before)
    before = taken
  }
  expect(most).toBeGreaterThan(1000)
})
