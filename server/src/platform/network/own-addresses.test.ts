import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { isLoopback, isNearby, ownAddresses } from './own-addresses.ts'

const address = (text: string, internal = false) =>
  ({ family: text.includes(':') ? 'IPv6' : 'IPv4', address: text, internal }) as NetworkInterfaceInfo

test('lists the addresses of real networks, private ones first', () => {
  const interfaces = {
    lo: [address('127.0.0.1', true)],
    docker0: [address('172.17.0.1')],
    'br-7c': [address('172.18.0.1')],
    eth1: [address('203.0.113.7')],
    eth2: [address('169.254.7.7')],
    eth0: [address('fe80::1'), address('192.168.1.20')],
  }
  expect(ownAddresses(interfaces)).toEqual(['192.168.1.20', '203.0.113.7'])
  expect(ownAddresses({})).toEqual([])
})

test.each([
  '127.0.0.1',
  '::ffff:127.0.0.1',
  '::1',
  '10.2.3.4',
  '172.31.0.1',
  '192.168.1.5',
  '::ffff:192.168.1.5',
  'fd00::5',
  'fe80::5',
])('counts %s as nearby', (text) => expect(isNearby(text)).toBe(true))

test.each(['203.0.113.7', '172.32.0.1', '192.169.0.1', '::ffff:203.0.113.7', '2001:db8::1', 'raspberrypi', ''])(
  'does not count %s as nearby',
  (text) => expect(isNearby(text)).toBe(false),
)

test.each([
  ['localhost', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['192.168.1.5', false],
])('finds a server on %s reachable from its own machine only: %s', (host, only) => {
  expect(isLoopback(host)).toBe(only)
})
