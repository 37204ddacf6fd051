import type { PlaceNight } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { isSafe, offsetWords } from './weather-words.ts'

const night = (value: number | null, hardyTo: number | null): PlaceNight => ({
  placeId: '0190a1b2-0000-4000-8000-000000000002',
  name: 'Cold frame',
  offset: 2.3,
  knownNights: 14,
  tenderest: hardyTo === null ? null : { name: 'Lemon', hardyTo },
  tonight: value === null ? null : { value, at: '2026-06-17T03:00:00.000Z' },
  lastNight: null,
  curve: [],
  silentSince: null,
})

test.each([
  [[night(-2, -2), night(9, 5)], true],
  [[night(-2.1, -2), night(9, 5)], false],
  [[night(null, -2)], false],
  [[night(9, null)], false],
  [[night(-9, null), night(9, 5)], true],
])('no plant is at risk where all bear what is expected (%#)', (places, isTrue) => {
  expect(isSafe(places)).toBe(isTrue)
})

test('the facts of a place name what its most tender plant bears', () => {
  expect(offsetWords(night(3, -2), true, 5)).toBe('+2,3, from 14 nights; Lemon bears −2')
  expect(offsetWords({ ...night(3, -2), offset: null, knownNights: 2 }, true, 5)).toBe(
    '2 of 5 nights known; Lemon bears −2',
  )
  expect(offsetWords(night(3, null), true, 5)).toBe('+2,3, from 14 nights')
})
