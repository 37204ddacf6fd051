import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { emptyFolder } from '../data-folder.ts'
import type { DeviceCredentials, Grower } from '../../../testing/growers.ts'
import { trySendReadings } from '../../../testing/boards.ts'
import { addressOf, conditionRoutes, exportRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openWire, connectPacket } from '../boards.ts'
import { expectNothingLost, Ledger, post } from './ledger.ts'
import { ownMemory, probe, type RealServer, settle, startServer } from './real-server.ts'

const MEGABYTE = 1024 * 1024
/** The memory that a small machine has for the server, in megabytes. */
const LIMIT = 256

test('a server with 256 MB survives hostile loads and continues to accept readings', { timeout: 180_000 }, async () => {
  const dataDir = emptyFolder()
  const server = await startServer(dataDir)
  confine(server)
  const { ann, devices } = await settle(server, 3)
  const [quiet, hostile, crossed] = devices as [DeviceCredentials, DeviceCredentials, DeviceCredentials]
  const ledger = new Ledger(quiet)
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, ownMemory(server.pid))), 20)
  onTestFinished(() => clearInterval(watching))
  const stillThere = async () => {
    await expect.poll(() => post(server, ledger)).toBe('stored')
    expect((await probe(server, '/livez')).status).toBe(200)
  }

  await crossEveryLimit(server, ann, crossed)
  await stillThere()
  await askWithoutReading(server, hostile)
  await stillThere()
  await downloadWithoutReading(server, ann)
  await stillThere()

  clearInterval(watching)
  expect(most).toBeLessThan(LIMIT)
  await server.kill()
  await expectNothingLost(dataDir, ledger)
})

/** Creates as many conditions as a device may have, and sends a list that crosses each of them with every reading. */
async function crossEveryLimit({ url }: RealServer, ann: Grower, device: DeviceCredentials): Promise<void> {
  for (let count = 0, status = 200; count < 1000 && status === 200; count++) {
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature', condition: `>=${count / 100}` }
    ;({ status } = await ann.send(conditionRoutes.createForDevice, { body: condition }))
  }
  const list = Array.from({ length: 1000 }, (_, index) => ({
    temperature: index % 2 === 0 ? -40 : 130,
    time: new Date(Date.now() - (2000 - index) * 1000).toISOString(),
  }))
  expect((await trySendReadings(url, device, list)).status).toBe(200)
}

/** Sends millions of packets that need a reply, on a connection that is not read. */
async function askWithoutReading({ mqttPort }: RealServer, device: DeviceCredentials): Promise<void> {
  const wire = await openWire(mqttPort, 5)
  wire.send(connectPacket(device, 5))
  await wire.next('connack')
  wire.socket.pause()
  const pings = Buffer.alloc(MEGABYTE, Buffer.from([0xc0, 0]))
  for (let count = 0; count < 16 && wire.socket.writable; count++) {
    if (wire.socket.write(pings)) continue
    // When the server stops reading this waits; when the server closes the connection it is done.
    await Promise.race([
      new Promise((resolve) => wire.socket.once('drain', resolve)),
      wire.ended,
      new Promise((resolve) => setTimeout(resolve, 1000)),
    ])
  }
  wire.socket.destroy()
}

/** Starts forty downloads of everything, none of which is read. */
async function downloadWithoutReading({ url }: RealServer, { token }: Grower): Promise<void> {
  const { port, host } = new URL(url)
  for (let count = 0; count < 40; count++) {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.pause()
    socket.write(`GET ${addressOf(exportRoutes.account)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${token}\r\n\r\n`)
  }
}

/** Limits the memory of the process where that is permitted; the kernel kills it beyond the limit. */
function confine({ pid, kill }: RealServer): void {
  const groups = '/sys/fs/cgroup/memory'
  if (!existsSync(join(groups, 'memory.limit_in_bytes'))) return
  const group = join(groups, `greenhouse-test-${pid}`)
  try {
    mkdirSync(group)
    writeFileSync(join(group, 'memory.limit_in_bytes'), `${LIMIT * MEGABYTE}`)
    writeFileSync(join(group, 'cgroup.procs'), `${pid}`)
    onTestFinished(async () => {
      await kill()
      rmdirSync(group)
    })
  } catch {
    // Not permitted here. The test measures the memory in any case.
  }
}
