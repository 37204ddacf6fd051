import { momentWords } from '../../lib/moment-words.ts'
import type { Episode } from '@greenhouse/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { anEpisode } from './episode.fixture.ts'
import { DANISH, setFormat } from '../../lib/format.ts'
import { closingWords, episodeWords, isWorse, limitWords, valueWords, worstSide } from './episode-words.ts'

const NBSP = '\u00a0'
const plain = (text: string | undefined) => text?.replaceAll(NBSP, ' ')
const soil = { metric: 'soilMoisture', unit: '%', label: 'San Marzano' } as const

afterEach(() => setFormat(DANISH))

describe('an episode in words', () => {
  test.each<[Partial<Episode>, string]>([
    [{}, 'Temperature in Tomato house, above 28 °C'],
    [{ kind: 'below', limit: -2.5 }, 'Temperature in Tomato house, below −2,5 °C'],
    [{ kind: 'outside', limit: 5, upperLimit: 30 }, 'Temperature in Tomato house, outside 5 to 30 °C'],
    [{ kind: 'changing', limit: 5, withinMinutes: 60 }, 'Temperature in Tomato house, changed by 5 °C within 1 h'],
    [{ ...soil, kind: 'below', limit: 25 }, 'San Marzano in Tomato house, below 25 %'],
    [{ kind: 'silent', label: null, metric: null, unit: null, limit: 900 }, 'Tomato house is silent'],
    [{ kind: 'silent', limit: 900 }, 'Temperature in Tomato house is silent'],
    [{ kind: 'due', label: null, metric: null, name: 'Lemon', text: 'x', limit: null }, 'Lemon needs water'],
    [{ kind: 'note', name: 'Lemon', text: 'Lemon needs water.', limit: null }, 'Lemon needs water.'],
    [{ kind: 'note', name: 'Hail', text: ' ', limit: null }, 'Hail'],
    // Episodes of an older version may lack the limit.
    [{ limit: null }, 'Temperature in Tomato house'],
  ])('the episode %j is described in words', (more, words) => {
    expect(plain(episodeWords(anEpisode(more), true))).toBe(words)
  })

  test('an episode is described in the unit and format of the reader, a change without offset', () => {
    setFormat({ locale: 'en-US', twelveHours: true })
    expect(plain(episodeWords(anEpisode({ limit: 28.5 }), false))).toBe('Temperature in Tomato house, above 83.3 °F')
    const changing = anEpisode({ kind: 'changing', limit: 5, withinMinutes: 30 })
    expect(plain(limitWords(changing, false))).toBe('9 °F within 30 min')
    expect(plain(valueWords(changing, 7.5, false))).toBe('13.5 °F')
    expect(plain(valueWords(anEpisode(), 31.25, false))).toBe('88.3 °F')
    expect(momentWords('2026-06-16T11:05:00', Date.parse('2026-06-16T12:00:00'))).toBe(`11:05${NBSP}AM`)
  })

  test('the words of an episode keep number and unit together, and names of any script unchanged', () => {
    expect(episodeWords(anEpisode({ name: '<b>مرحبا</b>' }), true)).toBe(
      `Temperature in <b>مرحبا</b>, above 28${NBSP}°C`,
    )
  })
})

test('the limit of silence is a duration', () => {
  expect(plain(limitWords(anEpisode({ kind: 'silent', limit: 900 }), true))).toBe('15 min')
})

describe('the worst value', () => {
  const outside = anEpisode({ kind: 'outside', limit: 5, upperLimit: 30 })
  test.each([
    [anEpisode(), 31, 'highest'],
    [anEpisode({ kind: 'below', limit: 5 }), 3, 'lowest'],
    [outside, 31, 'highest'],
    [outside, 4, 'lowest'],
    [anEpisode({ kind: 'changing', limit: 5 }), 8, 'change'],
  ] as const)('the worst value is on the side of its limits', (episode, worst, side) => {
    expect(worstSide(episode, worst)).toBe(side)
  })

  test('the worst value is the furthest beyond the limits', () => {
    expect(isWorse(anEpisode(), 32, 31)).toBe(true)
    expect(isWorse(anEpisode(), 31, 31)).toBe(false)
    expect(isWorse(anEpisode({ kind: 'below', limit: 5 }), 3, 4)).toBe(true)
    expect(isWorse(outside, 1, 32)).toBe(true)
    expect(isWorse(outside, 31, 1)).toBe(false)
  })
})

test('names the reason of a closing unless a value returned', () => {
  expect(closingWords({ closedWhy: 'back' })).toBeUndefined()
  expect(closingWords({ closedWhy: null })).toBeUndefined()
  expect(closingWords({ closedWhy: 'rule-off' })).toBe('Its rule was turned off')
  expect(closingWords({ closedWhy: 'device-removed' })).toBe('Its device was removed')
})

test('the time of an event includes another day, and another year', () => {
  const now = new Date(2026, 5, 16, 14).getTime()
  const at = (...date: [number, number, number, number, number]) => new Date(...date).toISOString()
  expect(momentWords(at(2026, 5, 16, 0, 5), now)).toBe('00.05')
  expect(momentWords(at(2026, 5, 15, 23, 55), now)).toBe('15 Jun 23.55')
  expect(momentWords(at(2025, 5, 15, 23, 55), now)).toBe('15 Jun 2025 23.55')
})
