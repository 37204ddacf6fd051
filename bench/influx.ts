import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, READINGS_PER_REQUEST_MAX, readingRoutes } from '@greenhouse/contract'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import { openLog } from '../server/src/platform/log.ts'
import { openDatabaseLog, openTimeSeries } from '@greenhouse/timeseries'
import { startServer } from '../testing/running-server.ts'
import { hasInflux, startInflux, type InfluxServer } from './influx-server.ts'
import {
  BATCH,
  BATCHES,
  chunked,
  DEVICES,
  lineOf,
  linesOf,
  listsOf,
  recentOf,
  toText,
  turnsOf,
  YEAR_BATCHES,
  yearOf,
  type List,
  type Sent,
} from './influx-load.ts'
import { addDevices } from './owned-devices.ts'
import { atLeast, atMost, notMeasured, percentile, type Bench, type Figure } from './result.ts'
import { usedBytes } from './used-bytes.ts'

const DAY = 86_400_000
const ASKED = 20
/** Of both; this server stores two derived values with each reading. */
const SENT_VALUES = 4 * BATCH * (BATCHES + YEAR_BATCHES)

interface Measured {
  readonly rate: number
  readonly chartMs: number
  readonly bytesAValue: number
}

export const influxBench: Bench = {
  name: 'influx',
  how: `Beside InfluxDB 1 (Debian's package \`influxdb\`, its defaults), in one run and over HTTP: a year of one device and then ${(BATCHES * BATCH) / 1e6} million readings of four values of ${DEVICES} devices in turn, by one writer in batches of ${BATCH}. A batch is five lists of ${READINGS_PER_REQUEST_MAX} here, sent at once, since a request holds readings of one device. The chart is the year of the first device in days, with means, lowest and highest values of all four; the median of ${ASKED}. Disk is all that is in use once all is compacted, for each value that was sent.`,
  async run() {
    if (!hasInflux()) return [notMeasured('against InfluxDB', 'influxd is not installed')]
    // The readings of the day that follows are not in the future then.
    const end = (Math.floor(Date.now() / DAY) - 1) * DAY
    const theirs = await measureInflux(end)
    const ours = await measureGreenhouse(end)
    return figuresOf(ours, theirs)
  },
}

function figuresOf(ours: Measured, theirs: Measured): Figure[] {
  return [
    atLeast('readings stored over HTTP in batches of 5,000 by one writer', ours.rate, theirs.rate, 'a second'),
    atLeast('of the rate of InfluxDB', ours.rate / theirs.rate, 1, 'times'),
    atMost(`bytes a value on disk; InfluxDB ${theirs.bytesAValue.toFixed(2)}`, ours.bytesAValue, 1.2, 'bytes'),
    atMost(`a year's chart; InfluxDB ${theirs.chartMs.toFixed(0)}`, ours.chartMs, 10, 'ms'),
  ]
}

async function measureInflux(end: number): Promise<Measured> {
  const influx = await startInflux()
  try {
    await writeLines(influx, 0, yearOf(end))
    const batches = Array.from({ length: BATCHES }, (_, batch) => linesOf(batch, end))
    const started = performance.now()
    for (const batch of batches) await write(influx, batch)
    const rate = (BATCHES * BATCH * 1000) / (performance.now() - started)
    const chartMs = await medianOf(() => askInflux(influx, end))
    return { rate, chartMs, bytesAValue: (await settledBytes(influx)) / SENT_VALUES }
  } finally {
    await influx.close()
  }
}

async function measureGreenhouse(end: number): Promise<Measured> {
  const server = await startServer({ DEVICE_READINGS_PER_SECOND: '0' })
  try {
    const owned = await addDevices(server.url, DEVICES)
    const [first] = owned
    if (!first) throw new Error('There is no device')
    for (const batch of chunked(yearOf(end), BATCH)) await post(server.url, listsOf(first, batch))
    const batches = Array.from({ length: BATCHES }, (_, batch) =>
      turnsOf(batch).flatMap((device) => listsOf(owned[device]!, recentOf(device, end))),
    )
    const started = performance.now()
    for (const batch of batches) await post(server.url, batch)
    const rate = (BATCHES * BATCH * 1000) / (performance.now() - started)
    const query = { deviceId: first.device.deviceId, from: toText(end - 365 * DAY), to: toText(end - 1), points: 500 }
    const chartMs = await medianOf(() => first.grower.call(readingRoutes.history, { query }))
    await server.stop()
    return { rate, chartMs, bytesAValue: (await compactedBytes(server.dataDir)) / SENT_VALUES }
  } finally {
    await server.close()
  }
}

/** Compacts what still waits in the log, as a server does within hours, and returns the bytes of the file in use. */
async function compactedBytes(dataDir: string): Promise<number> {
  const file = join(dataDir, 'greenhouse.db')
  const { db, close } = await openSqliteDatabase(file, openLog('warn'))
  const log = openDatabaseLog(db)
  const timeSeries = await openTimeSeries({ db, log, now: Date.now, onError: console.error })
  await timeSeries.compact()
  await timeSeries.close()
  await close()
  return usedBytes(file)
}

/** InfluxDB compacts files that are cold: its size counts once it has not changed for a while. */
async function settledBytes(influx: InfluxServer): Promise<number> {
  let [last, same] = [0, 0]
  for (let seconds = 0; seconds < 60 && same < 12; seconds++) {
    await wait(1000)
    const bytes = influx.diskBytes()
    same = bytes === last ? same + 1 : 0
    last = bytes
  }
  return last
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  while (times.length < ASKED) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return percentile(times, 0.5)
}

async function askInflux({ url }: InfluxServer, end: number): Promise<void> {
  const fields = ['t', 'h', 'p', 'q'].map((field) => `mean(${field}),min(${field}),max(${field})`).join(',')
  const query = `select ${fields} from r where d='0' and time >= ${end - 365 * DAY}ms and time < ${end}ms group by time(1d)`
  const reply = await fetch(`${url}/query?db=bench&q=${encodeURIComponent(query)}`)
  const { results } = (await reply.json()) as { results: Array<{ series?: Array<{ values: unknown[] }> }> }
  const points = results[0]?.series?.[0]?.values.length
  if (points !== 365) throw new Error(`InfluxDB returned ${points} points`)
}

async function writeLines(influx: InfluxServer, device: number, readings: readonly Sent[]): Promise<void> {
  for (const batch of chunked(readings, BATCH))
    await write(influx, batch.map((reading) => lineOf(device, reading)).join('\n'))
}

async function write({ url }: InfluxServer, lines: string): Promise<void> {
  const { status } = await fetch(`${url}/write?db=bench&precision=ms`, { method: 'POST', body: lines })
  if (status !== 204) throw new Error(`InfluxDB refused a batch with ${status}`)
}

async function post(url: string, lists: readonly List[]): Promise<void> {
  await Promise.all(
    lists.map(async ({ deviceToken, body }) => {
      const headers = { authorization: deviceToken, 'content-type': 'application/json' }
      const reply = await fetch(url + addressOf(readingRoutes.send), { method: 'POST', headers, body })
      if (reply.status !== 200) throw new Error(`A list was refused with ${reply.status}`)
      await reply.text()
    }),
  )
}
