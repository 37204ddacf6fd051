import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { connectPacket, connectWire, openWire, type Wire } from '../../../test/boards.ts'
import { certificateFiles } from '../../../test/certificate.ts'
import { device, openTestListener } from '../../../test/mqtt-listener.ts'

/** Keeps the whole test within one minute of the limit. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

async function ping(wire: Wire): Promise<void> {
  wire.send({ cmd: 'pingreq' })
  await wire.next('pingresp')
}

function proxyHeader(address: readonly number[], { command = 0x21 } = {}): Buffer {
  const isShort = address.length === 4
  const addresses = Buffer.from([...address, ...address, 0x12, 0x34, 0x07, 0x5b])
  const start = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
  return Buffer.concat([start, Buffer.from([command, isShort ? 0x11 : 0x21, 0, addresses.length]), addresses])
}

test('admits neighbours with a valid token while connections without a CONNECT fill their network', async () => {
  stopClock()
  const { listener, port } = await openTestListener({ failedPerMinute: 3, unfinishedOfFailing: 2 })
  const known = await connectWire(port, device, 4)
  const unfinished = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await openWire(port, 4)).ended))
  for (const wire of await Promise.all(Array.from({ length: 4 }, () => openWire(port, 4)))) wire.socket.destroy()
  await vi.waitFor(() => expect(listener.open).toBe(1), PATIENT)
  const flood = unfinished(20)
  await vi.waitFor(() => expect(listener.open).toBe(3), PATIENT)
  const neighbour = await connectWire(port, device, 4, { clientId: 'neighbour' })
  await ping(neighbour)
  await ping(known)
  neighbour.socket.destroy()
  await listener.close()
  await flood
})

test('counts no frequent connections with valid tokens as failures of their network', async () => {
  stopClock()
  const { listener, port } = await openTestListener({ failedPerMinute: 3, unfinishedOfFailing: 0 })
  for (let count = 0; count < 6; count++) {
    const wire = await connectWire(port, device, 4)
    wire.socket.destroy()
    await vi.waitFor(() => expect(listener.open).toBe(0), PATIENT)
  }
  await connectWire(port, device, 4)
})

test('delays clients that displace each other by one client id from the fourth takeover in a minute on', async () => {
  stopClock()
  const { port } = await openTestListener({ delayMs: 60_000_000 })
  const wires = [await connectWire(port, device, 5)]
  for (let count = 0; count < 3; count++) {
    wires.push(await connectWire(port, device, 5))
    expect(await wires.at(-2)?.ended).toBe(0x8e)
  }
  const late = await openWire(port, 5)
  late.send(connectPacket(device, 5))
  for (let count = 0; count < 5; count++) await ping(wires.at(-1)!)
  expect(late.arrived).toEqual([])
})

test('admits a client that has waited for its takeover', async () => {
  const { port } = await openTestListener({ takeoversPerMinute: 0, delayMs: 1 })
  const first = await connectWire(port, device, 5)
  await connectWire(port, device, 5)
  expect(await first.ended).toBe(0x8e)
})

test.each([
  ['IPv4', [203, 0, 113, 7], '203.0.113.7'],
  ['IPv6', [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], '2001:db8:0:0:0:0:0:7'],
  ['IPv4 in IPv6', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 203, 0, 113, 7], '203.0.113.7'],
])('reads the client’s address of %s from the header of a trusted proxy', async (_what, address, shown) => {
  const { devices, port } = await openTestListener({}, {}, { trustProxy: ['127.0.0.1'] })
  const wire = await openWire(port, 4)
  const header = proxyHeader(address)
  wire.send(header.subarray(0, 5))
  await ping(await connectWire(port, device, 4, { clientId: 'direct' }))
  wire.send(header.subarray(5), connectPacket(device, 4))
  expect(await wire.next('connack')).toMatchObject({ returnCode: 0 })
  expect(await devices.openOf('d1')).toMatchObject({ address: shown })
})

test("takes the machine's address for a proxy's health check and a board beside it", async () => {
  const { devices, port } = await openTestListener({}, {}, { trustProxy: ['127.0.0.1'] })
  const wire = await openWire(port, 4)
  wire.send(proxyHeader([203, 0, 113, 7], { command: 0x20 }), connectPacket(device, 4))
  await wire.next('connack')
  expect(await devices.openOf('d1')).toMatchObject({ address: '127.0.0.1' })
})

test.each([
  ['an address that is not trusted', ['192.0.2.1'], proxyHeader([203, 0, 113, 7])],
  ['nobody that is trusted', false, proxyHeader([203, 0, 113, 7])],
  ['a trusted proxy, malformed', ['127.0.0.1'], Buffer.concat([Buffer.from('\r\n\r\n'), Buffer.alloc(30)])],
  ['a trusted proxy, of an unknown family', ['127.0.0.1'], proxyHeader([1, 2, 3, 4]).fill(0x99, 13, 14)],
] as const)('ends a connection with a header of %s', async (_of, trusted, header) => {
  const { port } = await openTestListener({}, {}, { trustProxy: trusted === false ? false : [...trusted] })
  const wire = await openWire(port, 4)
  wire.send(Buffer.from(header), connectPacket(device, 4))
  await wire.ended
  expect(wire.arrived).toEqual([])
})

test('disconnects a trusted proxy that sends nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { port } = await openTestListener({ beforeConnectSilentMs: 50 }, {}, { trustProxy: ['127.0.0.1'] })
  const known = await connectWire(port, device, 4)
  const silent = await openWire(port, 4)
  silent.send(proxyHeader([203, 0, 113, 7]).subarray(0, 4))
  await ping(known)
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(1000)
    await ping(known)
  }
  await silent.ended
  expect(silent.arrived).toEqual([])
})

test('reads the header of a trusted proxy before TLS', async () => {
  const { tls } = certificateFiles()
  const { devices, port } = await openTestListener({}, {}, { tls, trustProxy: ['127.0.0.1'] })
  const { socket } = await openWire(port, 4)
  socket.removeAllListeners('data')
  socket.write(proxyHeader([203, 0, 113, 7]))
  const board = connectTls({ socket, rejectUnauthorized: false })
  board.on('error', () => {})
  board.write(generate(connectPacket(device, 4)))
  expect((await once(board, 'data'))[0]).toEqual(Buffer.from([0x20, 2, 0, 0]))
  expect(await devices.openOf('d1')).toMatchObject({ address: '203.0.113.7' })
})
