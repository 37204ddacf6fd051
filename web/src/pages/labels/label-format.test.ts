import { expect, test } from 'vitest'
import { isLoopback, labelFormats, sheetsOf } from './label-format.ts'

test.each([
  [0, []],
  [24, [24]],
  [25, [24, 1]],
])('%d labels fill sheets of 24 with %j', (count, filled) => {
  const labels = Array.from({ length: count }, (_, index) => index)
  const sheets = sheetsOf(labels, labelFormats[0])
  expect(sheets.map((sheet) => sheet.length)).toEqual(filled)
  expect(sheets.flat()).toEqual(labels)
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['192.168.1.20', false],
  ['127.example.org', false],
  ['greenhouse.localhost', true],
])('a phone cannot open the host %s: %s', (host, isOnlyHere) => {
  expect(isLoopback(host)).toBe(isOnlyHere)
})
