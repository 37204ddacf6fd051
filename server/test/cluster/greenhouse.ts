import { setTimeout as wait } from 'node:timers/promises'
import { channelRoutes, conditionRoutes, readingRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, vi } from 'vitest'
import { missingPackages, startCluster, type Cluster, type ClusterOptions } from '../../../testing/cluster.ts'
import { addDevice, register, type DeviceCredentials, type Grower } from '../../../testing/growers.ts'
import type { NatsServer } from '../../../testing/nats-server.ts'
import { runPsql } from '../../../testing/postgres-server.ts'
import { PATIENT, TEST_ALL } from '../../../testing/test-run.ts'
import { numberAt, readingOf, START, timeOf, type Ledger } from '../faults/ledger.ts'
import { airQualityOf, episodesOf, LIMIT, type BoardLoad } from './board-load.ts'

/** Whether a cluster can be run here. */
export const CLUSTER = missingPackages().length === 0

const BOARDS = 24
/** A person is told of 200 openings a minute, and the rest is counted: so many boards of one cross their limits less often. */
const BOARDS_OF_A_GROWER = 1
/**
 * A name of this machine, to which a server refuses to send. What is counted are the messages that were written, each in the
 * transaction of its episode; how they are sent is proved elsewhere.
 */
const NOBODY = 'http://localhost:9/hook'

/** A cluster in which growers have boards, each with a limit, and a channel that is told about every alert. */
export interface Greenhouse {
  readonly cluster: Cluster
  readonly devices: readonly DeviceCredentials[]
  /** Returns whose a device is. */
  ownerOf(deviceId: string): Grower
}

export async function startGreenhouse(options: ClusterOptions = {}, boards = BOARDS): Promise<Greenhouse> {
  const cluster = await startCluster({
    ...options,
    env: {
      ALLOW_PRIVATE_TARGETS: 'true',
      REGISTRATIONS_PER_DAY: '0',
      SESSION_WRITES_PER_MINUTE: '0',
      ...options.env,
    },
  })
  onTestFinished(cluster.close)
  const target = { kind: 'webhook' as const, url: NOBODY, format: 'standard' as const }
  const owners = new Map<string, Grower>()
  const devices: DeviceCredentials[] = []
  let grower: Grower | undefined
  for (let index = 0; index < boards; index++) {
    if (!grower || index % BOARDS_OF_A_GROWER === 0) {
      grower = await register(cluster.url, `grower${index}`)
      await grower.call(channelRoutes.create, { body: { name: 'Barn', target } })
    }
    const device = await addDevice(grower, `House ${index}`)
    const condition = { sensorType: 'AirQuality' as const, condition: `>=${LIMIT}` }
    await grower.call(conditionRoutes.createForDevice, { body: { userDeviceId: device.deviceId, ...condition } })
    devices.push(device)
    owners.set(device.deviceId, grower)
  }
  return { cluster, devices, ownerOf: (deviceId) => owners.get(deviceId)! }
}

/**
 * Prints the longest waits of boards. In `npm run test:all`, which has a machine of its own, fails when one is longer than
 * `limitMs`.
 */
export function expectWaits(waits: ReadonlyArray<readonly [string, number]>, limitMs: number): void {
  for (const [when, ms] of waits) console.log(`${when}: boards waited ${Math.round(ms)} ms at most`)
  if (TEST_ALL) expect(waits.filter(([, ms]) => ms >= limitMs)).toEqual([])
}

/** Sends until so many readings more were acknowledged. */
export async function untilAcknowledged(load: BoardLoad, more: number): Promise<void> {
  const before = load.acknowledged()
  await expect.poll(() => load.acknowledged() - before, PATIENT).toBeGreaterThan(more)
}

/**
 * Returns what is wrong once every process had time to follow, in a sentence for each board and kind: each web node shows
 * every acknowledged reading once, with its values, and none that was never sent; each crossing of the limit is one episode;
 * and each episode was told once when it opened and once when it closed.
 */
export async function findWrong(greenhouse: Greenhouse, { boards }: BoardLoad): Promise<string[]> {
  const until = performance.now() + PATIENT.timeout
  for (;;) {
    const wrong = await look(greenhouse, boards)
    if (wrong.length === 0) return []
    if (performance.now() > until) {
      for (const node of greenhouse.cluster.nodes) console.log(`${node.name} wrote:\n${node.errors()}`)
      return wrong
    }
    await wait(500)
  }
}

