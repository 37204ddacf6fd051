import { on, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { liveRoutes, readingRoutes, topic } from '@greenhouse/contract'
import type { Packet } from 'mqtt-packet'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { sensorData } from '../../testing/boards.ts'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { openClientServices } from '../src/ingest/mqtt/client-services.ts'
import { boardGate } from '../src/features/boards/board-gate.ts'
import { KnownCredentials } from '../src/features/devices/known-credentials.ts'
import { mqttDeviceHandler } from '../src/ingest/mqtt/mqtt-device-handler.ts'
import { AnnouncedFacts } from '../src/ingest/boards/announced.ts'
import { openBoardIngest } from '../src/ingest/boards/board-ingest.ts'
import { MessageRateLimits } from '../src/ingest/message-rate-limits.ts'
import { openIngest } from '../src/ingest/ingest.ts'
import {
  changePreferences,
  connectBoard,
  connectWire,
  holdStore,
  listeningWorld,
  publishPacket,
  rowsOf,
  versions,
} from './boards.ts'
import { hasMosquitto, mosquitto, mosquittoVersions } from './mosquitto.ts'
import { openListener } from '../src/platform/mqtt/listener.ts'
import { createWorld, ingestParts } from './world.ts'

const TIME = '2026-11-20T09:40:00.000Z'
const values = { temperature: 21.4, humidity: 63, airPressure: 1013.2, airQuality: 412, time: TIME }
const sent = JSON.stringify({
  temperature: 21.4,
  humidity: 63,
  pressure: 1013.2,
  air_quality_analog: 412,
  timestamp: TIME,
})

/** Readings that a board sends at once: less than half of what it may have unacknowledged. */
const BATCH = 400
const BATCH_BYTES = JSON.stringify(paddedReading(0)).length * BATCH

describe.each(versions)('a reading that a board sends over %s', (_name, version) => {
  test('a reading sent over MQTT appears on the open page of its owner and in the history', async () => {
    const { app, port, ann, device } = await listeningWorld()
    const { deviceId } = device
    const nextFrame = await openPage(app.http.fastify.server.address() as AddressInfo, 'page-1')
    const topicIds = [topic.readingsOf(deviceId)]
    expect((await ann.call(liveRoutes.subscribe, { body: { clientId: 'page-1', topicIds } })).status).toBeLessThan(300)

    const board = await connectBoard(port, device, version)
    await board.publishAsync(sensorData(device), sent, { qos: 1 })
    expect(await nextFrame()).toMatchObject({
      eventType: 'ServerBroadcastsLiveDataToDashboard',
      logs: [{ deviceId, deviceName: 'Tomato house', sensorHistoryRecords: [values] }],
    })

    const query = { deviceId, from: '2026-11-20T00:00:00Z', to: '2026-11-20T23:59:59Z' }
    const history = await ann.call(readingRoutes.history, { query })
    expect(history.body[0].sensorHistoryRecords).toEqual([values])
  })
})

test('a full queue makes boards wait, and refuses nothing they send', async () => {
  const { app, as, aDevice } = await createWorld()
  const ann = await as('ann')
  const [device, another] = [await aDevice(ann), await aDevice(ann)]
  const parts = ingestParts(app.context)
  const ingest = openIngest(app.context, {
    ...parts,
    limits: {
      bytes: BATCH_BYTES * 6.5,
      queueBytes: Infinity,
      batchSize: 500,
      batchMs: 1,
      quantum: 100,
    },
  })
  const rateLimits = new MessageRateLimits({ deviceReadingsPerSecond: 0 })
  const boards = openBoardIngest(app.context, {
    ...parts,
    announced: new AnnouncedFacts(),
    ingest,
    boards: app.boards,
    rateLimits,
  })
  const services = openClientServices(app.context, {
    ingest,
    rateLimits,
    boards,
    unknownTokens: { note: () => undefined },
  })
  const handler = mqttDeviceHandler(app.context, services, boardGate(app.context.db, new KnownCredentials()))
  const listener = openListener(handler, { devices: app.context.connections, tls: null })
  await listener.listen('127.0.0.1', 0)
  onTestFinished(async () => {
    await listener.close()
    await ingest.close()
  })
  const connect = (clientId: string) => connectWire(listener.port, device, 5, { clientId })
  const wires = [await connect('a'), await connect('b'), await connect('c')]
  const last = await connect('d')
  const other = await connectWire(listener.port, another, 5)

  const release = await holdStore(app.context.db)
  for (const [index, wire] of wires.entries()) {
    wire.send(...batch(device, index), { cmd: 'pingreq' })
    await wire.next('pingresp')
  }
  for (const [index, wire] of [...wires.slice(1), last, last].entries()) {
    wire.send(...batch(device, wires.length + index))
    // Connections are read in turn, so that a server that still reads would have read all of this one, too.
    for (let count = 0; count < 10; count++) {
      other.send({ cmd: 'pingreq' })
      await other.next('pingresp')
    }
  }
  release()

  const reasons = new Set<number | undefined>()
  for (const wire of [...wires, ...wires.slice(1), last, last]) {
    for (let count = 0; count < BATCH; count++) reasons.add((await wire.next('puback')).reasonCode)
  }
  expect([...reasons]).toEqual([0])
  expect(await rowsOf({ app }, device)).toHaveLength(7 * BATCH)
})

describe.runIf(hasMosquitto).each(mosquittoVersions)('the programs of Mosquitto over %s', (_name, version) => {
  test('mosquitto_pub sends a reading', async () => {
    const { port, device, newest } = await listeningWorld()
    await mosquitto(port, device, version)('mosquitto_pub', '-q', '1', '-t', sensorData(device), '-m', sent)
    expect(await newest()).toMatchObject(values)
  })

  test('mosquitto_sub receives the reporting interval', async () => {
    const { port, device } = await listeningWorld()
    const topic = ['-t', changePreferences(device), '-q', '1', '-C', '1', '-W', '60', '-F', '%r %t %p']
    const { stdout } = await mosquitto(port, device, version)('mosquitto_sub', ...topic)
    const message = { deviceId: device.deviceId, interval: '600' }
    expect(stdout.trim()).toBe(`1 ${changePreferences(device)} ${JSON.stringify(message)}`)
  })

  test('mosquitto_pub is refused with a wrong token', async () => {
    const { port, device, newest } = await listeningWorld()
    const wrong = { ...device, deviceToken: 'wrong' }
    const run = mosquitto(port, wrong, version)
    const sending = run('mosquitto_pub', '-q', '1', '-t', sensorData(device), '-m', sent)
    await expect(sending).rejects.toMatchObject({ stderr: expect.stringMatching(/not authori[sz]ed|bad user/i) })
    expect(await newest()).toMatchObject({ time: null })
  })

  test('mosquitto_sub may not subscribe to every topic', async () => {
    const { port, device } = await listeningWorld()
    const run = mosquitto(port, device, version)
    const { stderr } = await run('mosquitto_sub', '-t', '#', '-E', '-W', '60').catch(
      (error: { stderr: string }) => error,
    )
    expect(stderr).toMatch(/denied|rejected|not authori[sz]ed/i)
  })
})

/** Opens the live connection of a page. Every call of the returned function resolves with its next frame. */
async function openPage({ port }: AddressInfo, clientId: string): Promise<() => Promise<unknown>> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?id=${clientId}`)
  onTestFinished(() => socket.terminate())
  const frames = on(socket, 'message')
  await once(socket, 'open')
  return async () => JSON.parse(String((await frames.next()).value?.[0]))
}

function batch(device: DeviceCredentials, index: number): Packet[] {
  return Array.from({ length: BATCH }, (_, place) => {
    const number = index * BATCH + place
    return publishPacket(device, paddedReading(number), { messageId: number + 1 })
  })
}

/** Returns a reading of fixed length, so that the test knows how many fill the queue. */
function paddedReading(number: number): object {
  const time = new Date(Date.parse('2026-11-01T00:00:00Z') + number * 1000).toISOString()
  return { temperature: 20, time, note: 'x'.repeat(40) }
}
