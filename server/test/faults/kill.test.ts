import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { boardRoutes, conditionRoutes, createClient, hubRoutes } from '@greenhouse/contract'
import { connectAsync, type MqttClient } from 'mqtt'
import { expect, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import { trySendReadings } from '../../../testing/boards.ts'
import { seededRandom } from '../../../testing/random.ts'
import { SEED, TEST_ALL } from '../../../testing/test-run.ts'
import { openSqliteDatabase } from '../../src/platform/db/open.ts'
import { openLog } from '../../src/platform/log.ts'
import {
  APART_MS,
  expectNothingLost,
  isEnd,
  Ledger,
  postUntilTheEnd,
  publishUntilTheEnd,
  readingOf,
  START,
} from './ledger.ts'
import { storedReadingsIn } from '../stored-readings.ts'
import { type RealServer, settle, spawnServer, startServer } from './real-server.ts'

const ROUNDS = TEST_ALL ? 200 : 5
const random = seededRandom(SEED)

test(
  'every acknowledged reading is stored exactly once after many kills under load',
  { timeout: 120_000 + ROUNDS * 15_000 },
  async () => {
    const dataDir = emptyFolder()
    let ledgers: Ledger[] | undefined
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 4 === 3) await killWhileStarting(dataDir)
      const server = await startServer(dataDir)
      ledgers ??= await begin(server)
      const [old, modern, gateway, watched] = ledgers as [Ledger, Ledger, Ledger, Ledger]
      const load = Promise.all([
        publishUntilTheEnd(server, old, 4),
        publishUntilTheEnd(server, modern, 5),
        postUntilTheEnd(server, gateway),
        postOneByOne(server, watched),
      ])
      const before = ledgers.map(({ acknowledged }) => acknowledged.size)
      await expect
        .poll(() => ledgers?.every(({ acknowledged }, index) => acknowledged.size > (before[index] ?? 0) + 5))
        .toBe(true)
      await wait(random() * 400)
      await server.kill()
      await load
    }
    for (const ledger of ledgers ?? []) {
      expect(ledger.acknowledged.size).toBeGreaterThan(ROUNDS)
      await expectNothingLost(dataDir, ledger)
    }
    const watched = ledgers?.[3]
    if (!watched) throw new Error('There is no device with a condition')
    await compareEpisodes(dataDir, watched)
  },
)

test('a killed server keeps the first message of a board, and the announcements of boards', async () => {
  const dataDir = emptyFolder()
  let server = await startServer(dataDir)
  const { ann } = await settle(server, 0)
  const { token } = await ann.call(hubRoutes.create, { body: { name: 'Shed' } })
  const sent = await sendEach(server, token, [
    ['home/gateway/BTtoMQTT/A4C138F0B2D1', { id: 'A4C138F0B2D1', tempc: 20 }],
    ['homeassistant/sensor/bench/config', CONFIG],
    ['tele/shelf/SENSOR', { BME280: { Temperature: 21 }, TempUnit: 'C' }],
  ])
  await server.kill()
  await sent.endAsync(true)

  server = await startServer(dataDir)
  const { call } = createClient({ origin: server.url, token: ann.token })
  expect(await call(boardRoutes.heardOnce)).toMatchObject([{ externalId: 'A4C138F0B2D1' }])
  const again = await sendEach(server, token, [
    ['home/gateway/BTtoMQTT/A4C138F0B2D1', { id: 'A4C138F0B2D1', tempc: 22 }],
    ['garden/bench', { t: 77 }],
  ])
  const boards = await call(boardRoutes.list)
  const waiting = boards.map(({ name, externalId, ...board }) => [name ?? externalId, board.waiting])
  expect(Object.fromEntries(waiting)).toEqual({ A4C138F0B2D1: 2, Bench: 1, shelf: 1 })
  expect(boards.find(({ name }) => name === 'Bench')?.measures).toMatchObject([{ value: 25, unit: '°C' }])
  await again.endAsync(true)
  await server.kill()
})

const CONFIG = {
  device: { identifiers: ['bench'], name: 'Bench' },
  state_topic: 'garden/bench',
  value_template: '{{ value_json.t }}',
  unit_of_measurement: '°F',
  device_class: 'temperature',
}

/** Publishes messages of boards, and resolves when each is acknowledged. */
async function sendEach(
  { mqttPort }: RealServer,
  token: string,
  messages: ReadonlyArray<readonly [topic: string, message: object]>,
): Promise<MqttClient> {
  const hub = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: token, password: token })
  hub.on('error', () => {})
  for (const [topic, message] of messages) await hub.publishAsync(topic, JSON.stringify(message), { qos: 1 })
  return hub
}

async function begin(server: RealServer): Promise<Ledger[]> {
  const { ann, devices } = await settle(server, 4)
  const condition = { userDeviceId: devices[3]?.deviceId ?? '', sensorType: 'AirQuality', condition: '>=1000' } as const
  await ann.call(conditionRoutes.createForDevice, { body: condition })
  return devices.map((device) => new Ledger(device))
}

async function killWhileStarting(dataDir: string): Promise<void> {
  const starting = spawnServer(dataDir)
  await wait(random() * 700)
  await starting.kill()
}

/** Sends readings in order, each again until it is acknowledged, so that the number of crossings of the limit is known. */
async function postOneByOne(server: RealServer, ledger: Ledger): Promise<void> {
  for (;;) {
    const number = ledger.next()
    try {
      const reading = { ...readingOf(number), airQuality: airQualityOf(number) }
      const { status } = await trySendReadings(server.url, ledger.device, reading)
      expect(status).toBe(200)
      ledger.acknowledged.add(number)
    } catch (error) {
      if (!isEnd(error)) throw error
      ledger.again([number])
      return
    }
  }
}

/** Returns values that cross the limit with every fourth reading. */
const airQualityOf = (number: number) => (number % 4 < 2 ? 400 : 1200)

/** Expects exactly one episode for each crossing, which the next value below the limit ends. The last ones are evaluated at the next start. */
async function compareEpisodes(dataDir: string, { device }: Ledger): Promise<void> {
  const server = await startServer(dataDir)
  await server.kill()
  const rows = await storedReadingsIn(dataDir, device.deviceId)
  const times = rows.map(({ at }) => at)
  const opened = times.filter((at) => placeOf(at) === 2)
  const closed = times.filter((at) => placeOf(at) === 0 && at > START)
  const { db, close } = await openSqliteDatabase(join(dataDir, 'greenhouse.db'), openLog('silent'))
  const episodes = await db
    .selectFrom('episode')
    .select(['opened_at', 'closed_at', 'worst_value'])
    .where('kind', '<>', 'silent')
    .orderBy('opened_at')
    .execute()
  await close()
  expect(opened.length).toBeGreaterThan(ROUNDS)
  expect(episodes).toEqual(
    opened.map((at, index) => ({
      opened_at: at,
      closed_at: closed[index] ?? null,
      worst_value: closed[index] === undefined ? null : 1200,
    })),
  )
}

/** Position of a reading in its cycle of four, two of them above the limit. */
function placeOf(at: number): number {
  return ((at - START) / APART_MS) % 4
}
