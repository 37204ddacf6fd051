import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createApp, type App } from '../src/app.ts'
import type { Config } from '../src/platform/config/config.ts'
import { openAlerting } from '../src/features/alerts/evaluate-conditions.ts'
import { openClockWatch } from '../src/platform/clock/clock-watch.ts'
import type { Context } from '../src/platform/context.ts'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { openLog, type Log } from '../src/platform/log.ts'

/** The whole server with a clock that the test moves, a temporary folder and no open port. */
export interface World {
  readonly app: App
  readonly clock: { now: number }
  /** Sends a request as it would come over the network, without a network. */
  request: Request
  /** The person of that name, registered when first asked for. */
  as(name: string): Promise<Person>
  /** A device of a person, with its token. */
  aDevice(person: Person, name?: string): Promise<{ deviceId: string; deviceToken: string }>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Request = (method: Method, url: string, body?: unknown, token?: string) => Promise<Answer>

export interface Person {
  readonly userId: string
  readonly token: string
  request(method: Method, url: string, body?: unknown): Promise<Answer>
}

export const PASSWORD = 'Sprout-42!'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  // The tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export async function createWorld(
  changes: Partial<Config> = {},
  database?: OpenDatabase,
  log: Log = openLog('silent'),
): Promise<World> {
  const clock = { now: Date.parse('2026-11-20T09:41:00Z') }
  const app = await createApp(testConfig(changes), {
    log,
    now: () => clock.now,
    newId: randomUUID,
    ...(database ? { database } : {}),
  })
  onTestFinished(() => app.close())
  const request: Request = async (method, url, body, token) => {
    const answer = await app.http.fastify.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
      },
    })
    return { status: answer.statusCode, headers: answer.headers, body: parse(answer.body) }
  }
  const people = new Map<string, Promise<Person>>()
  return {
    app,
    clock,
    request,
    as(name) {
      const known = people.get(name) ?? register(request, name)
      people.set(name, known)
      return known
    },
    async aDevice(person, name = 'Tomato house') {
      return (await person.request('POST', '/api/UserDevice/CreateUserDevice', { deviceName: name })).body
    },
  }
}

/** What a second ingest into the store of a world needs. */
export function ingestParts({ log, newId, now }: Context) {
  return { alerting: openAlerting({ newId, now }), clock: openClockWatch({ log, now }, 0) }
}

/** Where a listening world answers HTTP. */
export function portOf({ app }: Pick<World, 'app'>): number {
  return (app.http.fastify.server.address() as AddressInfo).port
}

async function register(request: Request, name: string): Promise<Person> {
  const answer = await request('POST', '/api/auth/Register', registration(name))
  const token: string = answer.body.jwt
  const { Id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { userId: Id, token, request: (method, url, body) => request(method, url, body, token) }
}

/** What somebody of that name would send to register. */
export function registration(name: string) {
  return {
    firstName: name,
    lastName: 'Holm',
    email: `${name}@example.org`,
    birthday: '1990-05-01',
    country: 'Denmark',
    password: PASSWORD,
  }
}

export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    mqttPort: 0,
    dataDir: mkdtempSync(join(tmpdir(), 'greenhouse-')),
    publicUrl: null,
    databaseUrl: null,
    logLevel: 'silent',
    registration: 'open',
    requireMfa: false,
    registrationsPerDay: 0,
    deviceReadingsPerSecond: 1000,
    // Tests change more in a second than a person in an hour.
    sessionWritesPerMinute: 0,
    userStorageMb: null,
    trustProxy: false,
    allowedHosts: [],
    tls: null,
    smtpUrl: null,
    mailFrom: 'greenhouse@localhost',
    // Nobody is there: tests ask nobody outside.
    weatherUrl: 'http://127.0.0.1:9',
    geocodingUrl: 'http://127.0.0.1:9',
    ballastMegabytes: 0,
    metricsToken: null,
    nightlyAt: { hour: 3, minute: 0 },
    backup: true,
    backupDir: null,
    keepReadingsDays: null,
    keepAlertsDays: null,
    exampleBroadcast: false,
    ...changes,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
