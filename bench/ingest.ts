import { conditionRoutes } from '@greenhouse/contract'
import { addDevice, register, type DeviceCredentials, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import type { HttpOutcome, HttpTask } from './http-worker.ts'
import { metric } from './metrics.ts'
import type { MqttOutcome, MqttTask } from './mqtt-worker.ts'
import { atLeast, atMost, medianAtMost, percentile, type Bench, type Figure } from './result.ts'
import { runWorker } from './worker.ts'

const CONNECTIONS = 200
const RATE = 20_000
const SECONDS = 10
const PACED_RUNS = 3
const CONDITIONS = 10
const LAG = 'nodejs_eventloop_lag_p99_seconds'
const STORED = 'readings_stored_total'

export const ingestBench: Bench = {
  name: 'ingest',
  how: `The server and the load, each a process, on the same cores. MQTT: ${CONNECTIONS} boards publish readings at QoS 1 for ${SECONDS} s, first as fast as they are acknowledged (8 in flight each), then ${PACED_RUNS} times ${RATE} a second, where the time is taken from when a publish is due to its PUBACK, leaving out the first 2 s of each run, in which the code of the load is not warm. HTTP: lists of 100 over 16 connections. Every acknowledgement is after a commit with fsync, through the whole of applyReadings.`,
  async run() {
    const server = await startServer()
    try {
      const growers = [await register(server.url, 'Asta'), await register(server.url, 'Bo')]
      const owned: Array<{ grower: Grower; device: DeviceCredentials }> = []
      for (let index = 0; index < CONNECTIONS; index++) {
        const grower = growers[index % growers.length]
        if (grower) owned.push({ grower, device: await addDevice(grower, `Board ${index}`) })
      }
      const devices = owned.map(({ device }) => device)
      const plain = await overMqtt(server, devices)
      const http = await overHttp(server, devices.slice(0, 16))
      return [...plain, ...http, ...(await withConditions(server, owned))]
    } finally {
      await server.close()
    }
  },
}

/** The same flood twice, in one run: without conditions and with ten on each device, none of which is met. */
async function withConditions(
  { mqttPort: port }: RunningServer,
  owned: ReadonlyArray<{ grower: Grower; device: DeviceCredentials }>,
): Promise<Figure[]> {
  const devices = owned.map(({ device }) => device)
  const flood = async () => (await publishAll({ port, devices, window: 8 })).rate
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

async function overMqtt({ url, mqttPort: port }: RunningServer, devices: MqttTask['devices']): Promise<Figure[]> {
  const run = (task: Pick<MqttTask, 'rate' | 'window'>) => publishAll({ port, devices, ...task })
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
    atLeast(`QoS 1 readings acknowledged over ${CONNECTIONS} connections`, fast.rate, RATE, 'a second'),
    atLeast(`of ${RATE} sent a second, acknowledged`, pacedRate, RATE * 0.99, 'a second'),
    medianAtMost('publish to PUBACK at that rate, median', times('p50'), 15, 'ms'),
    medianAtMost('publish to PUBACK at that rate, p99', times('p99'), 25, 'ms'),
    medianAtMost('event loop delay of the server meanwhile, p99', lags, 50, 'ms'),
    atMost('acknowledged but not stored', lost, 0, 'readings'),
  ]
}

async function overHttp({ url }: RunningServer, devices: HttpTask['devices']): Promise<Figure[]> {
  const port = Number(new URL(url).port)
  await metric(url, LAG)
  const task: HttpTask = { port, devices, requests: 8000, size: 100 }
  const { rate } = await runWorker<HttpOutcome>('http-worker.ts', task)
  const lag = (await metric(url, LAG)) * 1000
  return [
    atLeast('readings stored over HTTP in lists of 100', rate, 100_000, 'a second'),
    atMost('event loop delay of the server meanwhile, p99', lag, 50, 'ms'),
  ]
}
