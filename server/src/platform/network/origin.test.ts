import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

test.each([
  ['https://greenhouse.example.org', '0.0.0.0', 'https://greenhouse.example.org'],
  [null, '0.0.0.0', 'http://192.168.1.20:8080'],
  [null, '::', 'http://192.168.1.20:8080'],
  [null, '127.0.0.1', 'http://127.0.0.1:8080'],
  [null, '2001:db8::1', 'http://[2001:db8::1]:8080'],
])('returns with PUBLIC_URL %s and HOST %s the origin %s', (publicUrl, host, origin) => {
  expect(originOf({ publicUrl, host, tls: null }, 8080, ['192.168.1.20'])).toBe(origin)
})

test('returns the machine itself without a network', () => {
  expect(originOf({ publicUrl: null, host: '0.0.0.0', tls: null }, 8080, [])).toBe('http://localhost:8080')
})
