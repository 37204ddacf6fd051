import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CHANNELS_MAX,
  channelRoutes,
  createClient,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
  userRoutes,
} from '@greenhouse/contract'
import { createApp } from '../server/src/app.ts'
import { listDeviceKeys } from '../server/src/features/devices/device-store.ts'
import { insertRule } from '../server/src/features/rules/rule-store.ts'
import { insertSeries } from '../server/src/features/series/series-store.ts'
import { readConfig } from '../server/src/platform/config/config.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import type { Db } from '../server/src/platform/db/schema.ts'
import { openLog } from '../server/src/platform/log.ts'
import { addDevice, register, type Grower } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { addDevices } from './owned-devices.ts'
import { atMost, medianAtMost, percentile, type Bench, type Figure } from './result.ts'

const RULES = 100_000
const RULES_EACH = 100
const STARTS = 5
const PEOPLE = 5
/** Two alerts and their ends stay below a channel's limit of five single messages a minute. */
const ALERTS_EACH = 2
/** Users whose webhooks never reply, and the time for which another user's alerts are measured meanwhile. */
const HANGING_PEOPLE = 50
const HANGING_SECONDS = 100
const ALERT_EVERY_MS = 3000

export const alertsBench: Bench = {
  name: 'alerts',
  how: `${RULES.toLocaleString('en')} rules on ${RULES / RULES_EACH} devices: the time from the start of the process to the first answer, ${STARTS} times. ${PEOPLE * CHANNELS_MAX} ntfy channels of ${PEOPLE} people, each with a device and a rule: the time from the request with a reading that crosses a limit to the request at the receiver of their messages, ${PEOPLE * CHANNELS_MAX * ALERTS_EACH} times one after the other, over HTTP, in one process. The same for one person every ${ALERT_EVERY_MS / 1000} s while ${HANGING_PEOPLE} others have ${CHANNELS_MAX} webhooks each that never answer, and alerts for all of them, for ${HANGING_SECONDS} s.`,
  async run() {
    return [...(await startFigures()), ...(await latencyFigures()), ...(await hangingFigures())]
  },
}

async function startFigures(): Promise<Figure[]> {
  const server = await startServer()
  try {
    const owned = await addDevices(server.url, RULES / RULES_EACH)
    const people = new Set(owned.map(({ grower }) => grower))
    const users = await Promise.all([...people].map((grower) => grower.call(userRoutes.get)))
    await server.kill()
    const { db, close } = await openSqliteDatabase(join(server.dataDir, 'greenhouse.db'), openLog('warn'))
    for (const { userId } of users) await addRules(db, userId)
    await close()
    const times: number[] = []
    for (let run = 0; run < STARTS; run++) {
      const started = performance.now()
      await server.start()
      times.push((performance.now() - started) / 1000)
      await server.kill()
    }
    return [medianAtMost(`ready with ${RULES.toLocaleString('en')} rules`, times, 1, 's')]
  } finally {
    await server.close()
  }
}

/** Adds a series with as many rules as a device may have to each device of a user. */
async function addRules(db: Db, userId: string): Promise<void> {
  const always = { when: 'always', severity: 'warning', repeatMinutes: null, tellWhenOver: true, isOn: true } as const
  const options = { ...always, name: '', channelIds: [], exceptDeviceIds: [], mutedUntil: null, holdSeconds: 0 }
  await db.transaction().execute(async (tx) => {
    for (const { key: deviceKey } of await listDeviceKeys(tx, userId)) {
      const seriesId = crypto.randomUUID()
      await insertSeries(tx, [{ seriesId, deviceKey, slot: 0, metricId: 'temperature', channel: '', visible: true }])
      for (let index = 0; index < RULES_EACH; index++) {
        const limit = 30 + index / 4
        const levels = { kind: 'above' as const, limit, upperLimit: null, withinMinutes: null, clearAt: limit - 0.5 }
        const rule = { ...options, ...levels, seriesId, deviceKey }
        await insertRule(tx, { ...rule, ruleId: crypto.randomUUID(), householdId: userId, createdAt: Date.now() })
      }
    }
  })
}

async function latencyFigures(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const phones = await addPhones(site, 'Grower', PEOPLE)
    const times: number[] = []
    for (let round = 0; round < ALERTS_EACH; round++)
      for (const phone of phones) times.push(await timeOfAlert(site, phone))
    return [
      atMost('reading to push request, p99', percentile(times, 0.99), 200, 'ms'),
      atMost('reading to push request, median', percentile(times, 0.5), 200, 'ms'),
    ]
  } finally {
    await site.close()
  }
}

