import { wholeNumber } from './config-values.ts'
import { misspelled, secretOf, type Environment } from './environment.ts'

const NAMES = [
  'HOST',
  'PORT',
  'MQTT_PORT',
  'DATA_DIR',
  'PUBLIC_URL',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'ROLES',
  'NODE_ID',
  'NATS_URL',
  'PARTITIONS',
  'SECRET',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
  'REGISTRATION',
  'REQUIRE_MFA',
  'REGISTRATIONS_PER_DAY',
  'DEVICE_READINGS_PER_SECOND',
  'SESSION_WRITES_PER_MINUTE',
  'USER_STORAGE_MB',
  'TRUST_PROXY',
  'ALLOWED_HOSTS',
  'TLS_CERT',
  'TLS_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'WEATHER_URL',
  'GEOCODING_URL',
  'ALLOW_PRIVATE_TARGETS',
  'ALLOWED_TARGETS',
  'BALLAST_MB',
  'METRICS_TOKEN',
  'NIGHTLY_AT',
  'BACKUP',
  'BACKUP_DIR',
  'KEEP_READINGS_DAYS',
  'KEEP_ALERTS_DAYS',
  'EXAMPLE_BROADCAST',
  'PASSWORD_COST',
] as const
/** May be read from a file, and are never printed. */
const SECRETS = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'NATS_URL', 'SECRET', 'SMTP_URL', 'METRICS_TOKEN'] as const

export type SettingName = (typeof NAMES)[number]

export class SettingReader {
  readonly wrong: string[]
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
    this.wrong = misspelled(environment, [...NAMES, ...SECRETS.map((name) => `${name}_FILE`)])
  }

  get(name: SettingName): string | undefined {
    return isSecret(name) ? secretOf(this.#environment, name, this.wrong) : this.#environment[name]?.trim() || undefined
  }

  /** Returns a setting as parsed by `read`, which may throw, or the fallback when it is not set. */
  check<T>(name: SettingName, fallback: T, read: (text: string) => T | undefined, expected: string): T {
    const text = this.get(name)
    if (text === undefined) return fallback
    const value = attempt(() => read(text))
    if (value === undefined) this.wrong.push(`${name} must be ${expected}, not "${hidden(name, text)}".`)
    return value ?? fallback
  }

  /** Anywhere but in tests the setting prevents the start. */
  isForTests(name: SettingName): boolean {
    const isGiven = this.get(name) !== undefined
    if (isGiven && this.#environment['NODE_ENV'] !== 'test')
      this.wrong.push(`${name} is for the tests of Greenhouse alone. Remove it.`)
    return isGiven
  }

  rate(name: SettingName, fallback: number): number {
    return this.check(name, fallback, wholeNumber(0, 1_000_000), 'a whole number from 0 (no limit) to 1000000')
  }
}

function attempt<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function isSecret(name: string): boolean {
  return (SECRETS as readonly string[]).includes(name)
}

function hidden(name: string, text: string): string {
  return isSecret(name) ? '…' : text
}
