import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  [0, 'Good night'],
  [4, 'Good night'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('the greeting at %i is %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})
