import {
  addresses,
  allowedTargets,
  days,
  megabytes,
  oneOf,
  port,
  publicUrl,
  timeOfDay,
  wholeNumber,
  type AllowedTarget,
} from './config-values.ts'
import type { Environment } from './environment.ts'
import { SettingReader } from './setting-reader.ts'
import { readTls, type Tls } from '../tls/tls.ts'
import { LEAST_PASSWORD_COST, PASSWORD_COST, type PasswordCost } from '../secrets/password-cost.ts'
import { clusterOf, type ClusterConfig } from './cluster-config.ts'
import { messageOf } from '../error-details.ts'

export interface Config extends ClusterConfig {
  readonly host: string
  /** Whether an admin may open the server to the network: no setting says where it listens or is found. */
  readonly isHostSwitchable: boolean
  readonly port: number
  readonly mqttPort: number
  readonly dataDir: string
  readonly publicUrl: string | null
  /** PostgreSQL; null for SQLite in dataDir. */
  readonly databaseUrl: string | null
  readonly logLevel: string
  /** `first`: only the first account. */
  readonly registration: 'open' | 'first' | 'closed'
  readonly requireMfa: boolean
  /** Per network; 0 for no limit. */
  readonly registrationsPerDay: number
  /** After a burst for a backlog; 0 for no limit. */
  readonly deviceReadingsPerSecond: number
  /** 0 for no limit. */
  readonly sessionWritesPerMinute: number
  /** Null for no limit. */
  readonly userStorageMb: number | null
  readonly trustProxy: false | string[]
  /** Host names besides local ones and that of publicUrl; `*` for any. */
  readonly allowedHosts: readonly string[]
  readonly tls: Tls | null
  /** Null writes mail to files in dataDir. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly weatherUrl: string
  readonly geocodingUrl: string
  /** Whether members may connect the server to private networks, such as to a broker at home. */
  readonly allowPrivateTargets: boolean
  /** Exceptions for members' connections, on this machine too. */
  readonly allowedTargets: readonly AllowedTarget[]
  /** Size of the file that is deleted when the disk is nearly full; 0 for none. */
  readonly ballastMegabytes: number
  readonly metricsToken: string | null
  readonly nightlyAt: { readonly hour: number; readonly minute: number }
  readonly backup: boolean
  /** Age at which readings and alerts are removed; null keeps them. Rollups are always kept. */
  readonly keepReadingsDays: number | null
  readonly keepAlertsDays: number | null
  readonly backupDir: string | null
  /** Development only: POST /ExampleBroadcast. */
  readonly exampleBroadcast: boolean
  readonly passwordCost: PasswordCost
}

const TOKEN_SHORTEST = 24
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Thrown when the configuration can't be used. The message has one line for each wrong value. */
export class WrongConfiguration extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

export function readConfig(environment: Environment): Config {
  const read = new SettingReader(environment)
  const addresses = addressesOf(read)
  const cluster = clusterOf(read)
  const config: Config = {
    ...addresses,
    ...cluster,
    isHostSwitchable: read.get('HOST') === undefined && addresses.publicUrl === null && cluster.natsUrl === null,
    ...limitsOf(read),
    ...edgeOf(read),
    ...servicesOf(read),
    ...upkeepOf(read),
    passwordCost: read.isForTests('PASSWORD_COST') ? LEAST_PASSWORD_COST : PASSWORD_COST,
  }
  if (read.wrong.length > 0) throw new WrongConfiguration(read.wrong)
  return config
}

