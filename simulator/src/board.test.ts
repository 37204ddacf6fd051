import { afterEach, expect, test } from 'vitest'
import type { AdmittedClient, DeviceHandler } from '../../server/src/platform/mqtt/device-handler.ts'
import { openLoneBus } from '../../server/src/platform/bus/lone-bus.ts'
import { DeviceConnections } from '../../server/src/platform/mqtt/device-connections.ts'
import { openListener, type Listener } from '../../server/src/platform/mqtt/listener.ts'
import { askedInterval, startBoard, type Board } from './board.ts'

const opened: Array<Board | Listener> = []
afterEach(async () => {
  for (const one of opened.splice(0)) await ('stop' in one ? one.stop() : one.close())
})

test('a board whose interval changes while it reports continues at the new interval, not at both', async () => {
  const changed = Promise.withResolvers<void>()
  const { url, published, received } = await listening({ interval: 1, beforeAnswer: () => changed.promise })
  opened.push(await aBoard(url, (event) => 'intervalSeconds' in event && changed.resolve()))
  await received(4)
  const times = published.map(({ timestamp }) => Date.parse(timestamp))
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(900)
})

test('a board names itself, its token and what it measured', async () => {
  const { url, published, credentials } = await listening({})
  const board = await aBoard(url, () => {}, { count: 1 })
  await board.done
  // User name and password are the same, and asked for once.
  expect(credentials).toEqual(['the token'])
  expect(published).toMatchObject([{ topic: 'Device/fern/SensorData', deviceId: 'fern', temperature: 21 }])
})

test('a board can be stopped although its last report was never acknowledged', async () => {
  const { url, received, listener } = await listening({ beforeAnswer: () => new Promise(() => {}) })
  const troubles: string[] = []
  const board = await aBoard(url, (event) => 'trouble' in event && troubles.push(event.trouble))
  await received(1)
  await listener.close()
  await board.stop()
  await board.done
  expect(troubles).toEqual([])
})

test('a refused board reports it', async () => {
  const { url } = await listening({ known: false })
  await expect(aBoard(url)).rejects.toThrow('Not authorized')
})

test.each([
  ['{"deviceId":"fern","interval":"30"}', 30],
  ['{"interval":"0"}', undefined],
  ['{"interval":"soon"}', undefined],
  ['null', undefined],
  ['{', undefined],
])('the message %s asks for the interval %s', (message, seconds) => {
  expect(askedInterval(new TextEncoder().encode(message))).toBe(seconds)
})

function aBoard(url: string, onEvent: NonNullable<Parameters<typeof startBoard>[0]['onEvent']> = () => {}, more = {}) {
  const weather = { temperature: 21, humidity: 60, pressure: 1013, air_quality_analog: 420 }
  const who = { deviceId: 'fern', token: 'the token' }
  return startBoard({ url, ...who, intervalSeconds: 3600, measure: () => weather, onEvent, ...more })
}

interface Behaviour {
  readonly known?: boolean
  readonly interval?: number
  readonly beforeAnswer?: () => Promise<void>
}

/** A listener of the server that stores nothing. */
async function listening({ known = true, interval, beforeAnswer }: Behaviour) {
  const published: Array<{ topic: string; timestamp: string }> = []
  const credentials: string[] = []
  let onPublished = () => {}
  const client: AdmittedClient = {
    id: 'fern',
    tokenHash: '',
    ownerId: 'ann',
    async publish(topic, payload) {
      published.push({ topic, ...(JSON.parse(payload.toString()) as { timestamp: string }) })
      onPublished()
      await beforeAnswer?.()
      return 'stored'
    },
    maySubscribe: () => true,
    retained: async (topic) =>
      interval === undefined ? [] : [{ topic, payload: JSON.stringify({ interval: String(interval) }) }],
    connected: async () => {},
    disconnected: async () => {},
    isSaturated: () => false,
    shareWaitMs: () => 0,
    drained: async () => {},
  }
  const handler: DeviceHandler = {
    async admit(given) {
      credentials.push(...given)
      return known ? client : undefined
    },
    denied: () => {},
  }
  const listener = openListener(handler, { devices: new DeviceConnections(Date.now, openLoneBus('node')), tls: null })
  opened.push(listener)
  await listener.listen('127.0.0.1', 0)
  return {
    listener,
    url: `mqtt://127.0.0.1:${listener.port}`,
    published,
    credentials,
    /** Resolves after `count` readings. */
    received: (count: number) =>
      new Promise<void>((resolve) => {
        onPublished = () => void (published.length >= count && resolve())
        onPublished()
      }),
  }
}
