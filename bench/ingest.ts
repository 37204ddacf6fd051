import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { conditionRoutes } from '@greenhouse/contract'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import type { HttpOutcome, HttpTask } from './http-worker.ts'
import { metric } from './metrics.ts'
import type { MqttOutcome, MqttTask } from './mqtt-worker.ts'
import type { BenchOptions } from './options.ts'
import { addDevices, type OwnedDevice } from './owned-devices.ts'
import { processorSecondsOf } from './processor-time.ts'
import { atLeast, atMost, medianAtMost, notMeasured, percentile, type Bench, type Figure } from './result.ts'
import { withSlowerFlush } from './slow-disk.ts'
import { runWorker } from './worker.ts'

const CONNECTIONS = 200
const MANY = 1000
const RATE = 20_000
const SECONDS = 10
const PACED_RUNS = 3
const CONDITIONS = 10
/** Devices that post lists and send nothing else. */
const POSTING = 16
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LAG = 'nodejs_eventloop_lag_p99_seconds'
const STORED = 'readings_stored_total'
const UNLIMITED = { DEVICE_READINGS_PER_SECOND: '0' }

export const ingestBench: Bench = {
  name: 'ingest',
  how: `The server and the load, each a process, on the same cores. MQTT: ${CONNECTIONS} boards publish readings at QoS 1 for ${SECONDS} s, first as fast as they are acknowledged (8 in flight each), then ${PACED_RUNS} times ${RATE} a second, where the time is taken from when a publish is due to its PUBACK, leaving out the first 2 s of each run, in which the code of the load is not warm; then ${MANY} boards as fast as they are acknowledged. HTTP: lists of 100 over 16 connections, from ${POSTING} devices in the order of time, then older than those; one reading a request; and lists from ${MANY} devices in turn. Processor time is that of all threads of the server. The floor is a bare node:http server that parses the same requests. With an added flush: a server of its own under strace, which makes each fsync of the disk slower (\`--flush <ms>\`, 2 unless said otherwise). Every acknowledgement is after a commit with fsync.`,
  async run(options) {
    const server = await startServer(UNLIMITED)
    try {
      const owned = await addDevices(server.url, CONNECTIONS + POSTING)
      const devices = owned.map(({ device }) => device)
      return [
        ...(await overMqtt(server, devices.slice(POSTING))),
        ...(await overHttp(server, devices.slice(0, POSTING))),
        ...(await withConditions(server, owned.slice(POSTING))),
        ...(await withManyDevices()),
        await onSlowDisk(options),
      ]
    } finally {
      await server.close()
    }
  },
}

/** Runs the same load twice: without conditions, and with ten unmet ones on each device. */
async function withConditions(server: RunningServer, owned: ReadonlyArray<OwnedDevice>): Promise<Figure[]> {
  const devices = owned.map(({ device }) => device)
  const flood = async () => (await publishAll(server, { devices, window: 8 })).rate
  const without = await flood()
  for (const { grower, device } of owned) {
    for (let limit = 30; limit < 30 + CONDITIONS; limit++) {
      const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature' as const, condition: `>=${limit}` }
      await grower.call(conditionRoutes.createForDevice, { body: condition })
    }
  }
  const ratio = ((await flood()) / without) * 100
  return [atLeast(`rate with ${CONDITIONS} conditions on each device, of that without`, ratio, 97, '%')]
}

let runs = 0

/** One run of the boards. Each run continues the times of the one before, so that all readings are the newest. */
async function publishAll(
  { mqttPort, pid }: Pick<RunningServer, 'mqttPort' | 'pid'>,
  task: Pick<MqttTask, 'devices' | 'rate' | 'window'>,
): Promise<MqttOutcome & { readonly cost: number }> {
  const startAt = Date.now() - 86_400_000 + runs++ * 3_600_000
  const before = processorSecondsOf(pid)
  const outcome = await runWorker<MqttOutcome>('mqtt-worker.ts', {
    ports: [mqttPort],
    seconds: SECONDS,
    startAt,
    ...task,
  } satisfies MqttTask)
  return { ...outcome, cost: microseconds(processorSecondsOf(pid) - before, outcome.acknowledged) }
}

function microseconds(seconds: number, units: number): number {
  return (seconds * 1e6) / units
}

