import { expect, test } from 'vitest'
import { formatTime } from '../../lib/format.ts'
import { degreeWords, paceWords, sensorWords, sumWords } from './growth-words.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const today = {
  sum: 18.4,
  perHour: 2.33,
  knownHours: 14.3,
  at: '2026-06-16T12:20:00.000Z',
  endsAt: '2026-06-16T22:00:00.000Z',
}

test('says how much light there was, and of what goal', () => {
  expect(plain(sumWords(18.42, 25))).toBe('18,4 of 25 mol/m²')
  expect(plain(sumWords(18.42, null))).toBe('18,4 mol/m²')
  expect(plain(sumWords(3, 7.5))).toBe('3,0 of 7,5 mol/m²')
})

test.each([
  ['the time of the goal at this pace', today, 25, `25 at about ${formatTime('2026-06-16T15:10:00.000Z')}`],
  ['a goal that is reached', { ...today, sum: 25 }, 25, '25 reached'],
  ['the rest, in the dark', { ...today, perHour: 0 }, 25, '6,6 to go'],
  ['nothing of a goal that is unknown', today, null, 'so far'],
  ['nothing at the end of a day', { ...today, knownHours: 23 }, null, ''],
])('says %s', (_words, light, goal, words) => {
  expect(paceWords(light, goal)).toBe(words)
})

test.each([
  ['illuminance', null, 'from lux, sun'],
  ['illuminance', 'led', 'from lux, LED'],
  ['ppfd', 'led', 'from PPFD'],
  ['solarRadiation', 'sun', 'from solar radiation'],
] as const)('names the sensor %s under %s', (metric, source, words) => {
  expect(sensorWords({ metric, source })).toBe(words)
})

test('says degree days with their bounds, in the unit of the person', () => {
  const degrees = { seriesId: '', since: '2026-03-12', base: 10, top: 30, sum: 100, days: 20, leftOut: 2 }
  const { sum, facts } = degreeWords(degrees, true)
  expect([sum, ...facts.map(plain)]).toEqual([
    '100',
    'since 12/03, from 10 °C, at most 30 °C',
    '2 days with less than 18 hours of readings left out',
  ])
  expect(degreeWords({ ...degrees, leftOut: 0 }, false)).toEqual({
    sum: '180',
    facts: [expect.stringMatching(/from 50\u00a0°F, at most 86\u00a0°F$/)],
  })
})
