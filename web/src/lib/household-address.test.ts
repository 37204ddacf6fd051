import { afterEach, expect, test } from 'vitest'
import { householdIn, inHousehold, rememberHousehold, restoreHousehold, withHousehold } from './household-address.ts'
import { writeToken } from './token.ts'

const ONE = '0190a1b2-0000-4000-8000-0000000000f1'
const OTHER = '0190a1b2-0000-4000-8000-0000000000f2'

afterEach(() => {
  writeToken(null)
})

const at = (path: string) => window.history.replaceState(null, '', path)
const address = () => window.location.pathname + window.location.search + window.location.hash

test.each([
  ['', undefined],
  ['?range=day', undefined],
  ['?household=', undefined],
  ['?household=all', undefined],
  [`?range=day&household=${ONE}`, ONE],
])('the search %j names the household %s', (search, id) => {
  expect(householdIn(search)).toBe(id)
})

test.each([
  ['/plants', `/plants?household=${ONE}`],
  ['/history?range=day#chart', `/history?range=day&household=${ONE}#chart`],
  [`/plants?household=${OTHER}`, `/plants?household=${OTHER}`],
  ['https://example.org/', 'https://example.org/'],
])('a link to %s on a page of a household leads to %s', (path, expected) => {
  writeToken('x'.repeat(40))
  at(`/plants?household=${ONE}`)
  expect(inHousehold(path)).toBe(expected)
})

test('a link stays as it is on a page of the default household', () => {
  writeToken('x'.repeat(40))
  at('/plants?range=day')
  expect(inHousehold('/history?range=week')).toBe('/history?range=week')
})

test('the address of the sign-in names no household', () => {
  at(`/plants?household=${ONE}`)
  expect(inHousehold('/signin')).toBe('/signin')
})

test('a path loses the name of its household and nothing else', () => {
  expect(withHousehold(`/alerts?household=${ONE}&year=2026`, undefined)).toBe('/alerts?year=2026')
  expect(withHousehold(`/alerts?household=${ONE}`, undefined)).toBe('/alerts')
})

test('the first page of a visit shows the household of the last visit, unless its address names one', () => {
  at('/alerts?year=2026#open')
  restoreHousehold()
  expect(address()).toBe('/alerts?year=2026#open')
  writeToken('x'.repeat(40))
  rememberHousehold(ONE)
  restoreHousehold()
  expect(address()).toBe(`/alerts?year=2026&household=${ONE}#open`)
  at(`/alerts?household=${OTHER}`)
  restoreHousehold()
  expect(address()).toBe(`/alerts?household=${OTHER}`)
})

test('the end of a session forgets the household', () => {
  writeToken('x'.repeat(40))
  rememberHousehold(ONE)
  writeToken(null)
  at('/plants')
  restoreHousehold()
  expect(address()).toBe('/plants')
})
