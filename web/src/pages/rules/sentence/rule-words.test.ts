import { expect, test } from 'vitest'
import { inSentence, repeatWords, suggestedName } from './rule-words.ts'

test.each([
  ['Soil moisture', 'soil moisture'],
  ['CO₂', 'CO₂'],
  ['pH', 'pH'],
  ['VPD', 'VPD'],
])('the quantity %s is %s within a sentence', (label, words) => {
  expect(inSentence(label)).toBe(words)
})

test('a rule is named by what it looks for, in at most 60 characters', () => {
  expect(suggestedName('above', 'Temperature', 'North end')).toBe('High temperature, North end')
  expect(suggestedName('silent', 'The whole device', 'North end')).toBe('Silent, North end')
  // The last character has two parts, of which only the first would fit.
  expect(suggestedName('above', 'Temperature', `${'x'.repeat(41)}🌱`)).toBe(`High temperature, ${'x'.repeat(41)}`)
})

test.each([
  ['', 'once'],
  ['15', 'every 15 min'],
  ['60', 'every hour'],
  ['120', 'every 2 hours'],
])('a repetition after %s minutes reads "%s"', (repeat, words) => {
  expect(repeatWords({ repeat })).toBe(words)
})
