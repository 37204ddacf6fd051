import { setTimeout as wait } from 'node:timers/promises'
import { conditionRoutes } from '@greenhouse/contract'
import { missingPackages, startCluster, type Cluster } from '../testing/cluster.ts'
import { runPsql } from '../testing/postgres-server.ts'
import { holdCrowd } from './cluster-crowd.ts'
import { measureFrames } from './cluster-frames.ts'
import type { MqttOutcome, MqttTask } from './mqtt-worker.ts'
import { addDevices, type OwnedDevice } from './owned-devices.ts'
import { processorSecondsOf } from './processor-time.ts'
import { atLeast, atMost, notMeasured, type Bench, type Figure } from './result.ts'
import { runWorker } from './worker.ts'

const DEVICES = 5000
const RATES = [2000, 5000, 8000]
/** The target: the rate of one million devices once a minute. */
const MOST = 16_700
const SECONDS = 60
const SHORT_SECONDS = 20
const AT_ONCE = 8
/** Includes the time to connect. */
const WITHIN_MS = 240_000
/** Time limit for evaluating all acknowledged readings. */
const CAUGHT_UP_WITHIN_MS = 60_000
/** Each append costs every process, so two workers need only few partitions. */
const PARTITIONS = 4

export const clusterBench: Bench = {
  name: 'cluster',
  onRequest: true,
  how: `A cluster of testing/cluster.ts on the same cores as the load: PostgreSQL whose commits wait for the disk, three servers of NATS, two gateways, two workers, two web nodes, and HAProxy, through which ${DEVICES} boards are connected. They publish ${RATES.join(', ')} readings a second at QoS 1 for ${SHORT_SECONDS} s each, then ${MOST} for ${SECONDS} s, and these once more while they are connected to the gateways themselves, since a proxy has a machine of its own elsewhere; each device has a condition that no value meets. Behind is what the workers have not evaluated yet when the last publish was acknowledged. Frames: sockets on both web nodes, while ${DEVICES} boards publish. The log has ${PARTITIONS} partitions. A crowd: sockets and boards that are connected to the nodes themselves, not through the proxy, and connect again one to three seconds after they ended.`,
  async run() {
    const missing = missingPackages()
    if (missing.length > 0) return [notMeasured('a cluster', `not installed: ${missing.join(', ')}`)]
    const cluster = await startCluster({ fsync: true, partitions: PARTITIONS, env: WITHOUT_LIMITS, echoErrors: true })
    try {
      const owned = await addDevices(cluster.url, DEVICES)
      await addConditions(owned)
      const devices = owned.map(({ device }) => device)
      return [
        ...(await flows(cluster, devices)),
        ...(await measureFrames(cluster, devices)),
        ...(await holdCrowd(cluster, devices)),
      ]
    } finally {
      await cluster.close()
    }
  },
}

/** The load comes from one address and few users. */
export const WITHOUT_LIMITS = {
  REGISTRATIONS_PER_DAY: '0',
  SESSION_WRITES_PER_MINUTE: '0',
  DEVICE_READINGS_PER_SECOND: '0',
}

export async function addConditions(owned: readonly OwnedDevice[]): Promise<void> {
  const add = ({ grower, device }: OwnedDevice) => {
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature' as const, condition: '>=60' }
    return grower.call(conditionRoutes.createForDevice, { body: condition })
  }
  for (let from = 0; from < owned.length; from += AT_ONCE) await Promise.all(owned.slice(from, from + AT_ONCE).map(add))
}

async function flows(cluster: Cluster, devices: MqttTask['devices']): Promise<Figure[]> {
  const figures: Figure[] = []
  // Each run continues the times of the one before.
  let startAt = Date.now() - 20 * 86_400_000
  const flowsOfRates: Array<Omit<Flow, 'startAt'>> = [
    ...RATES.map((rate) => ({ rate, seconds: SHORT_SECONDS })),
    { rate: MOST, seconds: SECONDS },
    { rate: MOST, seconds: SECONDS, isDirect: true },
  ]
  for (const one of flowsOfRates) {
    figures.push(...(await flow(cluster, devices, { ...one, startAt })))
    startAt += 86_400_000
  }
  return figures
}

interface Flow {
  readonly rate: number
  readonly seconds: number
  /** Time of the first reading, milliseconds since 1970. */
  readonly startAt: number
  /** Whether boards connect to the gateways directly instead of the proxy. */
  readonly isDirect?: boolean
}