/** Times one user's alerts while those of many others hang. */
async function hangingFigures(): Promise<Figure[]> {
  const site = await openSite()
  const hanging = createNetServer((socket) => socket.on('error', () => {}))
  hanging.listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  try {
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/hook`
    const attackers: Phone[] = []
    for (let person = 0; person < HANGING_PEOPLE; person++)
      attackers.push(await addHangingPerson(site, `Hanging${person}`, url))
    const phones = await addPhones(site, 'Victim', 1)
    const until = performance.now() + HANGING_SECONDS * 1000
    const times: number[] = []
    for (let index = 0; performance.now() < until || index < phones.length; index++) {
      await Promise.all(attackers.map(({ send }) => send(index % 2 === 0 ? 31 : 20)))
      times.push(await timeOfAlert(site, phones[index % phones.length]!))
      await wait(ALERT_EVERY_MS)
    }
    return [
      atMost(`reading to push request, ${HANGING_PEOPLE} hanging accounts, worst`, Math.max(...times), 5000, 'ms'),
      atMost(`reading to push request, ${HANGING_PEOPLE} hanging accounts, median`, percentile(times, 0.5), 5000, 'ms'),
    ]
  } finally {
    await site.close()
    hanging.close()
  }
}

interface Site {
  readonly origin: string
  readonly service: string
  /** Receives each message with its topic. */
  readonly arrived: Map<string, () => void>
  close(): Promise<void>
}

/** Starts a server in this process, and a push service beside it. */
async function openSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-bench-'))
  const arrived = new Map<string, () => void>()
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8')
    let text = ''
    request.on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      response.end('{}')
      arrived.get((JSON.parse(text) as { topic: string }).topic)?.()
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const service = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const environment = { DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', REGISTRATIONS_PER_DAY: '1000' }
  const app = await createApp(readConfig(environment), { log: openLog('error'), allowedTargets: ['127.0.0.1'] })
  await app.listen()
  return {
    origin: `http://127.0.0.1:${app.http.port}`,
    service,
    arrived,
    async close() {
      await app.close()
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the milliseconds from crossing a limit to the push message. */
async function timeOfAlert({ arrived }: Site, { topic, send }: Phone): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  arrived.set(topic, resolve)
  const started = performance.now()
  await send(31)
  await promise
  const took = performance.now() - started
  await send(20)
  return took
}

interface Phone {
  readonly topic: string
  send(temperature: number): Promise<unknown>
}

/** Registers users with the most channels, and a device with a rule for each. */
async function addPhones({ origin, service }: Site, name: string, people: number): Promise<Phone[]> {
  const phones: Phone[] = []
  for (let person = 0; person < people; person++) {
    const grower = await register(origin, `${name}${'abcdefghij'.charAt(person)}`)
    for (let index = 0; index < CHANNELS_MAX; index++) {
      const topic = `topic-${person}-${index}`
      const target = { kind: 'ntfy' as const, server: service, topic, token: '' }
      const { channelId } = await grower.call(channelRoutes.create, { body: { name: topic, target } })
      phones.push(await addRuledDevice(origin, grower, topic, [channelId]))
    }
  }
  return phones
}

/** Registers a user with the most webhooks, and a device with a rule that notifies all. */
async function addHangingPerson({ origin }: Site, name: string, url: string): Promise<Phone> {
  const grower = await register(origin, name)
  const channelIds: string[] = []
  for (let index = 0; index < CHANNELS_MAX; index++) {
    const target = { kind: 'webhook' as const, url, format: 'standard' as const }
    channelIds.push((await grower.call(channelRoutes.create, { body: { name: `Hook ${index}`, target } })).channelId)
  }
  return addRuledDevice(origin, grower, name, channelIds)
}

async function addRuledDevice(origin: string, grower: Grower, topic: string, channelIds: string[]): Promise<Phone> {
  const { deviceId, deviceToken } = await addDevice(grower, topic)
  const { seriesId } = await grower.call(seriesRoutes.add, {
    params: { deviceId },
    body: { metric: 'temperature' },
  })
  await grower.call(ruleRoutes.create, { body: { seriesId, kind: 'above', limit: 28, channelIds } })
  const board = createClient({ origin, token: deviceToken })
  return { topic, send: (temperature) => board.call(readingRoutes.send, { body: { temperature } }) }
}
