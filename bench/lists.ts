import { join } from 'node:path'
import {
  boardRoutes,
  episodeRoutes,
  EPISODES_PER_PAGE_MAX,
  NEW_BOARDS_MAX,
  plantRoutes,
  ruleRoutes,
  RULES_PER_DEVICE_MAX,
  RULES_PER_USER_MAX,
  userRoutes,
  type Parts,
  type Route,
} from '@greenhouse/contract'
import { insertBoard } from '../server/src/features/boards/board-store.ts'
import { listDeviceKeys } from '../server/src/features/devices/device-store.ts'
import { insertEpisodes } from '../server/src/features/alerts/episodes/episode-store.ts'
import { NO_PLANT, OPEN, type StoredEpisode } from '../server/src/features/alerts/episodes/episode.ts'
import { insertPlant } from '../server/src/features/plants/plant-store.ts'
import { insertRule } from '../server/src/features/rules/rule-store.ts'
import { insertSeries } from '../server/src/features/series/series-store.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import type { Tx } from '../server/src/platform/db/schema.ts'
import { openLog } from '../server/src/platform/log.ts'
import { addDevice, register, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { lettersOf } from './owned-devices.ts'
import { processorSecondsOf } from './processor-time.ts'
import { atMost, percentile, type Bench, type Figure } from './result.ts'

const EPISODES = 10_000
/** The newest of them are open. */
const OPEN_EPISODES = 20
const PLANTS = 2000
const DEVICES = RULES_PER_USER_MAX / RULES_PER_DEVICE_MAX
const OTHERS = 20
const ROUNDS = 3
const ASKED = 60
const NOW = Date.now()
const MINUTE_MS = 60_000

interface List {
  readonly what: string
  readonly route: Route
  readonly parts?: Parts
  readonly rows: number
}

const LISTS: readonly List[] = [
  {
    what: `a page of ${EPISODES_PER_PAGE_MAX} of ${EPISODES.toLocaleString('en')} episodes`,
    route: episodeRoutes.list,
    parts: { query: { limit: EPISODES_PER_PAGE_MAX } },
    rows: EPISODES_PER_PAGE_MAX,
  },
  {
    what: 'the open ones of them',
    route: episodeRoutes.list,
    parts: { query: { state: 'open', limit: EPISODES_PER_PAGE_MAX } },
    rows: OPEN_EPISODES,
  },
  {
    what: 'those that touch the last hour',
    route: episodeRoutes.list,
    parts: { query: { from: textOf(NOW - 60 * MINUTE_MS), to: textOf(NOW), limit: EPISODES_PER_PAGE_MAX } },
    rows: 61,
  },
  {
    what: 'those of a severity that none of them has',
    route: episodeRoutes.list,
    parts: { query: { severity: 'critical', limit: EPISODES_PER_PAGE_MAX } },
    rows: 0,
  },
  { what: `${PLANTS.toLocaleString('en')} plants`, route: plantRoutes.list, rows: PLANTS },
  { what: `${NEW_BOARDS_MAX} new boards`, route: boardRoutes.list, rows: NEW_BOARDS_MAX },
  { what: `${RULES_PER_USER_MAX.toLocaleString('en')} rules`, route: ruleRoutes.list, rows: RULES_PER_USER_MAX + 1 },
]

export const listsBench: Bench = {
  name: 'lists',
  how: `Lists of one person over HTTP, each asked for ${ROUNDS} times ${ASKED} times: the processor time of the server for a request, of the best round, and the median of all times. Then again after ${OTHERS} other people have been given as much each.`,
  async run() {
    const server = await startServer()
    try {
      const owner = await register(server.url)
      await fill(server, [owner])
      const alone = await measure(server, owner)
      const others: Grower[] = []
      while (others.length < OTHERS) others.push(await register(server.url, `Other${lettersOf(others.length)}`))
      await fill(server, others)
      const among = await measure(server, owner)
      return LISTS.flatMap(({ what }, index) => figuresOf(what, alone[index]!, among[index]!))
    } finally {
      await server.close()
    }
  },
}

interface Measured {
  readonly processorMs: number
  readonly medianMs: number
}

function figuresOf(what: string, alone: Measured, among: Measured): Figure[] {
  return [
    atMost(`${what}, processor time`, alone.processorMs, 30, 'ms'),
    atMost(`${what}, median`, alone.medianMs, 30, 'ms'),
    atMost(
      `${what}, processor time beside ${OTHERS} others, more than alone`,
      among.processorMs - alone.processorMs,
      Math.max(alone.processorMs / 5, 1),
      'ms',
    ),
  ]
}

async function measure({ pid }: RunningServer, owner: Grower): Promise<Measured[]> {
  const processor = LISTS.map((): number[] => [])
  const times = LISTS.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, list] of LISTS.entries()) {
      const before = processorSecondsOf(pid)
      for (let asked = 0; asked < ASKED; asked++) times[index]!.push(await timeOf(owner, list))
      processor[index]!.push(((processorSecondsOf(pid) - before) * 1000) / ASKED)
    }
  return LISTS.map((_, index) => ({
    processorMs: Math.min(...processor[index]!),
    medianMs: percentile(times[index]!, 0.5),
  }))
}

