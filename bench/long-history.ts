import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readingRoutes } from '@greenhouse/contract'
import { addDevice, register, type DeviceCredentials, type Grower } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { findDeviceByToken } from '../server/src/features/devices/device-store.ts'
import { SeriesRegistry } from '../server/src/features/series/series-registry.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import { openLog } from '../server/src/platform/log.ts'
import { openDatabaseLog } from '../server/src/platform/timeseries/database-log-store.ts'
import { openTimeSeries } from '../server/src/platform/timeseries/timeseries.ts'
import { atMost, medianAtMost, percentile, type Bench, type Figure } from './result.ts'

const DAY = 86_400_000
const EVERY_MS = 10_000
const YEAR_OF_READINGS = (365 * DAY) / EVERY_MS
const READINGS = 10_000_000
const GROUP = 5000
const ASKED = 100
const STARTS = 3

export const historyBench: Bench = {
  name: 'history',
  how: `A database of ${READINGS / 1e6} million readings of four devices, written through the time series engine; the first device has a year of one reading every 10 s. Its history is asked for ${ASKED} times over HTTP with 500 points, for ranges that begin at another instant each time. Ready is the time from the start of the process to the first 200 of /readyz; idle memory is the resident set 10 s after a start, ${STARTS} times on a new database and ${STARTS} times on this one.`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'greenhouse-bench-'))
    try {
      return await measure(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(folder: string): Promise<Figure[]> {
  const now = Date.now()
  const server = await startServer({ DATA_DIR: folder })
  try {
    const grower = await register(server.url)
    const devices: DeviceCredentials[] = []
    for (let index = 0; index < 4; index++) devices.push(await addDevice(grower, `Board ${index}`, { waitTime: '10' }))
    await server.kill()
    await fill(folder, devices, now)

    const started = performance.now()
    await server.start()
    const ready = performance.now() - started
    const [first] = devices
    if (!first) throw new Error('There is no device')
    const year = await ask(grower, first, { now, length: 364 * DAY })
    const day = await ask(grower, first, { now, length: DAY })
    const [yearP95, dayP95] = [percentile(year, 0.95), percentile(day, 0.95)]
    await server.kill()
    const [idle, idleOnMany] = [await idleMb({}), await idleMb({ DATA_DIR: folder })]
    const ratio = percentile(year, 0.5) / percentile(day, 0.5)
    return [
      atMost('a year of 10 s readings at 500 points, p95', yearP95, 10, 'ms'),
      atMost('a day of them at 500 points, p95', dayP95, 10, 'ms'),
      atMost('the year against the day, medians', ratio, 3, 'times'),
      atMost(`ready on ${READINGS / 1e6} million readings`, ready / 1000, 2, 's'),
      medianAtMost('idle memory', idle, 150, 'MB'),
      medianAtMost(`idle memory on ${READINGS / 1e6} million readings`, idleOnMany, 150, 'MB'),
    ]
  } finally {
    await server.close()
  }
}

async function fill(folder: string, devices: readonly DeviceCredentials[], now: number): Promise<void> {
  const { db, close } = await openSqliteDatabase(join(folder, 'greenhouse.db'), openLog('warn'))
  const log = openDatabaseLog(db)
  const timeSeries = await openTimeSeries({ db, log, now: Date.now, onError: console.error })
  const registry = new SeriesRegistry(db, randomUUID)
  const rest = Math.floor((READINGS - YEAR_OF_READINGS) / (devices.length - 1))
  for (const [index, { deviceId, deviceToken }] of devices.entries()) {
    const device = await findDeviceByToken(db, deviceToken)
    if (!device) throw new Error(`The device ${deviceId} is not in the database`)
    const { deviceKey } = device
    const slots = (await registry.boardSlotsFor(deviceKey, [true, true, true, true])).map((slot) => slot ?? -1)
    const count = index === 0 ? YEAR_OF_READINGS : rest
    for (let done = 0; done < count; done += GROUP) {
      await timeSeries.append(
        Array.from({ length: Math.min(GROUP, count - done) }, (_, at) => {
          const age = count - done - at
          const wave = Math.round(150 + 80 * Math.sin((age / 8640) * 2 * Math.PI)) / 10
          return {
            deviceKey,
            at: now - age * EVERY_MS,
            slots,
            values: [wave, 60 + (age % 20), 1013.2, 400 + (age % 50)],
          }
        }),
      )
    }
  }
  await timeSeries.close()
  await close()
}

async function ask(
  grower: Grower,
  { deviceId }: DeviceCredentials,
  { now, length }: { now: number; length: number },
): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < ASKED + 10; index++) {
    const to = now - index * 61_000
    const query = {
      deviceId,
      from: new Date(to - length).toISOString(),
      to: new Date(to).toISOString(),
      points: 500,
    }
    const started = performance.now()
    const { status } = await grower.send(readingRoutes.history, { query })
    if (status !== 200) throw new Error(`The history was refused with ${status}`)
    // The first ones warm up the code.
    if (index >= 10) times.push(performance.now() - started)
  }
  return times
}

/** The resident set of servers that have nothing to do, one for each start. */
async function idleMb(environment: Record<string, string>): Promise<number[]> {
  const found: number[] = []
  while (found.length < STARTS) {
    const server = await startServer(environment)
    await wait(10_000)
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    found.push(Number(kilobytes) / 1024)
    await server.close()
  }
  return found
}