async function overMqtt(server: RunningServer, devices: MqttTask['devices']): Promise<Figure[]> {
  const { url } = server
  const run = (task: Pick<MqttTask, 'rate' | 'window'>) => publishAll(server, { devices, ...task })
  const storedBefore = await metric(url, STORED)
  const fast = await run({ window: 8 })
  await metric(url, LAG)
  const paced: Array<Awaited<ReturnType<typeof run>>> = []
  const lags: number[] = []
  while (paced.length < PACED_RUNS) {
    paced.push(await run({ rate: RATE, window: Infinity }))
    lags.push((await metric(url, LAG)) * 1000)
  }
  const acknowledged = [fast, ...paced].reduce((sum, one) => sum + one.acknowledged, 0)
  const lost = Math.max(acknowledged - ((await metric(url, STORED)) - storedBefore), 0)
  const pacedRate = percentile(
    paced.map(({ rate }) => rate),
    0.5,
  )
  const times = (part: 'p50' | 'p99' | 'cost') => paced.map((one) => one[part])
  return [
    atLeast(`QoS 1 readings acknowledged over ${CONNECTIONS} connections`, fast.rate, 80_000, 'a second'),
    atMost('processor time for such a reading', fast.cost, 12, 'µs'),
    atLeast(`of ${RATE} sent a second, acknowledged`, pacedRate, RATE * 0.99, 'a second'),
    medianAtMost('processor time for a reading at that rate', times('cost'), 20, 'µs'),
    medianAtMost('publish to PUBACK at that rate, median', times('p50'), 8, 'ms'),
    medianAtMost('publish to PUBACK at that rate, p99', times('p99'), 15, 'ms'),
    medianAtMost('event loop delay of the server meanwhile, p99', lags, 20, 'ms'),
    atMost('acknowledged but not stored', lost, 0, 'readings'),
  ]
}

async function overHttp({ url, pid }: RunningServer, devices: HttpTask['devices']): Promise<Figure[]> {
  const server = { url, pid }
  const now = Date.now()
  await metric(url, LAG)
  const inOrder = await postAll(server, { devices, startAt: now - 16 * HOUR_MS })
  const lag = (await metric(url, LAG)) * 1000
  const backfill = await postAll(server, { devices, startAt: now - 300 * DAY_MS })
  // After the lists in order, which last 14 hours.
  const singles = { devices, size: 1, requests: 16_000, startAt: now - 2 * HOUR_MS }
  const single = await postAll(server, singles)
  const floor = await onBareServer((bare) => postAll(bare, singles))
  return [
    atLeast('readings stored over HTTP in lists of 100', inOrder.rate, 150_000, 'a second'),
    atMost('processor time for such a reading', inOrder.cost, 3.5, 'µs'),
    atMost('event loop delay of the server meanwhile, p99', lag, 20, 'ms'),
    atLeast('the same in lists that are older than what their devices have sent', backfill.rate, 150_000, 'a second'),
    atMost('processor time for such a reading, of that in order', backfill.cost / inOrder.cost, 1.2, 'times'),
    atMost('processor time for a request with one reading', single.cost, 90, 'µs'),
    atMost('of that of a bare server', single.cost / floor.cost, 3.6, 'times'),
  ]
}

async function postAll(
  { url, pid }: Pick<RunningServer, 'url' | 'pid'>,
  {
    size = 100,
    requests = 8000,
    ...task
  }: Pick<HttpTask, 'devices' | 'startAt'> & { size?: number; requests?: number },
): Promise<HttpOutcome & { readonly cost: number }> {
  const before = processorSecondsOf(pid)
  const { rate } = await runWorker<HttpOutcome>('http-worker.ts', {
    port: Number(new URL(url).port),
    connections: 16,
    size,
    requests,
    ...task,
  } satisfies HttpTask)
  return { rate, cost: microseconds(processorSecondsOf(pid) - before, size * requests) }
}

/** Runs a load against a server that only parses. */
async function onBareServer<Outcome>(load: (server: { url: string; pid: number }) => Promise<Outcome>) {
  const bare = fork(join(import.meta.dirname, 'bare-server-worker.ts'))
  try {
    const [port] = (await once(bare, 'message')) as [number]
    return await load({ url: `http://127.0.0.1:${port}`, pid: bare.pid! })
  } finally {
    bare.kill()
  }
}

/** A thousand connections on a server of its own, with lists of a thousand devices in turn. */
async function withManyDevices(): Promise<Figure[]> {
  const server = await startServer(UNLIMITED)
  try {
    const devices = (await addDevices(server.url, MANY)).map(({ device }) => device)
    await metric(server.url, LAG)
    const { rate } = await publishAll(server, { devices, window: 8 })
    const lag = (await metric(server.url, LAG)) * 1000
    const http = await postAll(server, { devices, startAt: Date.now() - 300 * DAY_MS })
    return [
      atLeast(`QoS 1 readings acknowledged over ${MANY} connections of ${MANY} devices`, rate, 70_000, 'a second'),
      atMost('event loop delay of the server meanwhile, p99', lag, 20, 'ms'),
      atLeast(`readings stored over HTTP in lists of 100, ${MANY} devices in turn`, http.rate, 150_000, 'a second'),
    ]
  } finally {
    await server.close()
  }
}

/** The paced boards with a slower flush of the disk. */
async function onSlowDisk({ flushMs }: BenchOptions): Promise<Figure> {
  const what = `publish to PUBACK at ${RATE} a second with an added flush of ${flushMs} ms, p99`
  const under = withSlowerFlush(flushMs)
  if (!under) return notMeasured(what, 'strace is not installed')
  const server = await startServer(UNLIMITED, under)
  try {
    const devices = (await addDevices(server.url, CONNECTIONS)).map(({ device }) => device)
    const times: number[] = []
    while (times.length < PACED_RUNS) {
      const run = await publishAll(server, { devices, rate: RATE, window: Infinity })
      times.push(run.p99)
    }
    return medianAtMost(what, times, 30, 'ms')
  } finally {
    await server.close()
  }
}
