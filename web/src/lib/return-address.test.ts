import { expect, test } from 'vitest'
import { isScannedPath, returnPathIn, signInBackTo } from './return-address.ts'

test.each(['/p/7QK4MN2P', '/p/7QK4MN2P?household=0190a1b2-0000-4000-8000-0000000000f1', '/labels?plants=a,b'])(
  'the sign-in leads back to %s',
  (path) => {
    const { pathname, search } = new URL(signInBackTo(path), 'https://example.org')
    expect(pathname).toBe('/signin')
    expect(returnPathIn(search)).toBe(path)
  },
)

test.each([
  'https://example.org/p/x',
  '//example.org',
  '/\\example.org',
  '/\t/example.org',
  '/.//example.org',
  '/..//example.org',
  'javascript:alert(1)',
  'p/7QK4MN2P',
  '',
])('the sign-in never leads to %j', (path) => {
  expect(returnPathIn(`?${new URLSearchParams({ return: path }).toString()}`)).toBeUndefined()
})

test('an address without a page to return to has none', () => {
  expect(returnPathIn('')).toBeUndefined()
  expect(returnPathIn('?invitation=x')).toBeUndefined()
})

test.each([
  ['/p/7QK4MN2P', true],
  ['/P/7qk4-mn2p/', true],
  ['/p', false],
  ['/p/', false],
  ['/plants/x', false],
  ['/p/x/y', false],
])('the path %s is opened by a label: %s', (path, isScanned) => {
  expect(isScannedPath(path)).toBe(isScanned)
})
