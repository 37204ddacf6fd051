import { expect, test } from 'vitest'
import { parseTypedDate, showTypedDate } from './typed-date.ts'

test.each([
  ['20/11/2026', '2026-11-20'],
  ['1/2/2026', '2026-02-01'],
  ['20.11.2026', '2026-11-20'],
  ['20-11-26', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  [' 29/02/2028 ', '2028-02-29'],
  ['29/02/2026', undefined],
  ['31/04/2026', undefined],
  ['00/01/2026', undefined],
  ['20/11', undefined],
  ['20/11/2026/1', undefined],
  ['soon', undefined],
  ['', undefined],
])('"%s" is read as %s', (typed, date) => {
  expect(parseTypedDate(typed)).toBe(date)
})

test('a date is shown day first, and what is none as it was typed', () => {
  expect(showTypedDate('2026-11-20')).toBe('20/11/2026')
  expect(showTypedDate('31/04/2026')).toBe('31/04/2026')
})
