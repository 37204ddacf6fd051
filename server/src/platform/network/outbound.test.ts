import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { allowedTargets } from '../config/config-values.ts'
import { AllowedTargets } from './allowed-targets.ts'
import { ForbiddenTarget, openOutbound } from './outbound.ts'

const names =
  (...addresses: readonly string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

test.each([
  '0.0.0.0',
  '127.0.0.1',
  '127.255.0.1',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::127.0.0.1',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  '224.0.0.1',
  'ff02::1',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  '2002:7f00:1::',
  'no address',
])('refuses to connect to %s, even where private networks are allowed', async (address) => {
  const outbound = openOutbound({ allowPrivate: true, lookup: names(address) })
  await expect(outbound.resolve('a.example', 443)).rejects.toThrow(ForbiddenTarget)
})

test.each(['10.0.0.1', '172.31.9.9', '192.168.1.10', '100.64.0.1', 'fd12::1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1'])(
  'connects to %s only where private networks are allowed, and names the setting otherwise',
  async (address) => {
    const resolve = (allowPrivate: boolean) =>
      openOutbound({ allowPrivate, lookup: names(address) }).resolve('a.example', 443)
    await expect(resolve(false)).rejects.toThrow('ALLOW_PRIVATE_TARGETS=true')
    await expect(resolve(true)).resolves.toBeTypeOf('function')
    expect(() => openOutbound({ allowPrivate: false }).check(address, 443)).toThrow(ForbiddenTarget)
  },
)

test.each(['203.0.113.7', '2606:4700::1', '64:ff9b::203.0.113.7', '172.32.0.1', '100.128.0.1'])(
  'connects to %s everywhere',
  async (address) => {
    const outbound = openOutbound({ allowPrivate: false, lookup: names(address) })
    await expect(outbound.resolve('a.example', 443)).resolves.toBeTypeOf('function')
    await expect(outbound.resolve(address, 443)).resolves.toBeTypeOf('function')
    outbound.check(address, 443)
  },
)

test('uses only the permitted ones of several addresses of a name', async () => {
  const lookup = names('fe80::1', '127.0.0.1', '192.168.1.10')
  const found = await openOutbound({ allowPrivate: true, lookup }).resolve('a.example', 443)
  const used = await new Promise((resolve) => {
    found('a.example', { all: true }, (_error, addresses) => resolve(addresses))
  })
  expect(used).toEqual([{ address: '192.168.1.10', family: 4 }])
})

test('connects a name to its first answer when a second lookup leads to this machine', async () => {
  let asked = 0
  const lookup = () => names(asked++ === 0 ? '127.0.0.2' : '127.0.0.1')()
  const outbound = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.2'], lookup })
  const server = createServer((socket) => void socket.end())
  server.listen(0, '127.0.0.2')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const pinned = await outbound.resolve('rebinding.example', 443)
  const socket = connect({
    host: 'rebinding.example',
    port: (server.address() as AddressInfo).port,
    lookup: pinned,
  })
  await once(socket, 'connect')
  expect(socket.remoteAddress).toBe('127.0.0.2')
  expect(asked).toBe(1)
  socket.destroy()
  await expect(outbound.resolve('rebinding.example', 443)).rejects.toThrow('this server itself')
})

const INTERFACES = ['127.0.0.1', '::1', '192.0.2.2', '192.168.1.20', '2001:db8::20', 'fd12::20']
const own = (allowed = '', more: object = {}) =>
  openOutbound({
    allowPrivate: true,
    interfaces: () => INTERFACES,
    ...(allowed === '' ? {} : { allowed: new AllowedTargets(allowedTargets(allowed) ?? []) }),
    ...more,
  })

test.each([
  '192.0.2.2',
  '192.168.1.20',
  '::ffff:192.0.2.2',
  '::ffff:c0a8:114',
  '64:ff9b::192.168.1.20',
  '2001:db8::20',
  '2001:DB8:0:0::20',
  'fd12::20',
])('refuses %s of an interface of this machine like loopback', async (address) => {
  await expect(own().resolve(address, 8080)).rejects.toThrow('this server itself')
  await expect(own('', { lookup: names(address) }).resolve('pi.example', 8080)).rejects.toThrow(
    'Ask the operator to add pi.example:8080 to ALLOWED_TARGETS.',
  )
  expect(() => own().check(address, 8080)).toThrow(ForbiddenTarget)
})

test('looks up the addresses of this machine at the time of use', async () => {
  const interfaces: string[] = []
  const outbound = own('', { interfaces: () => interfaces })
  outbound.check('192.0.2.2', 80)
  interfaces.push('192.0.2.2')
  expect(() => outbound.check('192.0.2.2', 80)).toThrow('this server itself')
  await expect(outbound.resolve('192.0.2.2', 80)).rejects.toThrow('this server itself')
})

test.each([
  ['127.0.0.1:1883', '127.0.0.1'],
  ['127.0.0.1:1883', '::ffff:127.0.0.1'],
  ['192.168.1.20:1883', '192.168.1.20'],
  ['[::1]:1883', '::1'],
  ['[2001:DB8:0::20]:1883,10.0.0.9:1', '2001:db8::20'],
])('connects with %s in ALLOWED_TARGETS to %s on this port only', async (allowed, address) => {
  const outbound = own(allowed)
  await expect(outbound.resolve(address, 1883)).resolves.toBeTypeOf('function')
  outbound.check(address, 1883)
  await expect(outbound.resolve(address, 1884)).rejects.toThrow(':1884 to ALLOWED_TARGETS')
  expect(() => outbound.check(address, 80)).toThrow(':80 to ALLOWED_TARGETS')
})

test('permits what a name in ALLOWED_TARGETS leads to, and no other name or address of this machine', async () => {
  const outbound = own('LocalHost:1883', { lookup: names('127.0.0.1') })
  await expect(outbound.resolve('localhost', 1883)).resolves.toBeTypeOf('function')
  for (const host of ['127.0.0.1', 'rebinding.example', '192.0.2.2'])
    await expect(outbound.resolve(host, 1883)).rejects.toThrow(`add ${host}:1883 to ALLOWED_TARGETS`)
  await expect(own('', { lookup: names('127.0.0.1') }).resolve('localhost', 1883)).rejects.toThrow(
    'add localhost:1883 to ALLOWED_TARGETS',
  )
})

test('connects a name to the allowed one of its addresses only', async () => {
  const outbound = own('127.0.0.1:1883', { lookup: names('127.0.0.2', '127.0.0.1', '::1') })
  const pinned = await outbound.resolve('pi.example', 1883)
  const used = await new Promise((resolve) => {
    pinned('pi.example', { all: true }, (_error, addresses) => resolve(addresses))
  })
  expect(used).toEqual([{ address: '127.0.0.1', family: 4 }])
})

test.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1', '100.100.100.200'])(
  'refuses to connect to %s, even when ALLOWED_TARGETS names it',
  async (address) => {
    const target = address.includes(':') ? `[${address}]:80` : `${address}:80`
    await expect(own(target).resolve(address, 80)).rejects.toThrow(ForbiddenTarget)
  },
)

test('permits an address of a private network that ALLOWED_TARGETS names', async () => {
  const outbound = own('10.0.0.9:1883', { allowPrivate: false })
  await expect(outbound.resolve('10.0.0.9', 1883)).resolves.toBeTypeOf('function')
  await expect(outbound.resolve('10.0.0.9', 1884)).rejects.toThrow('ALLOW_PRIVATE_TARGETS=true')
})
