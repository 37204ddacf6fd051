import { expect, test } from 'vitest'
import { newRandomToken } from '../../platform/secrets/random-token.ts'
import { sampleOf, shownTopic } from './refused-sample.ts'

test('a sample is the beginning of a payload, in one line', () => {
  expect(sampleOf(Buffer.from('{\n  "a": 1\u0000\u202e}'))).toBe('{·  "a": 1··}')
  expect(sampleOf(Buffer.from('x '.repeat(500)))).toHaveLength(200)
  expect(sampleOf(Buffer.from([0xff, 0xfe, 0x41]))).toBe('··A')
})

test.each([
  ['alone', (token: string) => token],
  ['in JSON', (token: string) => JSON.stringify({ token })],
  ['at the edge of the sample', (token: string) => `${'. '.repeat(95)}${token}`],
  ['after many others, at the edge of what is read', (token: string) => `${token} `.repeat(30)],
  ['across the edge of what is read', (token: string) => `${`${'x'.repeat(50)} `.repeat(19)}${' '.repeat(35)}${token}`],
])('shows no part of a token %s', (_where, textOf) => {
  const { token } = newRandomToken()
  const sample = sampleOf(Buffer.from(textOf(token)))
  for (let from = 0; from + 5 <= token.length; from++) expect(sample).not.toContain(token.slice(from, from + 5))
})

test('shows a topic without the token in it', () => {
  const { token } = newRandomToken()
  expect(shownTopic(`v1/${token}/telemetry`)).toBe('v1/…/telemetry')
  expect(shownTopic('Device/7d0c2b3e-1111-4222-8333-444455556666/status')).toBe(
    'Device/7d0c2b3e-1111-4222-8333-444455556666/status',
  )
})

test('the key of a weather station is not shown', () => {
  expect(sampleOf(Buffer.from('PASSKEY=0123456789ABCDEF0123456789ABCDEF&tempf=70'))).toBe('PASSKEY=…&tempf=70')
})
