import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { connectWire, publishPacket } from '../boards.ts'
import { openNetwork } from './bad-network.ts'
import { expectNothingLost, Ledger, post, publishUntilTheEnd, readingOf } from './ledger.ts'
import { gauge, probe, settle, startServer } from './real-server.ts'
import { seededRandom } from '../../../testing/random.ts'
import { SEED } from '../../../testing/test-run.ts'

const LOST_AFTER_BYTES = 20_000

test('a network that delays, splits and breaks connections loses nothing acknowledged', async () => {
  const dataDir = emptyFolder()
  const server = await startServer(dataDir)
  const ledgers = (await settle(server, 2)).devices.map((device) => new Ledger(device))
  const [board, gateway] = ledgers as [Ledger, Ledger]
  const random = seededRandom(SEED)
  const weather = {
    delayMs: () => random() * 10,
    cutAfterBytes: () => random() * LOST_AFTER_BYTES,
    pieceBytes: 900,
  }
  const mqtt = await openNetwork(server.mqttPort, weather)
  const http = await openNetwork(Number(new URL(server.url).port), weather)
  const way = { mqttPort: mqtt.port, url: `http://127.0.0.1:${http.port}` }

  const publishing = async () => {
    while (board.acknowledged.size < 400) await publishUntilTheEnd(way, board, 5)
  }
  const posting = async () => {
    while (gateway.acknowledged.size < 400) await post(way, gateway, 20)
  }
  await Promise.all([publishing(), posting()])
  for (const { acknowledged } of ledgers) expect(acknowledged.size).toBeGreaterThanOrEqual(400)
  await server.kill()
  await expectNothingLost(dataDir, ...ledgers)
})

test('a board whose network is silently gone is disconnected, and one that still sends is not', async () => {
  const server = await startServer(emptyFolder())
  const [gone, there] = (await settle(server, 2)).devices as [DeviceCredentials, DeviceCredentials]
  const network = await openNetwork(server.mqttPort)
  await connectWire(network.port, gone, 5, { keepalive: 1 })
  const wire = await connectWire(server.mqttPort, there, 5, { keepalive: 3 })
  const pinging = setInterval(() => wire.send({ cmd: 'pingreq' }), 500)
  onTestFinished(() => clearInterval(pinging))
  expect(await gauge(server, 'device_connections')).toBe(2)

  network.goSilent()
  await expect.poll(() => gauge(server, 'device_connections')).toBe(1)
  wire.send(publishPacket(there, readingOf(1)))
  expect(await wire.next('puback')).toMatchObject({ reasonCode: 0 })
})

test('no client is kept out by hundreds that send only the beginning of a request', async () => {
  const dataDir = emptyFolder()
  const server = await startServer(dataDir)
  const ledger = new Ledger((await settle(server, 1)).devices[0] as DeviceCredentials)
  const dripping = [
    ...(await Promise.all(Array.from({ length: 150 }, () => begin(Number(new URL(server.url).port), 'GET / HT')))),
    // The first bytes of a CONNECT that announces a hundred more.
    ...(await Promise.all(Array.from({ length: 150 }, () => begin(server.mqttPort, '\x10\x64\x00\x04MQTT')))),
  ]
  // They are accepted a moment after they have connected, and the first may be closed before the last is accepted.
  await expect.poll(() => gauge(server, 'device_connections')).toBeGreaterThan(100)
  for (let count = 0; count < 20; count++) expect(await post(server, ledger)).toBe('stored')
  const wire = await connectWire(server.mqttPort, ledger.device, 5)
  // Boards that never send their CONNECT are disconnected.
  await expect.poll(() => gauge(server, 'device_connections')).toBe(1)
  wire.send(publishPacket(ledger.device, readingOf(ledger.next())))
  expect(await wire.next('puback')).toMatchObject({ reasonCode: 0 })
  expect(dripping.filter(({ destroyed }) => destroyed).length).toBeGreaterThanOrEqual(150)
  await server.kill()
  await expectNothingLost(dataDir, ledger)
})

test('a server without free file handles serves open connections, and accepts others when handles are free again', async () => {
  const dataDir = emptyFolder()
  const server = await startServer(dataDir, { under: ['sh', '-c', 'ulimit -n 128; exec "$0" "$@"'] })
  const ledger = new Ledger((await settle(server, 1)).devices[0] as DeviceCredentials)
  const wire = await connectWire(server.mqttPort, ledger.device, 5)
  const publish = async () => {
    const number = ledger.next()
    wire.send(publishPacket(ledger.device, readingOf(number)))
    await expect(wire.next('puback')).resolves.toMatchObject({ reasonCode: 0 })
    ledger.acknowledged.add(number)
  }
  const crowd = await Promise.all(Array.from({ length: 300 }, () => begin(server.mqttPort, '')))
  for (let count = 0; count < 20; count++) await publish()
  for (const socket of crowd) socket.destroy()
  await expect.poll(() => post(server, ledger)).toBe('stored')
  await publish()
  expect((await probe(server, '/readyz')).status).toBe(200)
  await server.kill()
  await expectNothingLost(dataDir, ledger)
})

/** Connects and sends the beginning of a request. Resolves also when the connection fails. */
function begin(port: number, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => resolve(socket))
    socket.resume()
    socket.once('connect', () => (text === '' ? resolve(socket) : socket.write(text, 'latin1', () => resolve(socket))))
  })
}
