import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectWire, NEWEST, publishPacket, type DeviceOf } from '../boards.ts'
import { send, settle, startServer, type RealServer } from './real-server.ts'

const MEGABYTE = 1024 * 1024
const DISK = 64 * MEGABYTE
/** As many as one transaction takes, so that a request is stored whole or not at all. */
const PER_REQUEST = 500
const START = Date.parse('2026-01-01T00:00:00Z')
const HISTORY = '/api/GreenhouseDevice/GetAllSensorHistoryByDeviceAndTimePeriodIdDto'

let sent = 0
const aReading = () => ({ temperature: 20, humidity: 50, time: new Date(START + sent++ * 1000).toISOString() })

test('a full disk loses nothing that was acknowledged, and ends when there is room again', async ({ skip }) => {
  const disk = mountDisk()
  if (!disk) return skip('only root can mount a small disk')
  const server = await startServer(join(disk, 'data'))
  const { jwt, devices } = await settle(server, 3)
  const [gateway, modern, old] = devices as [DeviceOf, DeviceOf, DeviceOf]
  const wire = await connectWire(server.mqttPort, modern, 5)
  expect(await post(server, gateway)).toMatchObject({ status: 200 })
  let acknowledged = PER_REQUEST

  const filler = join(disk, 'filler')
  fill(filler)
  // SQLite writes on in the room that its files have already, so it takes a few requests until there is none.
  let refused = await post(server, gateway)
  for (; refused.status === 200 && acknowledged < 400 * PER_REQUEST; acknowledged += PER_REQUEST) {
    refused = await post(server, gateway)
  }
  if (refused.status === 200) throw new Error('The disk never became full')
  expect(refused).toMatchObject({ status: 503, body: { status: 503, title: expect.any(String) } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  wire.send(publishPacket(modern, aReading()))
  expect(await wire.next('puback')).toMatchObject({ reasonCode: 0x97 })
  const withheld = await connectWire(server.mqttPort, old, 4)
  withheld.send(publishPacket(old, aReading()))
  await withheld.ended
  expect(withheld.arrived).toEqual([])

  const ready = await send(server, '/readyz')
  expect(ready).toMatchObject({ status: 503, body: { faults: expect.arrayContaining(['store', 'disk']) } })
  expect(await countStored(server, gateway, jwt)).toBe(acknowledged)
  expect(await send(server, NEWEST, undefined, jwt)).toMatchObject({ status: 200 })

  rmSync(filler)
  await vi.waitFor(async () => expect(await post(server, gateway)).toMatchObject({ status: 200 }), 10_000)
  expect(await countStored(server, gateway, jwt)).toBe(acknowledged + PER_REQUEST)
  wire.send(publishPacket(modern, aReading(), { messageId: 2 }))
  expect(await wire.next('puback')).toMatchObject({ messageId: 2, reasonCode: 0 })
  const again = await connectWire(server.mqttPort, old, 4)
  again.send(publishPacket(old, aReading()))
  await again.next('puback')
})

/** A disk of its own in memory, as small as it may be for the server to call itself ready; undefined when not allowed. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  onTestFinished(() => void spawnSync('/bin/umount', ['-l', folder]))
  return folder
}

function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    while (statfsSync(file).bavail > 0) writeSync(descriptor, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(descriptor)
  }
}

async function post(server: RealServer, { deviceToken }: DeviceOf) {
  return send(server, '/api/readings', Array.from({ length: PER_REQUEST }, aReading), deviceToken)
}

async function countStored(server: RealServer, { deviceId }: DeviceOf, jwt: string): Promise<number> {
  const range = `from=2025-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`
  const { status, body } = await send(server, `${HISTORY}?deviceId=${deviceId}&${range}`, undefined, jwt)
  expect(status).toBe(200)
  const [history] = body as [{ sensorHistoryRecords: unknown[] }]
  return history.sensorHistoryRecords.length
}