async function look({ cluster, ownerOf }: Greenhouse, boards: readonly Ledger[]): Promise<string[]> {
  const wrong: string[] = []
  for (const web of cluster.nodes.filter(({ roles }) => roles === 'web'))
    for (const [index, board] of boards.entries())
      for (const [fault, numbers] of Object.entries(await faultsOf(web.url, ownerOf(board.device.deviceId), board)))
        if (numbers.length > 0)
          wrong.push(`${web.name} board ${index}: ${numbers.length} ${fault}, first ${numbers.slice(0, 5).join(' ')}`)
  const wanted = boards.flatMap(({ device, acknowledged }) =>
    episodesOf(acknowledged.size).map(({ openedAt, closedAt }) => ({ deviceId: device.deviceId, openedAt, closedAt })),
  )
  const [expected, found] = [linesOf(wanted), linesOf(episodesIn(cluster))]
  const missing = expected.filter((line) => !found.includes(line))
  const surplus = found.filter((line, index) => !expected.includes(line) || found.indexOf(line) !== index)
  if (missing.length > 0) wrong.push(`${missing.length} episodes are missing, first ${missing[0]}`)
  if (surplus.length > 0) wrong.push(`${surplus.length} episodes should not be, first ${surplus[0]}`)
  const closed = wanted.filter(({ closedAt }) => closedAt !== null).length
  const messages = messagesIn(cluster)
  if (messages.opened !== wanted.length || messages.closed !== closed || messages.twice > 0)
    wrong.push(`of ${wanted.length} openings and ${closed} ends were told: ${JSON.stringify(messages)}`)
  return wrong
}

interface Shown {
  readonly time: string
  readonly temperature: number
  readonly airQuality: number
}

/** Returns what is wrong in the history of a board, as numbers of readings. */
async function faultsOf(
  url: string,
  { token }: Grower,
  { device, acknowledged }: Ledger,
): Promise<Record<string, number[]>> {
  const query = String(
    new URLSearchParams({
      deviceId: device.deviceId,
      from: new Date(START - 1000).toISOString(),
      to: new Date(timeOf(acknowledged.size + 1)).toISOString(),
    }),
  )
  const answer = await fetch(`${url}${readingRoutes.history.path}?${query}`, { headers: { authorization: token } })
  if (answer.status !== 200) return { unanswered: [answer.status] }
  const [history] = (await answer.json()) as Array<{ sensorHistoryRecords?: Shown[] }>
  const shown = Map.groupBy(history?.sensorHistoryRecords ?? [], ({ time }) => numberAt(Date.parse(time)))
  const isRight = (number: number) =>
    shown
      .get(number)
      ?.every(
        (one) => isSame(one.temperature, readingOf(number).temperature) && one.airQuality === airQualityOf(number),
      )
  return {
    lost: [...acknowledged].filter((number) => !shown.has(number)),
    doubled: [...shown].filter(([, same]) => same.length > 1).map(([number]) => number),
    wrong: [...shown.keys()].filter((number) => !isRight(number)),
    neverSent: [...shown.keys()].filter((number) => !acknowledged.has(number)),
  }
}

/** The API shows as many decimals as the sensor has. */
const isSame = (shown: number, sent: number) => Math.abs(shown - sent) < 1e-6

interface Crossing {
  readonly deviceId: string
  readonly openedAt: number
  readonly closedAt: number | null
}

const linesOf = (episodes: readonly Crossing[]) =>
  episodes.map(({ deviceId, openedAt, closedAt }) => `${deviceId} ${openedAt} ${closedAt}`).toSorted()

function episodesIn({ databaseUrl }: Cluster): Crossing[] {
  return JSON.parse(
    runPsql(
      databaseUrl,
      `select coalesce(json_agg(json_build_object('deviceId', device.id, 'openedAt', opened_at, 'closedAt', closed_at)), '[]')
       from episode join device on device.key = episode.device_key where kind <> 'silent'`,
    ),
  )
}

function messagesIn({ databaseUrl }: Cluster): { opened: number; closed: number; twice: number } {
  return JSON.parse(
    runPsql(
      databaseUrl,
      `with told as (
         select what, episode_id, count(*) as times from notification join episode on episode.id = episode_id
         where kind <> 'silent' group by what, episode_id
       )
       select json_build_object(
         'opened', count(*) filter (where what = 'opened'),
         'closed', count(*) filter (where what = 'closed'),
         'twice', count(*) filter (where times > 1)
       ) from told`,
    ),
  )
}

/** Returns the nodes that hold the partitions now, as the database has it. */
export function ownersIn({ databaseUrl }: Cluster): string[] {
  const names = runPsql(
    databaseUrl,
    `select distinct split_part(holder, ' ', 1) as node from lease where name like 'partition:%' order by node`,
  )
  return names.trim().split('\n')
}

/** Returns the server that leads the group of all streams. */
export async function leaderOf({ nats }: Cluster): Promise<NatsServer> {
  const servers = nats?.servers ?? []
  const find = async () => {
    for (const { monitorUrl } of servers) {
      const answer = await fetch(`${monitorUrl}/jsz`).catch(() => undefined)
      const { meta_cluster: cluster } = ((await answer?.json()) ?? {}) as { meta_cluster?: { leader?: string } }
      const leader = servers.find(({ name }) => name === cluster?.leader)
      if (leader) return leader
    }
    return undefined
  }
  // They may be choosing one.
  return vi.waitUntil(find, PATIENT)
}