/** Returns the milliseconds to request and read a list. */
async function timeOf(owner: Grower, { what, route, parts, rows }: List): Promise<number> {
  const started = performance.now()
  const { status, body } = await owner.send(route, parts)
  const took = performance.now() - started
  const found = Array.isArray(body) ? body.length : undefined
  if (status !== 200 || found !== rows) throw new Error(`The list of ${what} came with ${status} and ${found} rows.`)
  return took
}

/** Fills accounts up to their limits while the server is stopped. */
async function fill(server: RunningServer, people: readonly Grower[]): Promise<void> {
  const userIds: string[] = []
  for (const grower of people) {
    userIds.push((await grower.call(userRoutes.get)).userId)
    for (let index = 0; index < DEVICES; index++) await addDevice(grower, `Board ${index}`)
  }
  await server.kill()
  const { db, close } = await openSqliteDatabase(join(server.dataDir, 'greenhouse.db'), openLog('warn'))
  for (const userId of userIds)
    await db.transaction().execute(async (tx) => {
      const rules = await addRules(tx, userId)
      await addEpisodes(tx, userId, rules)
      await addPlants(tx, userId)
      await addBoards(tx, userId, rules[0]!.deviceId)
    })
  await close()
  await server.start()
}

interface AddedRule {
  readonly ruleId: string
  readonly seriesId: string
  readonly deviceKey: number
  readonly deviceId: string
}

async function addRules(tx: Tx, userId: string): Promise<AddedRule[]> {
  const always = { when: 'always', severity: 'warning', repeatMinutes: null, tellWhenOver: true, isOn: true } as const
  const options = { ...always, name: '', channelIds: [], exceptDeviceIds: [], mutedUntil: null, holdSeconds: 0 }
  const rules: AddedRule[] = []
  for (const { key: deviceKey, deviceId } of await listDeviceKeys(tx, userId)) {
    const seriesId = crypto.randomUUID()
    await insertSeries(tx, [{ seriesId, deviceKey, slot: 0, metricId: 'temperature', channel: '', visible: true }])
    for (let index = 0; index < RULES_PER_DEVICE_MAX; index++) {
      const ruleId = crypto.randomUUID()
      const limit = 30 + index / 4
      const levels = { kind: 'above' as const, limit, upperLimit: null, withinMinutes: null, clearAt: limit - 0.5 }
      await insertRule(tx, { ...options, ...levels, seriesId, deviceKey, ruleId, householdId: userId, createdAt: NOW })
      rules.push({ ruleId, seriesId, deviceKey, deviceId })
    }
  }
  return rules
}

/** Adds an episode of a minute's length for each minute until now. */
async function addEpisodes(tx: Tx, userId: string, rules: readonly AddedRule[]): Promise<void> {
  const episodes = Array.from({ length: EPISODES }, (_, index): StoredEpisode => {
    const openedAt = NOW - index * MINUTE_MS
    const closed = {
      worstAt: openedAt,
      worstValue: 31.5,
      closedAt: openedAt + MINUTE_MS - 1,
      closedValue: 29,
      closedWhy: 'back' as const,
      closedKnownAt: openedAt + MINUTE_MS - 1,
    }
    return {
      ...OPEN,
      ...NO_PLANT,
      ...rules[index % rules.length]!,
      ...(index < OPEN_EPISODES ? {} : closed),
      episodeId: crypto.randomUUID(),
      householdId: userId,
      ruleName: '',
      slot: 0,
      deviceName: 'Board',
      label: 'Temperature',
      unit: '°C',
      metric: 'temperature',
      channel: '',
      kind: 'above',
      severity: 'warning',
      limit: 30,
      upperLimit: null,
      withinMinutes: null,
      clearAt: 29.5,
      openedAt,
      openedValue: 31,
      knownAt: openedAt,
    }
  })
  await insertEpisodes(tx, episodes)
}

async function addPlants(tx: Tx, userId: string): Promise<void> {
  for (let index = 0; index < PLANTS; index++) {
    const plant = {
      plantName: `Tomato ${index}`,
      plantType: 'Solanum lycopersicum',
      plantNotes: 'Bed 3, east side',
      planted: textOf(NOW - index * MINUTE_MS),
      lastWatered: textOf(NOW - index * MINUTE_MS),
      waterEvery: 3,
      isDead: false,
    }
    await insertPlant(tx, userId, { ...plant, id: crypto.randomUUID(), createdAt: NOW + index, max: PLANTS })
  }
}

async function addBoards(tx: Tx, userId: string, senderId: string): Promise<void> {
  const measures = ['temperature', 'humidity', 'pressure', 'battery'].map((metric) => ({
    metric,
    channel: '',
    unit: '',
    value: 21.5,
  }))
  for (let index = 0; index < NEW_BOARDS_MAX; index++)
    await insertBoard(tx, {
      boardId: crypto.randomUUID(),
      householdId: userId,
      family: 'zigbee2mqtt',
      externalId: `0x${index.toString(16).padStart(16, '0')}`,
      source: { kind: 'device', id: senderId },
      firstSeenAt: NOW - index,
      deviceKey: null,
      name: `Sensor ${index}`,
      model: 'WSDCGQ11LM',
      firmware: '1.0',
      lastSeenAt: NOW,
      measures,
      notes: [],
      everySeconds: 60,
      waiting: 0,
    })
}

function textOf(at: number): string {
  return new Date(at).toISOString()
}
