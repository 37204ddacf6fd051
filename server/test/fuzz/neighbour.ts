import { once } from 'node:events'
import { liveRoutes, readingRoutes, topic } from '@greenhouse/contract'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Config } from '../../src/platform/config/config.ts'
import type { OpenDatabase } from '../../src/platform/db/open.ts'
import { everythingOf, furnish, type Owner } from '../belongings.ts'
import { connectBoard } from '../boards.ts'
import { startOpenMeteo } from '../../../testing/open-meteo.ts'
import { createWorld, portOf, type World } from '../world.ts'

/** Occurs in every text of the neighbour and nowhere else. */
const SECRET = 'annsecret'

export interface Besieged {
  readonly world: World
  readonly ann: Owner
  /** Throws when a text that others receive contains data of the neighbour. */
  expectNothingOfAnn(text: string): void
  /** Returns all data of the neighbour, which must not change. */
  all(): Promise<string>
  /** Throws when server, boards and people do not work as they should. */
  expectService(): Promise<void>
}

/** Starts a listening server with a neighbour, who must not be affected by what others send. */
export async function besiege(database?: OpenDatabase, changes: Partial<Config> = {}): Promise<Besieged> {
  const weather = await startOpenMeteo()
  onTestFinished(() => weather.close())
  const places = { weatherUrl: weather.url, geocodingUrl: weather.url }
  const world = await createWorld({ ...places, exampleBroadcast: true, ...changes }, database)
  await world.app.listen()
  const ann = await furnish(world, SECRET)
  const secrets = [SECRET, String(ann.temperature), ann.deviceToken, ann.person.token]
  return {
    world,
    ann,
    expectNothingOfAnn(text) {
      const found = secrets.filter((secret) => text.includes(secret))
      expect(found, `in ${text.slice(0, 2000)}`).toEqual([])
    },
    all: () => everythingOf(ann),
    expectService: () => expectService(world),
  }
}

/** Expects that a new user can register, and sees the readings of a board live and in the history. */
async function expectService(world: World): Promise<void> {
  world.clock.now += 3_600_000
  const eve = await world.as('eve')
  const device = await world.aDevice(eve)
  const port = portOf(world)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?id=eve`, { origin: `http://127.0.0.1:${port}` })
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const topicIds = [topic.readingsOf(device.deviceId)]
  expect((await eve.call(liveRoutes.subscribe, { body: { clientId: 'eve', topicIds } })).status).toBe(204)
  const frame = once(socket, 'message')
  const board = await connectBoard(world.app.devicePort(), device, 5)
  await board.publishAsync(`Device/${device.deviceId}/SensorData`, JSON.stringify({ temperature: 21.4 }), { qos: 1 })
  expect(JSON.parse(String((await frame)[0]))).toMatchObject({
    logs: [{ deviceId: device.deviceId, sensorHistoryRecords: [{ temperature: 21.4 }] }],
  })
  const { body } = await eve.call(readingRoutes.newest)
  expect(body.sensorHistoryWithDeviceRecords).toMatchObject([{ temperature: 21.4 }])
}
