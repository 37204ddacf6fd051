import type { Channel, Delivery } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { browserName } from '../../lib/browser-push.ts'
import { deliveryLook, deliveryWords, severityWords, summaryWords } from './channel-words.ts'
import { quietSpans } from './quiet-hours-panel.tsx'

const NOW = new Date(2026, 10, 20, 13, 30).getTime()
const at = (hours: number, minutes: number) => new Date(2026, 10, 20, hours, minutes).toISOString()

const delivery: Delivery = {
  deliveryId: 'd',
  channelId: 'c',
  channelName: 'ntfy',
  episodeId: null,
  title: 'Tomato house',
  state: 'sent',
  attempts: 1,
  createdAt: at(13, 0),
  sentAt: at(13, 1),
  nextTryAt: null,
  answer: '200 OK',
}

describe('a message', () => {
  test.each([
    ['that was delivered', {}, 'Delivered 13.01: Tomato house', 'good'],
    ['in a list', { state: 'merged' as const }, 'Told in a list 13.01', 'good'],
    [
      'that waits for the end of quiet hours',
      { state: 'waiting' as const, attempts: 0, nextTryAt: at(18, 0) },
      'Waits until 18.00: Tomato house',
      'waiting',
    ],
    [
      'that is being sent',
      { state: 'waiting' as const, attempts: 0, answer: null, nextTryAt: at(13, 0) },
      'Being sent: Tomato house',
      'waiting',
    ],
    [
      'that is tried again',
      { state: 'waiting' as const, answer: '403, the topic needs a token.', nextTryAt: at(14, 35) },
      'Failed 13.00: 403, the topic needs a token. Next try 14.35.',
      'bad',
    ],
    [
      'that was given up',
      { state: 'failed' as const, answer: 'The name could not be found.' },
      'Failed 13.00: The name could not be found.',
      'bad',
    ],
  ])('the state of a channel is described: %s', (_what, change, words, look) => {
    const one = { ...delivery, ...change }
    expect([deliveryWords(one, NOW), deliveryLook(one)]).toEqual([words, look])
  })

  test('a message of another day has its date', () => {
    const old = { ...delivery, sentAt: new Date(2026, 10, 19, 6, 50).toISOString() }
    expect(deliveryWords(old, NOW)).toBe('Delivered 19 Nov 06.50: Tomato house')
  })
})

test.each([
  [['info', 'warning', 'critical'], 'everything'],
  [['warning', 'critical'], 'warnings and up'],
  [['critical'], 'critical only'],
  [['info', 'critical'], 'info and critical'],
  [[], 'nothing'],
] as const)('a channel of %j is described as %s', (severities, words) => {
  expect(severityWords(severities)).toBe(words)
})

test('the page counts its channels and their problems, and names the last message', () => {
  const channel: Channel = {
    channelId: 'c',
    kind: 'ntfy',
    name: 'ntfy',
    where: 'greenhouse on ntfy.sh',
    parts: {},
    isOn: true,
    isConfirmed: true,
    severities: [],
    createdAt: at(9, 0),
    lastDelivery: delivery,
  }
  const broken = { ...channel, lastDelivery: { ...delivery, state: 'failed' as const, sentAt: null } }
  const unconfirmed = { ...channel, isConfirmed: false, lastDelivery: null }
  expect(summaryWords([channel], NOW)).toBe('One channel. Last message 13.01.')
  expect(summaryWords([channel, broken, unconfirmed], NOW)).toBe('3 channels, 2 need attention. Last message 13.01.')
  expect(summaryWords([{ ...broken, isOn: false }], NOW)).toBe('One channel.')
})

test.each([
  [
    'over midnight',
    { from: '18:00', to: '06:00' },
    [
      { start: 0, length: 25 },
      { start: 75, length: 25 },
    ],
  ],
  ['within a day', { from: '06:00', to: '12:00' }, [{ start: 25, length: 25 }]],
  ['of no length', { from: '06:00', to: '06:00' }, []],
  ['that are not typed yet', { from: '', to: '06:00' }, []],
])('the quiet hours %s take their part of the day', (_what, hours, spans) => {
  expect(quietSpans(hours)).toEqual(spans)
})

test.each([
  ['Mozilla/5.0 (Linux; Android 14) Gecko/120.0 Firefox/120.0', 'Firefox on Android'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1', 'Safari on iPhone'],
  ['something', 'Browser'],
])('a browser with the user agent %s is named %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
