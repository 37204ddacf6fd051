import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { certificateFiles, makeCertificate } from '../../../test/certificate.ts'
import { readConfig, WrongConfiguration } from './config.ts'

function linesOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof WrongConfiguration)) throw error
    return error.lines
  }
}

test('listens only on this machine with an empty environment', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    mqttPort: 1883,
    dataDir: './data',
    registration: 'open',
    trustProxy: false,
    tls: null,
  })
})

test.each([
  [{}, true],
  [{ HOST: '127.0.0.1' }, false],
  [{ PUBLIC_URL: 'https://greenhouse.example.org' }, false],
  [{ NATS_URL: 'nats://a', DATABASE_URL: 'postgres://a/b', SECRET: 'x'.repeat(32) }, false],
])('lets an admin open the server to the network with %j: %s', (environment, isHostSwitchable) => {
  expect(readConfig(environment)).toMatchObject({ isHostSwitchable })
})

test.each([
  [{ PORT: '99999' }, 'PORT must be a port from 0 to 65535, not "99999".'],
  [{ PORT: '80a' }, 'PORT must be a port from 0 to 65535, not "80a".'],
  [{ MQTT_PORT: '-1' }, 'MQTT_PORT must be a port from 0 to 65535, not "-1".'],
  [{ HOST: 'a b' }, 'HOST must be an address or a host name, not "a b".'],
  [
    { PUBLIC_URL: 'greenhouse' },
    'PUBLIC_URL must be an address such as https://greenhouse.example.org, not "greenhouse".',
  ],
  [
    { PUBLIC_URL: 'javascript:alert(1)' },
    'PUBLIC_URL must be an address such as https://greenhouse.example.org, not "javascript:alert(1)".',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
  [{ REGISTRATION: 'maybe' }, 'REGISTRATION must be "open", "first" or "closed", not "maybe".'],
  [{ TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' }, 'TLS_CERT must be the path of a readable file, not "/nowhere".'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 24 characters that nobody can guess, not "…".'],
  [{ GREENHOUSE_PORT: '1' }, /^GREENHOUSE_PORT is not known\. The names are HOST, PORT/],
])('refuses %j in one clear line', (environment, line) => {
  expect(linesOf(environment)[0]).toEqual(line instanceof RegExp ? expect.stringMatching(line) : line)
})

test.each(['127.0.0.1', 'localhost:0', 'localhost:70000', 'http://localhost:80', '[127.0.0.1]:80', 'a:1,', '*:1883'])(
  'refuses %s as a target that members may connect to',
  (text) => {
    const line = 'ALLOWED_TARGETS must be hosts with ports and commas between, such as 127.0.0.1:1883,localhost:7480'
    expect(linesOf({ ALLOWED_TARGETS: text })).toEqual([`${line}, not "${text}".`])
  },
)

test('reads targets that members may connect to as hosts with ports', () => {
  expect(readConfig({ ALLOWED_TARGETS: '127.0.0.1:1883, Localhost:7480,[::1]:80' }).allowedTargets).toEqual([
    { host: '127.0.0.1', port: 1883 },
    { host: 'localhost', port: 7480 },
    { host: '::1', port: 80 },
  ])
})

test('hides the password in a connection string', () => {
  expect(linesOf({ DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2')
})

const CLUSTER = { NATS_URL: 'nats://one:4222', DATABASE_URL: 'postgres://db/greenhouse', SECRET: 'x9'.repeat(20) }

test.each([
  ['ROLES', { ROLES: 'web' }, 'ROLES divides the work among processes, which reach each other by NATS_URL: give both.'],
  [
    'DATABASE_URL',
    { NATS_URL: CLUSTER.NATS_URL, SECRET: CLUSTER.SECRET },
    'NATS_URL connects processes that share a database: give DATABASE_URL as well.',
  ],
  [
    'SECRET',
    { NATS_URL: CLUSTER.NATS_URL, DATABASE_URL: CLUSTER.DATABASE_URL },
    'NATS_URL connects processes that know the same sessions: give all of them the same SECRET.',
  ],
])('does not start a process of a cluster with a wrong %s', (_name, environment, line) => {
  expect(linesOf(environment)).toEqual([line])
  expect(linesOf(CLUSTER)).toEqual([])
})

test('names every wrong value at once', () => {
  expect(linesOf({ PORT: 'x', LOG_LEVEL: 'y', TRUST_PROXY: 'everybody' })).toHaveLength(3)
})

test.each([
  [{ REGISTRATIONS: 'closed' }, 'REGISTRATIONS is not known. Did you mean REGISTRATION?'],
  [{ REGISTRATOIN: 'closed' }, 'REGISTRATOIN is not known. Did you mean REGISTRATION?'],
  [{ registration: 'closed' }, 'registration is not known. Did you mean REGISTRATION?'],
  [{ TRUSTED_PROXY: '10.0.0.1' }, 'TRUSTED_PROXY is not known. Did you mean TRUST_PROXY?'],
  [{ TLSCERT: '/cert.pem' }, 'TLSCERT is not known. Did you mean TLS_CERT?'],
  [{ SMTP_URL_FIEL: '/secret' }, 'SMTP_URL_FIEL is not known. Did you mean SMTP_URL_FILE?'],
])('does not start with the misspelled %j', (environment, line) => {
  expect(linesOf(environment)).toEqual([line])
})

test('starts with variables of other programs', () => {
  const others = { HOME: '/root', POST: '1', HOSTNAME: 'x', LANG: 'C', PATH: '/bin', NODE_ENV: 'production', USER: 'x' }
  const ofKubernetes = { GREENHOUSE_SERVICE_HOST: '10.0.0.1', GREENHOUSE_PORT_8080_TCP: 'tcp://10.0.0.1:8080' }
  expect(linesOf({ ...others, ...ofKubernetes })).toEqual([])
})

// Made on load, since test.each tables name files in it.
const folder = mkdtempSync(join(tmpdir(), 'greenhouse-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function fileWith(text: string): string {
  const file = join(folder, `${++files}`)
  writeFileSync(file, text)
  return file
}

test('accepts cheap password hashes only in tests', () => {
  const [usual, cheap] = [readConfig({}), readConfig({ PASSWORD_COST: 'test', NODE_ENV: 'test' })]
  expect(usual.passwordCost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(cheap.passwordCost.memoryCost).toBeLessThan(usual.passwordCost.memoryCost)
  for (const environment of [{}, { NODE_ENV: 'production' }, { NODE_ENV: 'development' }])
    expect(linesOf({ PASSWORD_COST: 'test', ...environment })).toEqual([
      'PASSWORD_COST is only for the tests of Greenhouse. Remove it.',
    ])
})

test('reads a secret from a file', () => {
  const [mail, database] = ['smtp://mail.example.org:587', 'postgres://greenhouse:pass@db/greenhouse']
  const environment = { SMTP_URL_FILE: fileWith(`${mail}\n`), DATABASE_URL_FILE: fileWith(database) }
  expect(readConfig(environment)).toMatchObject({ smtpUrl: mail, databaseUrl: database })
})

test.each([
  [{ SMTP_URL_FILE: '/nowhere' }, 'SMTP_URL_FILE must be the path of a readable file, not "/nowhere".'],
  [{ SMTP_URL: 'smtp://a', SMTP_URL_FILE: fileWith('smtp://b') }, "SMTP_URL and SMTP_URL_FILE can't both be given."],
  [
    { DATABASE_URL_FILE: fileWith('mysql://root:hunter2@db') },
    'DATABASE_URL must be an address that begins with postgres://, not "…".',
  ],
])('refuses %j without showing a secret', (environment, line) => {
  expect(linesOf(environment)).toEqual([line])
})

test('refuses an unusable certificate or key in a sentence', () => {
  const { certFile, keyFile } = certificateFiles()
  const garbage = fileWith('-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n')
  const another = fileWith(makeCertificate().key)
  const lines = (TLS_CERT: string, TLS_KEY: string) => linesOf({ TLS_CERT, TLS_KEY })
  expect(lines(certFile, keyFile)).toEqual([])
  expect(lines(garbage, keyFile)).toEqual([`TLS_CERT must be a certificate in PEM form, which "${garbage}" is not.`])
  expect(lines(certFile, garbage)).toEqual([
    `TLS_KEY must be a private key in PEM form, without a password, which "${garbage}" is not.`,
  ])
  expect(lines(certFile, another)).toEqual([
    `TLS_KEY does not belong to TLS_CERT: "${another}" is not the key of "${certFile}".`,
  ])
  expect(linesOf({ TLS_CERT: certFile })).toEqual(['TLS_CERT and TLS_KEY must be given together.'])
})
