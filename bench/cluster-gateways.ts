import { setTimeout as wait } from 'node:timers/promises'
import { missingPackages, startCluster, type Cluster } from '../testing/cluster.ts'
import { addConditions, gatewaysOf, processorSeconds, WITHOUT_LIMITS } from './cluster.ts'
import { openBoard, type Connection } from './cluster-crowd.ts'
import type { MqttOutcome, MqttTask } from './mqtt-worker.ts'
import { addDevices } from './owned-devices.ts'
import { memoryOf } from './processor-time.ts'
import { notMeasured, type Bench, type Figure } from './result.ts'
import { runWorker } from './worker.ts'

const GATEWAYS = 4
const PARTITIONS = 16
const DEVICES = 2000
/** The rates of 10,000 and 100,000 devices once a minute, and one between. */
const RATES = [167, 600, 1667]
const SECONDS = 30
const AT_ONCE = 100
const WITHIN_MS = 300_000

export const gatewaysBench: Bench = {
  name: 'cluster-gateways',
  onRequest: true,
  how: `A cluster as in the bench "cluster", with ${GATEWAYS} gateways and ${PARTITIONS} partitions, to whose gateways ${DEVICES} boards are connected. First nobody is connected for ${SECONDS} s; then they connect and publish nothing for ${SECONDS} s; then they connect and publish ${RATES.join(', ')} readings a second for ${SECONDS} s each, and what the time without readings took is subtracted. Counted are processor seconds of all processes but the boards, and the appends and conflicts of the gateways: figures that a busy machine changes little. Memory is what the processes hold with all boards connected, less what they held before.`,
  async run() {
    const missing = missingPackages()
    if (missing.length > 0) return [notMeasured('a cluster', `not installed: ${missing.join(', ')}`)]
    const options = { fsync: true, gateways: GATEWAYS, partitions: PARTITIONS, env: WITHOUT_LIMITS, echoErrors: true }
    const cluster = await startCluster(options)
    try {
      const owned = await addDevices(cluster.url, DEVICES)
      await addConditions(owned)
      const devices = owned.map(({ device }) => device)
      const memory = await measureMemory(cluster, devices)
      // Each gateway caches its boards before connecting is measured.
      await heldBy(gateways(cluster), devices, () => 0)
      const idle = await measure(cluster, () => wait(SECONDS * 1000))
      const silent = await flow(cluster, devices, 0)
      const figures = [
        shown('processor seconds in a second without boards', (idle.cpu / SECONDS).toFixed(3)),
        shown(`processor seconds to connect ${DEVICES} boards`, (silent.cpu - idle.cpu).toFixed(1)),
      ]
      for (const rate of RATES) figures.push(...figuresOf(rate, await flow(cluster, devices, rate), silent.cpu))
      return [...figures, ...memory]
    } finally {
      await cluster.close()
    }
  },
}

const gateways = ({ nodes }: Pick<Cluster, 'nodes'>) => nodes.filter(({ roles }) => roles === 'gateway')

const shown = (what: string, measured: string): Figure => ({ what, target: '–', measured, reached: undefined })

type Measured = Awaited<ReturnType<typeof flow>>

/** Connects all boards and publishes at a rate. A faster run has readings of later days. */
function flow(cluster: Cluster, devices: MqttTask['devices'], rate: number) {
  const startAt = Date.now() - (20 - RATES.indexOf(rate)) * 86_400_000
  const task: MqttTask = { ports: gatewaysOf(cluster), devices, seconds: SECONDS, rate, window: Infinity, startAt }
  return measure(cluster, () => runWorker<MqttOutcome>('mqtt-worker.ts', task, WITHIN_MS))
}

function figuresOf(rate: number, { result, cpu, appends, conflicts }: Measured, silentCpu: number): Figure[] {
  const what = `at ${rate} readings a second`
  const used = cpu - silentCpu
  return [
    shown(`${what}: readings acknowledged`, String(result.acknowledged)),
    shown(`${what}: appends, and conflicts beside them`, `${appends} and ${conflicts}`),
    shown(`${what}: processor seconds for the readings`, used.toFixed(1)),
    shown(`${what}: processor milliseconds for an append`, ((used / appends) * 1000).toFixed(1)),
  ]
}

/** Returns the processor time that a task took in each process. */
async function measure<Result>(cluster: Cluster, run: () => Promise<Result>) {
  const counts = async () => ({
    cpu: [...processorSeconds(cluster).values()].reduce((sum, one) => sum + one, 0),
    appends: await sumOf(cluster, 'log_append_duration_seconds_count'),
    conflicts: await sumOf(cluster, 'log_append_conflicts_total'),
  })
  const before = await counts()
  const result = await run()
  const after = await counts()
  return {
    result,
    cpu: after.cpu - before.cpu,
    appends: after.appends - before.appends,
    conflicts: after.conflicts - before.conflicts,
  }
}

/** Returns the sum of a metric over all gateways. */
async function sumOf({ nodes, metricsToken }: Cluster, name: string): Promise<number> {
  const values = gateways({ nodes }).map(async ({ url }) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1] ?? 0)
  })
  return (await Promise.all(values)).reduce((sum, one) => sum + one, 0)
}

/** Connects all boards to one gateway, then through the proxy, and publishes nothing. */
async function measureMemory(cluster: Cluster, devices: MqttTask['devices']): Promise<Figure[]> {
  const [gateway] = gateways(cluster)
  const ofGateway = () => memoryOf(gateway!.pid)
  const ofProxy = () => memoryOf(cluster.proxy.pid)
  const idle = ofGateway()
  const inGateway = (await heldBy([gateway!], devices, ofGateway)) - idle
  const before = ofProxy()
  const inProxy = (await heldBy([cluster], devices, ofProxy)) - before
  const each = (bytes: number) => `${(bytes / devices.length / 1024).toFixed(1)} KB`
  return [
    shown('memory of a gateway without boards', `${Math.round(idle / 1024 ** 2)} MB`),
    shown('memory of a gateway for each board', each(inGateway)),
    shown('memory of the proxy for each board, without TLS', each(inProxy)),
  ]
}

async function heldBy(
  places: ReadonlyArray<{ readonly mqttPort: number }>,
  devices: MqttTask['devices'],
  read: () => number,
): Promise<number> {
  const open: Connection[] = []
  for (let from = 0; from < devices.length; from += AT_ONCE)
    open.push(
      ...(await Promise.all(
        devices.slice(from, from + AT_ONCE).map((device, index) => openBoard(places[index % places.length]!, device)),
      )),
    )
  const held = read()
  for (const { cut } of open) cut()
  await Promise.all(open.map(({ ended }) => ended))
  return held
}