function addressesOf(
  read: SettingReader,
): Pick<Config, 'host' | 'port' | 'mqttPort' | 'dataDir' | 'publicUrl' | 'databaseUrl' | 'logLevel'> {
  return {
    host: read.check(
      'HOST',
      '127.0.0.1',
      (text) => (/^[a-z0-9.:-]+$/i.test(text) ? text : undefined),
      'an address or a host name',
    ),
    port: read.check('PORT', 8080, port, 'a port from 0 to 65535'),
    mqttPort: read.check('MQTT_PORT', 1883, port, 'a port from 0 to 65535'),
    dataDir: read.get('DATA_DIR') ?? './data',
    publicUrl: read.check('PUBLIC_URL', null, publicUrl, 'an address such as https://greenhouse.example.org'),
    databaseUrl: read.check(
      'DATABASE_URL',
      null,
      (text) => (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
      'an address that begins with postgres://',
    ),
    logLevel: read.check('LOG_LEVEL', 'info', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
  }
}

function limitsOf(
  read: SettingReader,
): Pick<
  Config,
  | 'registration'
  | 'requireMfa'
  | 'registrationsPerDay'
  | 'deviceReadingsPerSecond'
  | 'sessionWritesPerMinute'
  | 'userStorageMb'
> {
  return {
    registration: read.check('REGISTRATION', 'open', oneOf(['open', 'first', 'closed']), '"open", "first" or "closed"'),
    requireMfa: read.check('REQUIRE_MFA', 'false', oneOf(['true', 'false']), '"true" or "false"') === 'true',
    registrationsPerDay: read.check(
      'REGISTRATIONS_PER_DAY',
      50,
      wholeNumber(0, 100_000),
      'a number from 0 (no limit) to 100000',
    ),
    deviceReadingsPerSecond: read.rate('DEVICE_READINGS_PER_SECOND', 1000),
    sessionWritesPerMinute: read.rate('SESSION_WRITES_PER_MINUTE', 1200),
    userStorageMb: read.check<number | null>(
      'USER_STORAGE_MB',
      null,
      wholeNumber(1, 100_000_000),
      'a whole number of megabytes from 1',
    ),
  }
}

function edgeOf(read: SettingReader): Pick<Config, 'trustProxy' | 'tls' | 'allowedHosts'> {
  return {
    trustProxy: read.check<false | string[]>(
      'TRUST_PROXY',
      false,
      addresses,
      'addresses or networks with commas between, such as 10.0.0.1,172.16.0.0/12',
    ),
    tls: tlsOf(read.get('TLS_CERT'), read.get('TLS_KEY'), read.wrong),
    allowedHosts: read.check<readonly string[]>(
      'ALLOWED_HOSTS',
      [],
      hostNames,
      'names with commas between, such as greenhouse.example.org,.example.net, or *',
    ),
  }
}

function servicesOf(
  read: SettingReader,
): Pick<Config, 'smtpUrl' | 'mailFrom' | 'weatherUrl' | 'geocodingUrl' | 'allowPrivateTargets' | 'allowedTargets'> {
  return {
    smtpUrl: read.check(
      'SMTP_URL',
      null,
      (text) => (/^smtps?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
      'an address that begins with smtp:// or smtps://',
    ),
    mailFrom: read.check(
      'MAIL_FROM',
      'greenhouse@localhost',
      (text) => (/^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined),
      'an address such as greenhouse@example.org',
    ),
    weatherUrl: read.check(
      'WEATHER_URL',
      'https://api.open-meteo.com',
      publicUrl,
      'an address such as https://api.open-meteo.com',
    ),
    geocodingUrl: read.check(
      'GEOCODING_URL',
      'https://geocoding-api.open-meteo.com',
      publicUrl,
      'an address such as https://geocoding-api.open-meteo.com',
    ),
    allowPrivateTargets:
      read.check('ALLOW_PRIVATE_TARGETS', 'false', oneOf(['true', 'false']), '"true" or "false"') === 'true',
    allowedTargets: read.check<readonly AllowedTarget[]>(
      'ALLOWED_TARGETS',
      [],
      allowedTargets,
      'hosts with ports and commas between, such as 127.0.0.1:1883,localhost:7480',
    ),
  }
}

function upkeepOf(
  read: SettingReader,
): Pick<
  Config,
  | 'ballastMegabytes'
  | 'metricsToken'
  | 'nightlyAt'
  | 'backup'
  | 'backupDir'
  | 'keepReadingsDays'
  | 'keepAlertsDays'
  | 'exampleBroadcast'
> {
  return {
    ballastMegabytes: read.check('BALLAST_MB', 64, megabytes, 'a whole number of megabytes, 0 for none'),
    metricsToken: read.check(
      'METRICS_TOKEN',
      null,
      (text) => (text.length >= TOKEN_SHORTEST ? text : undefined),
      `at least ${TOKEN_SHORTEST} characters that nobody can guess`,
    ),
    nightlyAt: read.check('NIGHTLY_AT', { hour: 3, minute: 0 }, timeOfDay, 'a time such as 03:00'),
    backup: read.check('BACKUP', 'on', oneOf(['on', 'off']), '"on" or "off"') === 'on',
    backupDir: read.get('BACKUP_DIR') ?? null,
    keepReadingsDays: read.check('KEEP_READINGS_DAYS', null, days, 'a whole number of days from 1'),
    keepAlertsDays: read.check('KEEP_ALERTS_DAYS', null, days, 'a whole number of days from 1'),
    exampleBroadcast: read.check('EXAMPLE_BROADCAST', 'off', oneOf(['on', 'off']), '"on" or "off"') === 'on',
  }
}

function hostNames(text: string): string[] | undefined {
  const list = text.split(',').map((part) => part.trim().toLowerCase())
  return list.every((name) => name === '*' || /^\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)) ? list : undefined
}

function tlsOf(certFile: string | undefined, keyFile: string | undefined, wrong: string[]): Tls | null {
  if (certFile === undefined && keyFile === undefined) return null
  if (certFile === undefined || keyFile === undefined) {
    wrong.push('TLS_CERT and TLS_KEY must be given together.')
    return null
  }
  try {
    return readTls(certFile, keyFile)
  } catch (error) {
    wrong.push(messageOf(error))
    return null
  }
}
