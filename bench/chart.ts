import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { addressOf, seriesRoutes } from '@greenhouse/contract'
import type { DeviceCredentials, Grower } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import type { ChartDataOutcome, ChartDataTask } from './chart-data-worker.ts'
import { metric } from './metrics.ts'
import { addDevices } from './owned-devices.ts'
import { atMost, medianAtMost, percentile, type Bench, type Figure } from './result.ts'
import { runWorker } from './worker.ts'

const DAY_MS = 86_400_000
const YEARS = 10
const BOARDS = 6
/** Enough devices to fill the log in six hours. */
const DEVICES = 1200
const MONTH_DAYS = 30
const POINTS = 500
const ASKED = 100
const WARM_UP = 20
const STARTS = 3
/** Time limit for the coarse summaries of ten years. */
const COVERED_WITHIN_MS = 120_000
const FILLED_WITHIN_MS = 300_000
/** The log begins at this age, after the chunks. */
const LOG_MS = 6 * 3_600_000

export const chartBench: Bench = {
  name: 'chart',
  how: `A server on a database of a board with ${YEARS} years of four values every 10 s, and ${BOARDS - 1} boards with ${MONTH_DAYS} days of them, in chunks, and a log that is full of the last hours of ${DEVICES} boards. Each range of series is asked for ${ASKED} times over HTTP with ${POINTS} points, and ends at another instant each time. Before that each is asked for once, and the coarse summaries that a first chart of months or years asks for are made, as they are some seconds after somebody opened it. Ready is the time from the start of the process to the first 200 of /readyz. Idle memory is the resident set 10 s after a start, the median of ${STARTS}; what is its own leaves out mapped files, which the system can reclaim.`,
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
  const server = await startServer({ DATA_DIR: folder })
  try {
    const owned = await addDevices(server.url, DEVICES)
    const { grower } = owned[0]!
    const boards = owned.filter((one) => one.grower === grower).slice(0, BOARDS)
    const devices = [...boards, ...owned.filter((one) => !boards.includes(one))].map(({ device }) => device)
    await server.kill()
    const now = Date.now()
    const values = await fill(folder, devices, now - LOG_MS)

    const started = performance.now()
    await server.start()
    const ready = performance.now() - started
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const charts = await chartFigures({ url: server.url, grower, agent }, devices.slice(0, BOARDS), now)
    agent.destroy()
    await server.kill()
    return [
      ...charts,
      atMost(`ready with a full log on ${(values / 1e6).toFixed(0)} million values`, ready / 1000, 0.8, 's'),
      medianAtMost('idle memory', await idleMb({}, 'VmRSS'), 115, 'MB'),
      medianAtMost('idle memory of its own with a full log', await idleMb({ DATA_DIR: folder }, 'RssAnon'), 260, 'MB'),
    ]
  } finally {
    await server.close()
  }
}

async function fill(folder: string, devices: readonly DeviceCredentials[], end: number): Promise<number> {
  const days = Array.from({ length: BOARDS }, (_, index) => (index === 0 ? YEARS * 365 : MONTH_DAYS))
  const task: ChartDataTask = { folder, deviceTokens: devices.map(({ deviceToken }) => deviceToken), days, end }
  const { inLog } = await runWorker<ChartDataOutcome>('chart-data-worker.ts', task, FILLED_WITHIN_MS)
  const inChunks = days.reduce((sum, one) => sum + one, 0) * (DAY_MS / 10_000)
  return (inChunks + inLog) * 4
}

/** A range that is requested repeatedly, and its limit in milliseconds. */
interface Chart {
  readonly what: string
  readonly target: number
  readonly days: number
  readonly series: readonly string[]
}

interface ChartClient {
  readonly url: string
  readonly grower: Grower
  /** Keeps one connection. */
  readonly agent: Agent
}

async function chartFigures(client: ChartClient, boards: readonly DeviceCredentials[], to: number): Promise<Figure[]> {
  const { url, grower } = client
  const idsOf = async ({ deviceId }: DeviceCredentials) =>
    (await grower.call(seriesRoutes.list, { params: { deviceId } })).map(({ seriesId }) => seriesId)
  const all: string[] = []
  for (const board of boards) all.push(...(await idsOf(board)))
  const four = all.slice(0, 4)
  const charts: Chart[] = [
    { what: 'a day of four series', target: 6, days: 1, series: four },
    { what: 'a month of four series', target: 6, days: 30, series: four },
    { what: 'a year of four series', target: 6, days: 365, series: four },
    { what: 'ten years of four series', target: 8, days: YEARS * 365, series: four },
    { what: `a month of ${all.length} series`, target: 15, days: MONTH_DAYS - 1, series: all },
  ]
  for (const chart of charts) {
    await timeOf(client, chart, to)
    await untilCovered(url)
  }
  const figures: Figure[] = []
  for (const chart of charts) {
    const p95 = await p95Of(client, chart, to)
    figures.push(atMost(`${chart.what} at ${POINTS} points, p95`, p95, chart.target, 'ms'))
  }
  return figures
}

/** Waits for the coarse summaries that charts have missed. */
async function untilCovered(url: string): Promise<void> {
  const until = performance.now() + COVERED_WITHIN_MS
  while ((await metric(url, 'series_uncovered_devices')) > 0) {
    if (performance.now() > until) throw new Error('The coarse summaries were not made.')
    await wait(100)
  }
}

async function p95Of(client: ChartClient, chart: Chart, to: number): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < ASKED + WARM_UP; index++) {
    const { took, bytes } = await timeOf(client, chart, to - index * 61_000)
    if (index === 0) checkWhole(chart, bytes)
    if (index >= WARM_UP) times.push(took)
  }
  return percentile(times, 0.95)
}

/** Returns the milliseconds to request and read a chart that ends at an instant. */
async function timeOf({ url, grower, agent }: ChartClient, { days, series }: Chart, until: number) {
  const [from, end] = [until - days * DAY_MS, until].map((at) => new Date(at).toISOString())
  const query = { series: series.join(','), from: from ?? '', to: end ?? '', points: POINTS }
  const headers = { authorization: `Bearer ${grower.token}`, 'accept-encoding': 'gzip' }
  const started = performance.now()
  const asked = get(new URL(addressOf(seriesRoutes.history, { query }), url), { agent, headers })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  const took = performance.now() - started
  if (response.statusCode !== 200) throw new Error(`The history was refused with ${response.statusCode}`)
  return { took, bytes: Buffer.concat(pieces) }
}

function checkWhole({ series }: Chart, bytes: Buffer): void {
  const found = (JSON.parse(gunzipSync(bytes).toString()) as { series: Array<{ time: unknown[] }> }).series
  if (found.length !== series.length || found.some(({ time }) => time.length < POINTS / 2))
    throw new Error('The history is not whole.')
}

/** Sizes from /proc of idle servers, one for each start. */
async function idleMb(environment: Record<string, string>, size: 'VmRSS' | 'RssAnon'): Promise<number[]> {
  const found: number[] = []
  while (found.length < STARTS) {
    const server = await startServer(environment)
    await wait(10_000)
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const [, kilobytes = '0'] = new RegExp(`${size}:\\s+(\\d+) kB`).exec(status) ?? []
    found.push(Number(kilobytes) / 1024)
    await server.close()
  }
  return found
}
