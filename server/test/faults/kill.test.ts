import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { metrics } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { Reading } from '../../src/features/readings/decode.ts'
import { rollUp } from '../../src/features/readings/rollup.ts'
import { openSqliteDatabase } from '../../src/platform/db/open.ts'
import type { ReadingTable } from '../../src/platform/db/schema.ts'
import { openLog } from '../../src/platform/log.ts'
import { connectWire, publishPacket, type DeviceOf, type Version } from '../boards.ts'
import { send, settle, spawnServer, startServer, type RealServer } from './real-server.ts'

const ROUNDS = 20
const START = Date.parse('2026-01-01T00:00:00Z')
/** Far enough apart that the readings fall into many stretches of the rollups. */
const APART_MS = 20_000
const IN_FLIGHT = 40

/** What a device was promised. Readings that were not acknowledged before a kill are sent again after it. */
class Ledger {
  readonly acknowledged = new Set<number>()
  readonly device: DeviceOf
  #open: number[] = []
  #sent = 0

  constructor(device: DeviceOf) {
    this.device = device
  }

  next(): number {
    return this.#open.shift() ?? this.#sent++
  }

  again(numbers: Iterable<number>): void {
    this.#open.push(...numbers)
  }
}

const readingOf = (number: number) => ({
  temperature: temperatureOf(number),
  time: new Date(timeOf(number)).toISOString(),
})
const timeOf = (number: number) => START + number * APART_MS
const temperatureOf = (number: number) => (number % 800) / 10 - 20

test(
  'of all that was acknowledged nothing is missing or doubled after twenty kills under load',
  { timeout: 60_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'greenhouse-kill-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
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
      await wait(20 + Math.random() * 400)
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
  const { jwt, devices } = await settle(server, 4)
  const condition = { userDeviceId: devices[3]?.deviceId, sensorType: 'AirQuality', condition: '>=1000' }
  await send(server, '/api/AlertCondition/CreateConditionAlertUserDevice', condition, jwt)
  return devices.map((device) => new Ledger(device))
}

async function killWhileStarting(dataDir: string): Promise<void> {
  const starting = spawnServer(dataDir)
  await wait(Math.random() * 700)
  await starting.kill()
}

async function publishUntilTheEnd({ mqttPort }: RealServer, ledger: Ledger, version: Version): Promise<void> {
  const flying = new Map<number, number>()
  let lastId = 0
  try {
    const wire = await connectWire(mqttPort, ledger.device, version)
    const publish = () => {
      lastId = (lastId % 0xffff) + 1
      const number = ledger.next()
      flying.set(lastId, number)
      wire.send(publishPacket(ledger.device, readingOf(number), { messageId: lastId }))
    }
    for (let count = 0; count < IN_FLIGHT; count++) publish()
    for (;;) {
      const { messageId = 0, reasonCode = 0 } = await wire.next('puback')
      const number = flying.get(messageId)
      expect([typeof number, reasonCode]).toEqual(['number', 0])
      flying.delete(messageId)
      ledger.acknowledged.add(number ?? -1)
      publish()
    }
  } catch (error) {
    if (!isEnd(error)) throw error
    ledger.again(flying.values())
  }
}

async function postUntilTheEnd(server: RealServer, ledger: Ledger): Promise<void> {
  for (;;) {
    const numbers = Array.from({ length: IN_FLIGHT }, () => ledger.next())
    try {
      const { status, body } = await send(server, '/api/readings', numbers.map(readingOf), ledger.device.deviceToken)
      const { stored, duplicates } = body as { stored: number; duplicates: number }
      expect([status, stored + duplicates]).toEqual([200, numbers.length])
      for (const number of numbers) ledger.acknowledged.add(number)
    } catch (error) {
      if (!isEnd(error)) throw error
      ledger.again(numbers)
      return
    }
  }
}

/** In order, each sent again until it is acknowledged: how often the limit was crossed is known exactly. */
async function postOneByOne(server: RealServer, ledger: Ledger): Promise<void> {
  for (;;) {
    const number = ledger.next()
    try {
      const reading = { ...readingOf(number), airQuality: airQualityOf(number) }
      const { status } = await send(server, '/api/readings', reading, ledger.device.deviceToken)
      expect(status).toBe(200)
      ledger.acknowledged.add(number)
    } catch (error) {
      if (!isEnd(error)) throw error
      ledger.again([number])
      return
    }
  }
}

/** Crosses the limit with every fourth reading. */
const airQualityOf = (number: number) => (number % 4 < 2 ? 400 : 1200)

/** Whether the other end is gone, as it is meant to be here. */
function isEnd(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /connection ended|fetch failed|terminated|ECONNREFUSED|ECONNRESET/.test(error.message)
}

async function compare(dataDir: string, { acknowledged, device }: Ledger): Promise<void> {
  const { db, close } = await openSqliteDatabase(join(dataDir, 'greenhouse.db'), openLog('silent'))
  try {
    const { key } = await db
      .selectFrom('device')
      .select('key')
      .where('id', '=', device.deviceId)
      .executeTakeFirstOrThrow()
    const rows = await db.selectFrom('reading').selectAll().where('device_key', '=', key).orderBy('at').execute()
    const stored = new Map(rows.map(({ at, temperature }) => [at, temperature]))
    expect(stored.size).toBe(rows.length)
    const missing = [...acknowledged].filter((number) => stored.get(timeOf(number)) !== temperatureOf(number))
    expect(missing).toEqual([])

    const rollups = await db.selectFrom('rollup').selectAll().where('device_key', '=', key).execute()
    expect(sorted(rollups)).toEqual(sorted(expectedRollups(rows)))
    const newest = await db.selectFrom('newest_reading').selectAll().where('device_key', '=', key).execute()
    expect(newest).toEqual([rows.at(-1)])
  } finally {
    await close()
  }
}

/** Each crossing was told once, none twice and none never. */
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

/** The rollups as they have to be, summed up anew from the rows. */
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
  return rollUp(readings).map(({ deviceKey, levelMs, at, summaries }) => ({
    device_key: deviceKey,
    level_ms: levelMs,
    at,
    ...Object.fromEntries(
      metrics.flatMap(({ id }) =>
        Object.entries(summaries[id]).map(([part, value]) => [`${column[id]}_${part}`, value]),
      ),
    ),
  }))
}

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).toSorted()
}
