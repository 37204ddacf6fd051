import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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
])('%s is never connected to, also where private networks are allowed', async (address) => {
  const outbound = openOutbound({ allowPrivate: true, lookup: names(address) })
  await expect(outbound.resolve('a.example')).rejects.toThrow(ForbiddenTarget)
})

test.each(['10.0.0.1', '172.31.9.9', '192.168.1.10', '100.64.0.1', 'fd12::1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1'])(
  '%s is connected to only where private networks are allowed, and the refusal names the setting',
  async (address) => {
    const resolve = (allowPrivate: boolean) =>
      openOutbound({ allowPrivate, lookup: names(address) }).resolve('a.example')
    await expect(resolve(false)).rejects.toThrow('ALLOW_PRIVATE_TARGETS=true')
    await expect(resolve(true)).resolves.toBeTypeOf('function')
    expect(() => openOutbound({ allowPrivate: false }).check(address)).toThrow(ForbiddenTarget)
  },
)

test.each(['203.0.113.7', '2606:4700::1', '64:ff9b::203.0.113.7', '172.32.0.1', '100.128.0.1'])(
  '%s is connected to everywhere',
  async (address) => {
    const outbound = openOutbound({ allowPrivate: false, lookup: names(address) })
    await expect(outbound.resolve('a.example')).resolves.toBeTypeOf('function')
    await expect(outbound.resolve(address)).resolves.toBeTypeOf('function')
    outbound.check(address)
  },
)

test('of several addresses of a name only the permitted ones are used', async () => {
  const lookup = names('fe80::1', '127.0.0.1', '192.168.1.10')
  const found = await openOutbound({ allowPrivate: true, lookup }).resolve('a.example')
  const used = await new Promise((resolve) => {
    found('a.example', { all: true }, (_error, addresses) => resolve(addresses))
  })
  expect(used).toEqual([{ address: '192.168.1.10', family: 4 }])
})

test('a name that leads to this machine when it is looked up again is still connected to where it led first', async () => {
  let asked = 0
  const lookup = () => names(asked++ === 0 ? '127.0.0.2' : '127.0.0.1')()
  const outbound = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.2'], lookup })
  const server = createServer((socket) => void socket.end())
  server.listen(0, '127.0.0.2')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const pinned = await outbound.resolve('rebinding.example')
  const socket = connect({
    host: 'rebinding.example',
    port: (server.address() as AddressInfo).port,
    lookup: pinned,
  })
  await once(socket, 'connect')
  expect(socket.remoteAddress).toBe('127.0.0.2')
  expect(asked).toBe(1)
  socket.destroy()
  await expect(outbound.resolve('rebinding.example')).rejects.toThrow('this server itself')
})
