import { describe, expect, test } from 'vitest'
import { certificateFiles } from '../../../test/certificate.ts'
import { testConfig } from '../../../test/world.ts'
import { exposuresOf, greetingOf } from './greeting.ts'

const PORTS = { http: 8080, mqtt: 1883 }
const eventsOf = (changes: Parameters<typeof testConfig>[0]) =>
  exposuresOf(testConfig(changes)).map(({ event }) => event)

test.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('warns of nothing on %s', (host) => {
  expect(eventsOf({ host })).toEqual([])
  expect(greetingOf(testConfig({ host }), PORTS)).not.toContain('WARNING')
})

describe('open to a network', () => {
  test('warns that everybody may register, and that passwords can be read', () => {
    expect(eventsOf({ host: '0.0.0.0' })).toEqual(['network.registration-open', 'network.plain-text'])
    const greeting = greetingOf(testConfig({ host: '0.0.0.0' }), PORTS)
    expect(greeting).toContain('WARNING   Everybody who reaches this server may register.')
    expect(greeting).toContain('WARNING   Passwords and device tokens cross the network in plain text.')
  })

  test.each(['first', 'closed'] as const)('warns of nothing with REGISTRATION=%s and TLS', (registration) => {
    expect(eventsOf({ host: '192.168.1.5', registration, tls: certificateFiles().tls })).toEqual([])
  })

  test('warns of devices behind a proxy that speaks https', () => {
    const behind = { host: '0.0.0.0', registration: 'closed', publicUrl: 'https://greenhouse.example.org' } as const
    expect(exposuresOf(testConfig(behind)).map(({ warning }) => warning)).toEqual([
      'Devices send their tokens in plain text. Set TLS_CERT and TLS_KEY, or put a proxy before MQTT too.',
    ])
  })
})
