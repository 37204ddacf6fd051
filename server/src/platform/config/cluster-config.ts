import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { wholeNumber } from './config-values.ts'
import type { SettingReader } from './setting-reader.ts'

/** A gateway receives readings, a worker evaluates rules and compacts, jobs sends messages and makes backups. */
export type Role = (typeof ROLES)[number]

export const ROLES = ['gateway', 'worker', 'web', 'jobs'] as const

const PARTITIONS_MOST = 256
const SECRET_SHORTEST = 32

export interface ClusterConfig {
  /** Role of PostgreSQL that may change tables; null for that of databaseUrl. */
  readonly migrationDatabaseUrl: string | null
  readonly databaseConnections: number
  /** All of them in a single process. */
  readonly roles: ReadonlySet<Role>
  readonly nodeId: string
  readonly natsUrl: string | null
  readonly partitions: number
  /** All keys are derived from it, in all processes; null for a file in dataDir. */
  readonly secret: string | null
  /** How long a stopping process still serves, so that proxies notice. */
  readonly drainSeconds: number
}

export function clusterOf(read: SettingReader): ClusterConfig {
  const natsUrl = read.check('NATS_URL', null, natsAddresses, 'addresses that begin with nats:// or tls://')
  const roles = read.check<ReadonlySet<Role>>('ROLES', new Set(ROLES), rolesIn, `some of ${ROLES.join(',')}`)
  if (natsUrl === null && roles.size < ROLES.length)
    read.wrong.push('ROLES divides the work among processes, which reach each other by NATS_URL: give both.')
  if (natsUrl !== null && read.get('DATABASE_URL') === undefined)
    read.wrong.push('NATS_URL connects processes that share a database: give DATABASE_URL as well.')
  const secret = read.check<string | null>(
    'SECRET',
    null,
    (text) => (text.length >= SECRET_SHORTEST ? text : undefined),
    `at least ${SECRET_SHORTEST} characters that nobody can guess`,
  )
  if (natsUrl !== null && read.get('SECRET') === undefined)
    read.wrong.push('NATS_URL connects processes that know the same sessions: give all of them the same SECRET.')
  return {
    migrationDatabaseUrl: read.check(
      'MIGRATION_DATABASE_URL',
      null,
      (text) => (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
      'an address that begins with postgres://',
    ),
    databaseConnections: read.check('DATABASE_CONNECTIONS', 10, wholeNumber(2, 500), 'a whole number from 2 to 500'),
    roles,
    nodeId: read.check('NODE_ID', someNodeId(), nodeId, 'letters, digits, dots and hyphens, 60 at most'),
    natsUrl,
    partitions:
      natsUrl === null
        ? 1
        : read.check('PARTITIONS', 16, wholeNumber(2, PARTITIONS_MOST), `a whole number from 2 to ${PARTITIONS_MOST}`),
    secret,
    drainSeconds: read.check(
      'DRAIN_SECONDS',
      natsUrl === null ? 0 : 5,
      wholeNumber(0, 60),
      'a whole number from 0 to 60',
    ),
  }
}

function natsAddresses(text: string): string | undefined {
  const addresses = text.split(',').map((address) => address.trim())
  return addresses.every((address) => /^(?:nats|tls):\/\//.test(address) && URL.canParse(address))
    ? addresses.join(',')
    : undefined
}

function rolesIn(text: string): ReadonlySet<Role> | undefined {
  const names = text.split(',').map((name) => name.trim())
  const known = ROLES.filter((role) => names.includes(role))
  return known.length === new Set(names).size ? new Set(known) : undefined
}

function nodeId(text: string): string | undefined {
  return /^[a-z0-9.-]{1,60}$/i.test(text) ? text : undefined
}

function someNodeId(): string {
  return `${hostname()
    .replaceAll(/[^a-z0-9-]/gi, '-')
    .slice(0, 40)}-${randomBytes(4).toString('hex')}`
}
