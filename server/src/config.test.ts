import { expect, test } from 'vitest'
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

test('an empty environment listens on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    mqttPort: 1883,
    dataDir: './data',
    registrationOpen: true,
    trustProxy: false,
    tls: null,
  })
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
  [{ REGISTRATION: 'maybe' }, 'REGISTRATION must be "open" or "closed", not "maybe".'],
  [{ TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' }, 'TLS_CERT must be the path of a readable file, not "/nowhere".'],
  [{ GREENHOUSE_PORT: '1' }, /^GREENHOUSE_PORT is not known\. The names are HOST, PORT/],
])('%j is refused in one clear line', (environment, line) => {
  expect(linesOf(environment)[0]).toEqual(line instanceof RegExp ? expect.stringMatching(line) : line)
})

test('the password in a connection string stays off the screen', () => {
  expect(linesOf({ DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2')
})

test('every wrong value is named at once', () => {
  expect(linesOf({ PORT: 'x', LOG_LEVEL: 'y', TRUST_PROXY: 'everybody' })).toHaveLength(3)
})
