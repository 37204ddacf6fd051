import { conditionRoutes } from '@greenhouse/contract'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import type { HttpOutcome, HttpTask } from './http-worker.ts'
import { metric } from './metrics.ts'
import type { MqttOutcome, MqttTask } from './mqtt-worker.ts'
import type { BenchOptions } from './options.ts'
import { addDevices, type OwnedDevice } from './owned-devices.ts'
import { atLeast, atMost, medianAtMost, notMeasured, percentile, type Bench, type Figure } from './result.ts'
import { withSlowerFlush } from './slow-disk.ts'
import { runWorker } from './worker.ts'

const CONNECTIONS = 200
const MANY = 1000
const RATE = 20_000
const SECONDS = 10
const PACED_RUNS = 3
const CONDITIONS = 10
const LAG = 'nodejs_eventloop_lag_p99_seconds'
const STORED = 'readings_stored_total'
/** A few devices send what thousands would. */
const UNLIMITED = { DEVICE_READINGS_PER_SECOND: '0' }

export const ingestBench: Bench = {
  name: 'ingest',
  how: `The server and the load, each a process, on the same cores. MQTT: ${CONNECTIONS} boards publish readings at QoS 1 for ${SECONDS} s, first as fast as they are acknowledged (8 in flight each), then ${PACED_RUNS} times ${RATE} a second, where the time is taken from when a publish is due to its PUBACK, leaving out the first 2 s of each run, in which the code of the load is not warm; then ${MANY} boards as fast as they are acknowledged. HTTP: lists of 100 over 16 connections, from 16 devices, and from ${MANY} devices in turn. With an added flush: a server of its own under strace, which makes each fsync of the disk slower (\`--flush <ms>\`, 2 unless said otherwise). Every acknowledgement is after a commit with fsync.`,
  async run(options) {
    const server = await startServer(UNLIMITED)
    try {
      const owned = await addDevices(server.url, CONNECTIONS)
      const devices = owned.map(({ device }) => device)
      const plain = await overMqtt(server, devices)
      const http = await overHttp(server, devices.slice(0, 16))
      return [
        ...plain,
        ...http,
        ...(await withConditions(server, owned)),
        ...(await withManyDevices()),
        await onSlowDisk(options),
      ]
    } finally {
      await server.close()
    }
  },
}

/** The same flood twice, in one run: without conditions and with ten on each device, none of which is met. */
async function withConditions({ mqttPort }: RunningServer, owned: ReadonlyArray<OwnedDevice>): Promise<Figure[]> {
  const devices = owned.map(({ device }) => device)
  const flood = async () => (await publishAll({ ports: [mqttPort], devices, window: 8 })).rate
  const without = await flood()
  for (const { grower, device } of owned) {
    for (let limit = 30; limit < 30 + CONDITIONS; limit++) {
      const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature' as const, condition: `>=${limit}` }
      await grower.call(conditionRoutes.createForDevice, { body: condition })
    }
  }
  const ratio = ((await flood()) / without) * 100
  return [atLeast(`rate with ${CONDITIONS} conditions on each device, of that without`, ratio, 80, '%')]
}

let runs = 0

/** One run of the boards. Each begins after the one before, so that all readings are new and the newest. */
function publishAll(task: Omit<MqttTask, 'seconds' | 'startAt'>): Promise<MqttOutcome> {
  const startAt = Date.now() - 86_400_000 + runs++ * 3_600_000
  return runWorker<MqttOutcome>('mqtt-worker.ts', { seconds: SECONDS, startAt, ...task } satisfies MqttTask)
}

async function overMqtt({ url, mqttPort }: RunningServer, devices: MqttTask['devices']): Promise<Figure[]> {
  const run = (task: Pick<MqttTask, 'rate' | 'window'>) => publishAll({ ports: [mqttPort], devices, ...task })
  const storedBefore = await metric(url, STORED)
  const fast = await run({ window: 8 })
  await metric(url, LAG)
  const paced: MqttOutcome[] = []
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
  const times = (part: 'p50' | 'p99') => paced.map((one) => one[part])
  return [
    atLeast(`QoS 1 readings acknowledged over ${CONNECTIONS} connections`, fast.rate, 80_000, 'a second'),
    atLeast(`of ${RATE} sent a second, acknowledged`, pacedRate, RATE * 0.99, 'a second'),
    medianAtMost('publish to PUBACK at that rate, median', times('p50'), 8, 'ms'),
    medianAtMost('publish to PUBACK at that rate, p99', times('p99'), 12, 'ms'),
    medianAtMost('event loop delay of the server meanwhile, p99', lags, 20, 'ms'),
    atMost('acknowledged but not stored', lost, 0, 'readings'),
  ]
}

async function overHttp({ url }: RunningServer, devices: HttpTask['devices']): Promise<Figure[]> {
  await metric(url, LAG)
  const rate = await postAll(url, devices)
  const lag = (await metric(url, LAG)) * 1000
  return [
    atLeast('readings stored over HTTP in lists of 100', rate, 150_000, 'a second'),
    atMost('event loop delay of the server meanwhile, p99', lag, 20, 'ms'),
  ]
}

async function postAll(url: string, devices: HttpTask['devices']): Promise<number> {
  const task: HttpTask = { port: Number(new URL(url).port), devices, connections: 16, requests: 8000, size: 100 }
  return (await runWorker<HttpOutcome>('http-worker.ts', task)).rate
}

/** On a server of its own: a thousand connections, and lists of a thousand devices in turn. */
async function withManyDevices(): Promise<Figure[]> {
  const server = await startServer(UNLIMITED)
  try {
    const devices = (await addDevices(server.url, MANY)).map(({ device }) => device)
    await metric(server.url, LAG)
    const { rate } = await publishAll({ ports: [server.mqttPort], devices, window: 8 })
    const lag = (await metric(server.url, LAG)) * 1000
    const http = await postAll(server.url, devices)
    return [
      atLeast(`QoS 1 readings acknowledged over ${MANY} connections of ${MANY} devices`, rate, 60_000, 'a second'),
      atMost('event loop delay of the server meanwhile, p99', lag, 20, 'ms'),
      atLeast(`readings stored over HTTP in lists of 100, ${MANY} devices in turn`, http, 150_000, 'a second'),
    ]
  } finally {
    await server.close()
  }
}

/** The paced boards on a server of which each flush of the disk takes longer. */
async function onSlowDisk({ flushMs }: BenchOptions): Promise<Figure> {
  const what = `publish to PUBACK at ${RATE} a second with an added flush of ${flushMs} ms, p99`
  const under = withSlowerFlush(flushMs)
  if (!under) return notMeasured(what, 'strace is not installed')
  const server = await startServer(UNLIMITED, under)
  try {
    const devices = (await addDevices(server.url, CONNECTIONS)).map(({ device }) => device)
    const times: number[] = []
    while (times.length < PACED_RUNS) {
      const run = await publishAll({ ports: [server.mqttPort], devices, rate: RATE, window: Infinity })
      times.push(run.p99)
    }
    return medianAtMost(what, times, 30, 'ms')
  } finally {
    await server.close()
  }
}
