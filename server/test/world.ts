import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  addressOf,
  deviceRoutes,
  readingRoutes,
  signInRoutes,
  type AddressParts,
  type Route,
} from '@greenhouse/contract'
import { atEnd } from '../../testing/at-end.ts'
import { registration } from '../../testing/growers.ts'
import { createApp, type App } from '../src/app.ts'
import type { Outside } from '../src/open-foundation.ts'
import { ROLES } from '../src/platform/config/cluster-config.ts'
import type { Config } from '../src/platform/config/config.ts'
import { LEAST_PASSWORD_COST } from '../src/platform/secrets/password-cost.ts'
import { KnownDevices } from '../src/features/devices/known-devices.ts'
import { SeriesRegistry } from '../src/features/series/registry/series-registry.ts'
import { openClockWatch } from '../src/platform/clock/clock-watch.ts'
import type { Context } from '../src/platform/context.ts'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { dataFolder, emptyFolder } from './data-folder.ts'
import { clusterParts } from './on-cluster.ts'
import { openLog, type Log } from '../src/platform/log.ts'

/** The whole server with a controlled clock, a temporary folder and no open port. */
export interface World {
  readonly app: App
  readonly clock: { now: number }
  /**
   * Calls a route without a network, checking neither request nor reply. After sending readings it waits until their rules are
   * evaluated.
   */
  call: Call
  /** The same for paths that are not in the contract. */
  request: Request
  /** Returns the user of that name, whom the first call registers. */
  as(name: string): Promise<Person>
  /** Adds a device of a user. Returns its id and token. */
  aDevice(person: Person, name?: string): Promise<{ deviceId: string; deviceToken: string }>
}

const SECRET = 'Kq3v9XbT0uYw7LsEo5hPzR2nGj8MdCf6'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Request = (method: Method, url: string, body?: unknown, token?: string) => Promise<Answer>
type Call = (route: Route, parts?: CallParts) => Promise<Answer>

interface CallParts extends AddressParts {
  readonly body?: unknown
  /** The value of the header `authorization`. */
  readonly token?: string | undefined
}

export interface Person {
  readonly userId: string
  /** The person's own household. */
  readonly householdId: string
  readonly token: string
  /** Calls a route with this person's token. */
  call(route: Route, parts?: Omit<CallParts, 'token'>): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  // The tests read replies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export async function createWorld(
  changes: Partial<Config> = {},
  database?: OpenDatabase,
  log: Log = openLog('silent'),
  outside: Pick<Outside, 'allowedTargets' | 'bus' | 'cluster' | 'notificationClient' | 'webApp'> = {},
): Promise<World> {
  const clock = { now: Date.parse('2026-11-20T09:41:00Z') }
  const parts = await clusterParts(changes, database, outside)
  const dataDir = changes.dataDir ?? (database || parts ? emptyFolder() : await dataFolder())
  // Worlds on one database are processes of one installation.
  const secret = database && changes.dataDir === undefined ? { secret: SECRET } : {}
  const app = await createApp(testConfig({ ...secret, ...parts?.config, ...changes, dataDir }), {
    log,
    now: () => clock.now,
    newId: randomUUID,
    // No OpenAPI document: building it takes as long as all other routes.
    webApp: join(dataDir, 'no-web-app'),
    ...outside,
    ...(database ? { database } : {}),
    ...parts?.outside,
  })
  // Otherwise it would start to evaluate rules when it listens.
  if (parts) await app.ownership.start()
  atEnd(() => app.close())
  const { call, request } = callsOf(app)
  const people = new Map<string, Promise<Person>>()
  return {
    app,
    clock,
    call,
    request,
    as(name) {
      const known = people.get(name) ?? register(call, name)
      people.set(name, known)
      return known
    },
    async aDevice(person, name = 'Tomato house') {
      return (await person.call(deviceRoutes.create, { body: { deviceName: name } })).body
    },
  }
}

/** Returns functions that call an app without a network. */
export function callsOf({ http, ingest, rules }: App): Pick<World, 'call' | 'request'> {
  const request: Request = async (method, url, body, token) => {
    const answer = await http.fastify.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
      headers: {
        ...(body === undefined
          ? {}
          : { 'content-type': body instanceof Uint8Array ? 'image/jpeg' : 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
      },
    })
    const isFile = /^(?:image\/|application\/x-tar)/.test(String(answer.headers['content-type']))
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isFile ? answer.rawPayload : parse(answer.body),
    }
  }
  const call: Call = async (route, { body, token, ...parts } = {}) => {
    const answer = await request(route.method, addressOf(route, parts), body, token)
    if (route === readingRoutes.send) {
      await ingest.settled()
      await rules.settled()
    }
    return answer
  }
  return { call, request }
}

/** Returns the parts of a second ingest into the store of a world. */
export function ingestParts({ db, log, newId, now }: Context) {
  return {
    clock: openClockWatch({ log, now }, 0),
    devices: new KnownDevices(),
    registry: new SeriesRegistry(db, newId),
    consume: async () => {},
  }
}

/** Returns the HTTP port of a listening world. */
export function portOf({ app }: Pick<World, 'app'>): number {
  return (app.http.fastify.server.address() as AddressInfo).port
}

async function register(call: Call, name: string): Promise<Person> {
  const answer = await call(signInRoutes.register, { body: registration(name) })
  const token: string = answer.body.jwt
  const { Id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { userId: Id, householdId: Id, token, call: (route, parts) => call(route, { ...parts, token }) }
}

export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    host: '127.0.0.1',
    isHostSwitchable: false,
    port: 0,
    mqttPort: 0,
    dataDir: changes.dataDir ?? emptyFolder(),
    publicUrl: null,
    databaseUrl: null,
    migrationDatabaseUrl: null,
    databaseConnections: 10,
    roles: new Set(ROLES),
    nodeId: 'node-1',
    natsUrl: null,
    drainSeconds: 0,
    partitions: 1,
    secret: null,
    logLevel: 'silent',
    registration: 'open',
    requireMfa: false,
    registrationsPerDay: 0,
    // Histories of years come at once.
    deviceReadingsPerSecond: 0,
    // Tests make more changes in a second than a user in an hour.
    sessionWritesPerMinute: 0,
    userStorageMb: null,
    trustProxy: false,
    allowedHosts: [],
    tls: null,
    smtpUrl: null,
    mailFrom: 'greenhouse@localhost',
    // Nothing listens there: tests must send no requests to the real service.
    weatherUrl: 'http://127.0.0.1:9',
    geocodingUrl: 'http://127.0.0.1:9',
    allowPrivateTargets: false,
    allowedTargets: [],
    ballastMegabytes: 0,
    metricsToken: null,
    nightlyAt: { hour: 3, minute: 0 },
    backup: true,
    backupDir: null,
    keepReadingsDays: null,
    keepAlertsDays: null,
    exampleBroadcast: false,
    passwordCost: LEAST_PASSWORD_COST,
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
