import { afterEach, expect, test } from 'vitest'
import { DANISH, setFormat } from './format.ts'
import { parseTypedDate, separateTypedDate, showTypedDate, typedDatePlaceholder } from './typed-date.ts'

afterEach(() => setFormat(DANISH))

test.each([
  ['20/11/2026', '2026-11-20'],
  ['1/2/2026', '2026-02-01'],
  ['20.11.2026', '2026-11-20'],
  ['20-11-26', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  [' 29/02/2028 ', '2028-02-29'],
  ['20112026', '2026-11-20'],
  ['20261120', '2026-11-20'],
  ['2011202', undefined],
  ['29/02/2026', undefined],
  ['31/04/2026', undefined],
  ['00/01/2026', undefined],
  ['20/11', undefined],
  ['20/11/2026/1', undefined],
  ['soon', undefined],
  ['', undefined],
])('the typed date "%s" is read as %s', (typed, date) => {
  expect(parseTypedDate(typed)).toBe(date)
})

test('a date is shown with its day first, and invalid text as it was typed', () => {
  expect(showTypedDate('2026-11-20')).toBe('20/11/2026')
  expect(showTypedDate('31/04/2026')).toBe('31/04/2026')
})

test.each([
  ['en-US', '11/20/2026', 'mm/dd/yyyy'],
  ['de-DE', '20.11.2026', 'dd.mm.yyyy'],
  ['sv-SE', '2026-11-20', 'yyyy-mm-dd'],
  ['da-DK', '20/11/2026', 'dd/mm/yyyy'],
])('a date in %s is typed and shown as %s', (locale, typed, placeholder) => {
  setFormat({ locale, twelveHours: false })
  expect(parseTypedDate(typed)).toBe('2026-11-20')
  expect(parseTypedDate('2026-11-20')).toBe('2026-11-20')
  expect(showTypedDate('2026-11-20')).toBe(typed)
  expect(typedDatePlaceholder()).toBe(placeholder)
})

test.each([
  ['4/5/90', '1990-05-04'],
  ['4/5/2090', '2090-05-04'],
  ['20/11/26', '2026-11-20'],
  ['21/11/26', '1926-11-21'],
  ['4/5/09', '2009-05-04'],
])('a date until 20 November 2026, typed as %s, is %s', (typed, date) => {
  expect(parseTypedDate(typed, '2026-11-20')).toBe(date)
})

const typeKeys = (keys: string) => keys.split('').reduce((before, key) => separateTypedDate(before, before + key), '')

test.each([
  ['da-DK', '04051990', '04/05/1990'],
  ['da-DK', '040590', '04/05/90'],
  ['da-DK', '4/5/90', '4/5/90'],
  ['da-DK', '04.05.1990', '04.05.1990'],
  ['da-DK', '04-051990', '04-05-1990'],
  ['da-DK', '2026-11-20', '2026-11-20'],
  ['da-DK', '2005-0412', '2005-04-12'],
  ['da-DK', '040519901', '04/05/19901'],
  ['da-DK', 'soon 4', 'soon 4'],
  ['en-US', '05041990', '05/04/1990'],
  ['de-DE', '04051990', '04.05.1990'],
  ['nl-NL', '04051990', '04-05-1990'],
  ['nl-NL', '1990-05-04', '1990-05-04'],
  ['sv-SE', '19900504', '1990-05-04'],
])('the format %s turns the keys %s into %s', (locale, keys, text) => {
  setFormat({ locale, twelveHours: false })
  expect(typeKeys(keys)).toBe(text)
})

test('adds separators only after a digit at the end, so that a date can be corrected', () => {
  expect(separateTypedDate('04/05', '04/0')).toBe('04/0')
  expect(separateTypedDate('04/', '04')).toBe('04')
  expect(separateTypedDate('04/05/1990', '14/05/1990')).toBe('14/05/1990')
  expect(separateTypedDate('', '04051990')).toBe('04051990')
})
