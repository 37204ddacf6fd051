import { expect, test } from 'vitest'
import { sentTime } from './sent-time.ts'

const AT = Date.parse('2026-01-05T10:00:00Z')

test.each([
  ['2026-01-05T10:00:00Z', AT],
  ['2026-01-05T10:00Z', AT],
  ['2026-01-05t10:00:00z', AT],
  ['2026-01-05T10:00:00', AT],
  ['2026-01-05 10:00:00Z', AT],
  ['2026-01-05 10:00:00', AT],
  ['2026-01-05 11:00:00+01:00', AT],
  ['2026-01-05T04:30:00-0530', AT],
  ['2026-01-05 10:00:00.250', AT + 250],
  [AT / 1000, AT],
  [AT / 1000 + 0.25, AT + 250],
  [AT, AT],
  [0, 0],
])('%j is the time %i', (sent, at) => {
  expect(sentTime(sent)).toBe(at)
})

test.each([
  ['yesterday'],
  ['2026-01-05'],
  ['10:00:00'],
  ['2026-13-45T99:00:00Z'],
  [''],
  [null],
  [true],
  [{}],
  [Infinity],
])('%j is no time', (sent) => {
  expect(sentTime(sent)).toBeNaN()
})
