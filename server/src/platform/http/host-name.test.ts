import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { openHostNames } from './host-name.ts'

const isOurs = openHostNames({
  publicUrl: 'https://greenhouse.example.org',
  allowedHosts: ['pi.example.net', '.plants.example.net'],
})

test.each([
  '192.168.1.20:8080',
  '127.0.0.1',
  '[::1]:8080',
  '[2001:db8::1]',
  'localhost:8080',
  'raspberrypi',
  'raspberrypi.local:8080',
  'Greenhouse.LAN',
  'pi.home.arpa',
  'greenhouse.example.org',
  'greenhouse.example.org.:443',
  'pi.example.net:8080',
  'one.plants.example.net',
  hostname(),
])('accepts %s as a name of this server', (host) => {
  expect(isOurs(host)).toBe(true)
})

test.each([
  'evil.example.com',
  'evil.example.com:8080',
  'plants.example.net.evil.example.com',
  '192.168.1.20.nip.io',
  'local.evil.com',
  'evillocal.com',
  'user@localhost.evil.com',
  '',
  undefined,
  'a b',
  '[::1].evil.com',
])('refuses %s, which may be anybody’s', (host) => {
  expect(isOurs(host)).toBe(false)
})

test('accepts every name with *', () => {
  expect(openHostNames({ publicUrl: null, allowedHosts: ['*'] })('evil.example.com')).toBe(true)
})
