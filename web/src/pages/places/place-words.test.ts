import { expect, test } from 'vitest'
import { GARDEN } from '../../shared/place/place.fixture.ts'
import { contentWords, placeFacts, usualShelter } from './place-words.ts'

const { house, north, room } = GARDEN

test.each([
  [house, undefined, 'greenhouse, cold'],
  [north, house, 'zone'],
  [{ ...north, shelter: 'heated' as const }, house, 'zone, heated'],
  [{ ...house, kind: 'cold-frame' as const }, undefined, 'cold frame, frost reaches it late'],
  [{ ...room, kind: 'other' as const }, undefined, 'heated'],
])('the facts of a place name its kind, and its shelter where it differs (%#)', (place, above, words) => {
  expect(placeFacts(place, above)).toBe(words)
})

test('a new place has the shelter of the one above, or the usual one of its kind', () => {
  expect(usualShelter('bench', room)).toBe('heated')
  expect(usualShelter('room', undefined)).toBe('heated')
  expect(usualShelter('greenhouse', undefined)).toBe('cold')
  expect(usualShelter('balcony', undefined)).toBe('outdoors')
})

test.each([
  [{ devices: 1, plants: 5 }, '1 device, 5 plants'],
  [{ devices: 0, plants: 1 }, '1 plant'],
  [{ devices: 0, plants: 0 }, ''],
])('the content of a place counts devices and plants (%#)', (counts, words) => {
  expect(contentWords(counts)).toBe(words)
})
