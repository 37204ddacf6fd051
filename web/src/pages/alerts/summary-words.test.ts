import { expect, test } from 'vitest'
import { anEpisode } from '../../shared/episode/episode.fixture.ts'
import { closedWords, filterChips, filterWords, openWords } from './summary-words.ts'
import { titleOf } from './alert-title.tsx'

const NONE = { year: undefined, severity: undefined, deviceId: undefined, day: undefined }
const now = new Date(2026, 5, 16, 14, 20).getTime()
const at = (day: number, hour: number) => new Date(2026, 5, day, hour, 50).toISOString()

test.each([
  [{}, 12, false, ''],
  [{ year: 2025 }, 12, false, '12 alerts in 2025'],
  [{ severity: 'critical' }, 50, true, '50+ alerts'],
  [{ day: '2026-06-12' }, 3, false, '3 alerts on this day'],
  [{ deviceId: 'bench' }, 0, false, 'No alerts'],
  [{ year: 2025 }, 1, false, '1 alert in 2025'],
] as const)('a filter for %j with %i alerts (more: %s) is described as: %s', (filter, count, hasMore, words) => {
  expect(filterWords({ ...NONE, ...filter }, { count, hasMore })).toBe(words)
})

test('the headline counts unanswered alerts, overdue plants and acknowledged alerts', () => {
  const acknowledged = anEpisode({ acknowledgedAt: at(16, 12) })
  const open = [anEpisode(), anEpisode(), anEpisode({ kind: 'due' }), acknowledged]
  expect(openWords(open, [])).toBe('Two open and unanswered, one plant overdue, one acknowledged.')
  expect(openWords([acknowledged], [])).toBe('One acknowledged.')
  expect(openWords([], [anEpisode()])).toBe('None open.')
  expect(openWords([], [])).toBe('No alerts yet.')
})

test.each([
  [at(16, 6), 'The last one closed today 06.50.'],
  [at(15, 6), 'The last one closed yesterday 06.50.'],
  [at(12, 6), 'The last one closed on 12 Jun 06.50.'],
  [new Date(2025, 10, 25, 5, 6).toISOString(), 'The last one closed on 25 Nov 2025 05.06.'],
])('the headline names the end at %s: %s', (closedAt, words) => {
  expect(closedWords([anEpisode({ closedAt })], now)).toBe(words)
})

test('each part of a filter has a chip that ends it', () => {
  const filter = { year: 2025, day: '2026-06-12', deviceId: 'bench', severity: 'info' } as const
  expect(filterChips(filter, 'Bench 3')).toEqual([
    { words: '12/06', without: { day: undefined } },
    { words: '2025', without: { year: undefined } },
    { words: 'Bench 3', without: { deviceId: undefined } },
    { words: 'Info', without: { severity: undefined } },
  ])
})

test.each([
  [{ kind: 'above' }, 'High temperature'],
  [{ kind: 'below', label: 'CO\u2082' }, 'Low CO\u2082'],
  [{ kind: 'below', metric: 'soilMoisture', label: 'Soil moisture' }, 'Dry soil'],
  [{ kind: 'below', metric: 'battery', label: 'Battery' }, 'Low battery'],
  [{ kind: 'silent', label: null }, 'Silent device'],
  [{ kind: 'outside' }, 'Temperature out of range'],
  [{ kind: 'changing' }, 'Changing temperature'],
] as const)('an alert with %j is titled %s', (more, title) => {
  expect(titleOf(anEpisode(more))).toBe(title)
})
