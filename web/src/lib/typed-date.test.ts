import { afterEach, expect, test } from 'vitest'
import { DANISH, setFormat } from './format.ts'
import { parseTypedDate, showTypedDate, typedDatePlaceholder } from './typed-date.ts'

afterEach(() => setFormat(DANISH))

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

test.each([
  ['en-US', '11/20/2026', 'mm/dd/yyyy'],
  ['de-DE', '20.11.2026', 'dd.mm.yyyy'],
  ['sv-SE', '2026-11-20', 'yyyy-mm-dd'],
  ['da-DK', '20/11/2026', 'dd/mm/yyyy'],
])('in %s a date is typed and shown as %s', (locale, typed, placeholder) => {
  setFormat({ locale, twelveHours: false })
  expect(parseTypedDate(typed)).toBe('2026-11-20')
  expect(parseTypedDate('2026-11-20')).toBe('2026-11-20')
  expect(showTypedDate('2026-11-20')).toBe(typed)
  expect(typedDatePlaceholder()).toBe(placeholder)
})
