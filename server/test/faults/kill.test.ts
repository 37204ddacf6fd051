import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { conditionRoutes, boardMetrics } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { trySendReadings } from '../../../testing/boards.ts'
import type { Reading } from '../../src/features/readings/decode-board.ts'
import { rollUp } from '../../src/features/readings/rollup.ts'
import { openSqliteDatabase } from '../../src/platform/db/open.ts'
import type { ReadingTable } from '../../src/platform/db/schema.ts'
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
import { type RealServer, settle, spawnServer, startServer, temporaryFolder } from './real-server.ts'

const ROUNDS = process.env['FAULTS'] === 'long' ? 200 : 20
/** Patient, since the tests are about what is stored and not about time. */
const PATIENT = { timeout: 20_000, interval: 5 }

test(
  'of all that was acknowledged nothing is missing or doubled after twenty kills under load',
  { timeout: ROUNDS * 15_000 },
  async () => {
    const dataDir = temporaryFolder()
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
        .poll(() => ledgers?.every(({ acknowledged }, index) => acknowledged.size > (before[index] ?? 0) + 5), PATIENT)
        .toBe(true)
      await wait(Math.random() * 400)
      await server.kill()
      await load
    }
    for (const ledger of ledgers ?? []) {
      expect(ledger.acknowledged.size).toBeGreaterThan(ROUNDS)
      await compare(dataDir, ledger)
    }
    await compareAlerts(dataDir)
  },
)

async function begin(server: RealServer): Promise<Ledger[]> {
  const { ann, devices } = await settle(server, 4)
  const condition = { userDeviceId: devices[3]?.deviceId ?? '', sensorType: 'AirQuality', condition: '>=1000' } as const
  await ann.call(conditionRoutes.createForDevice, { body: condition })
  return devices.map((device) => new Ledger(device))
}

async function killWhileStarting(dataDir: string): Promise<void> {
  const starting = spawnServer(dataDir)
  await wait(Math.random() * 700)
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

async function compare(dataDir: string, ledger: Ledger): Promise<void> {
  expectNothingLost(dataDir, ledger)
  const { db, close } = await openSqliteDatabase(join(dataDir, 'greenhouse.db'), openLog('silent'))
  try {
    const { key } = await db
      .selectFrom('device')
      .select('key')
      .where('id', '=', ledger.device.deviceId)
      .executeTakeFirstOrThrow()
    const rows = await db.selectFrom('reading').selectAll().where('device_key', '=', key).orderBy('at').execute()
    const rollups = await db.selectFrom('rollup').selectAll().where('device_key', '=', key).execute()
    expect(sorted(rollups)).toEqual(sorted(expectedRollups(rows)))
    const newest = await db.selectFrom('newest_reading').selectAll().where('device_key', '=', key).execute()
    expect(newest).toEqual([rows.at(-1)])
  } finally {
    await close()
  }
}

/** Expects exactly one alert for each crossing. */
async function compareAlerts(dataDir: string): Promise<void> {
  const { db, close } = await openSqliteDatabase(join(dataDir, 'greenhouse.db'), openLog('silent'))
  try {
    const rows = await db
      .selectFrom('reading')
      .select('at')
      .where('air_quality', 'is not', null)
      .orderBy('at')
      .execute()
    const crossings = rows.map(({ at }) => at).filter((at) => ((at - START) / APART_MS) % 4 === 2)
    const alerts = await db.selectFrom('alert').select('at').orderBy('at').execute()
    expect(crossings.length).toBeGreaterThan(ROUNDS)
    expect(alerts.map(({ at }) => at)).toEqual(crossings)
  } finally {
    await close()
  }
}

/** Returns the expected rollups, computed from the rows. */
function expectedRollups(rows: readonly ReadingTable[]): object[] {
  const readings = rows.map(({ device_key, at, temperature, humidity, air_pressure, air_quality }): Reading => ({
    deviceKey: device_key,
    at,
    temperature,
    humidity,
    airPressure: air_pressure,
    airQuality: air_quality,
    withoutClock: false,
  }))
  const column = {
    temperature: 'temperature',
    humidity: 'humidity',
    airPressure: 'air_pressure',
    airQuality: 'air_quality',
  }
  return rollUp(readings).map(({ deviceKey, levelMs, at, readings, summaries }) => ({
    device_key: deviceKey,
    level_ms: levelMs,
    at,
    readings,
    ...Object.fromEntries(
      boardMetrics.flatMap(({ id }) =>
        Object.entries(summaries[id]).map(([part, value]) => [`${column[id]}_${part}`, value]),
      ),
    ),
  }))
}

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).toSorted()
}
