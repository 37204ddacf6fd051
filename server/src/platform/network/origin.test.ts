import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

test.each([
  ['https://greenhouse.example.org', '0.0.0.0', 'https://greenhouse.example.org'],
  [null, '0.0.0.0', 'http://192.168.1.20:8080'],
  [null, '::', 'http://192.168.1.20:8080'],
  [null, '127.0.0.1', 'http://127.0.0.1:8080'],
  [null, '2001:db8::1', 'http://[2001:db8::1]:8080'],
])('with PUBLIC_URL %s and HOST %s a link in a mail leads to %s', (publicUrl, host, origin) => {
  expect(originOf({ publicUrl, host, tls: null }, 8080, ['192.168.1.20'])).toBe(origin)
})

test('a machine without a network sends its links to itself', () => {
  expect(originOf({ publicUrl: null, host: '0.0.0.0', tls: null }, 8080, [])).toBe('http://localhost:8080')
})
