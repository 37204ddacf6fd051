import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Asta Hansen', 'AH'],
  [' kim ', 'KI'],
  ['Anna Lena von Berg', 'AB'],
  ['👩‍🌾🌱 Bo', '👩‍🌾B'],
  ['ø', 'Ø'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