export function gatewaysOf({ nodes }: Cluster): number[] {
  return nodes.filter(({ roles }) => roles === 'gateway').map(({ mqttPort }) => mqttPort)
}

/** From the gateways through the log and the rules to chunks. */
async function flow(
  cluster: Cluster,
  devices: MqttTask['devices'],
  { rate, seconds, startAt, isDirect = false }: Flow,
): Promise<Figure[]> {
  const cpuBefore = processorSeconds(cluster)
  const task: MqttTask = {
    ports: isDirect ? gatewaysOf(cluster) : [cluster.mqttPort],
    devices,
    seconds,
    rate,
    window: Infinity,
    startAt,
  }
  const run = await runWorker<MqttOutcome>('mqtt-worker.ts', task, WITHIN_MS)
  const since = performance.now()
  const behind = await positionsBehind(cluster)
  while ((await positionsBehind(cluster)) > 0 && performance.now() - since < CAUGHT_UP_WITHIN_MS) await wait(100)
  const caughtUp = performance.now() - since
  const way = isDirect ? 'connected to the gateways' : 'through the proxy'
  const what = `of ${rate} readings a second from ${DEVICES} boards ${way}, acknowledged`
  const figure = (about: string, measured: string): Figure => ({
    what: about,
    target: '–',
    measured,
    reached: undefined,
  })
  const reached =
    rate === MOST ? atLeast(what, run.rate, rate * 0.99, 'a second') : figure(what, `${Math.round(run.rate)} a second`)
  return [
    reached,
    figure('publish to PUBACK meanwhile, median and p99', `${Math.round(run.p50)} and ${Math.round(run.p99)} ms`),
    { what: 'rows of the log not yet evaluated at the end', target: '–', measured: String(behind), reached: undefined },
    atMost('until all of them were', caughtUp / 1000, 5, 's'),
    figure('processor time of the boards for 1,000 readings', perThousand(run.loadSeconds, run.acknowledged)),
    ...costs(cpuBefore, processorSeconds(cluster), run.acknowledged),
  ]
}

/** Returns the number of rows in all partitions that no worker has evaluated. */
async function positionsBehind({ nats, databaseUrl }: Cluster): Promise<number> {
  const [server] = nats?.servers ?? []
  const answer = await fetch(`${server?.monitorUrl}/jsz?streams=true`)
  const { account_details: accounts = [] } = (await answer.json()) as Monitored
  const ends = new Map(
    accounts
      .flatMap(({ stream_detail: streams = [] }) => streams)
      .map(({ name, state }) => [Number(/-readings-(\d+)$/.exec(name)?.[1]), state.last_seq]),
  )
  const rows = runPsql(databaseUrl, 'select partition, seq from alert_position').trim().split('\n')
  const evaluated = new Map(rows.map((row) => row.split('|').map(Number) as [number, number]))
  return [...ends].reduce((sum, [partition, end]) => sum + Math.max(end - (evaluated.get(partition) ?? 0), 0), 0)
}

interface Monitored {
  readonly account_details?: ReadonlyArray<{
    readonly stream_detail?: ReadonlyArray<{ readonly name: string; readonly state: { readonly last_seq: number } }>
  }>
}

/** Returns the processor time that the processes of each role have used, in seconds. */
export function processorSeconds({ nodes, nats, postgres, proxy }: Cluster): Map<string, number> {
  const pids: Array<readonly [string, number]> = [
    ...nodes.map(({ roles, pid }) => [roles, pid] as const),
    ...(nats?.servers ?? []).map(({ pid }) => ['NATS', pid] as const),
    ['PostgreSQL', postgres?.pid ?? 0],
    ['proxy', proxy.pid],
  ]
  return new Map(
    [...Map.groupBy(pids, ([role]) => role)].map(([role, same]) => [
      role,
      same.reduce((sum, [, pid]) => sum + processorSecondsOf(pid), 0),
    ]),
  )
}

function perThousand(seconds: number, readings: number): string {
  return `${(seconds / (readings / 1000)).toFixed(4)} s`
}

/** Processor time of a reading by role, which docs/scaling.md multiplies. */
function costs(before: Map<string, number>, after: Map<string, number>, readings: number): Figure[] {
  return [...after].map(([role, seconds]) => ({
    what: `processor time of ${role} for 1,000 readings`,
    target: '–',
    measured: perThousand(seconds - (before.get(role) ?? 0), readings),
    reached: undefined,
  }))
}
