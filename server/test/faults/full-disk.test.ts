import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../data-folder.ts'
import { type DeviceCredentials, type Grower, PASSWORD } from '../../../testing/growers.ts'
import { trySendReadings } from '../../../testing/boards.ts'
import { PATIENT } from '../../../testing/test-run.ts'
import { plantRoutes, readingRoutes, type Reply, signInRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectWire, publishPacket } from '../boards.ts'
import { storeMany } from '../stored-readings.ts'
import { createWorld, type Person } from '../world.ts'
import { probe, type RealServer, settle, startServer } from './real-server.ts'

const MEGABYTE = 1024 * 1024
const DISK = 64 * MEGABYTE
const PER_REQUEST = 500
const START = Date.parse('2026-01-01T00:00:00Z')

let sent = 0
const aReading = () => ({ temperature: 20, humidity: 50, time: new Date(START + sent++ * 1000).toISOString() })

test('a full disk loses nothing acknowledged, and readings are accepted again when there is room', async ({ skip }) => {
  const disk = mountDisk()
  if (!disk) return skip('only root can mount a small disk')
  const server = await startServer(join(disk, 'data'))
  const { ann, devices } = await settle(server, 3)
  const [gateway, modern, old] = devices as [DeviceCredentials, DeviceCredentials, DeviceCredentials]
  const wire = await connectWire(server.mqttPort, modern, 5)
  const record = { sent: new Set<number>(), acknowledged: new Set<number>() }
  expect(await post(server, gateway, record)).toMatchObject({ status: 200 })

  const filler = join(disk, 'filler')
  fill(filler)
  // SQLite first fills the free space in its files, so it takes a few requests until the disk is full.
  let refused = await post(server, gateway, record)
  while (refused.status === 200 && record.sent.size < 400 * PER_REQUEST) refused = await post(server, gateway, record)
  if (refused.status === 200) throw new Error('The disk never became full')
  expect(refused).toMatchObject({ status: 503, body: { status: 503, title: expect.any(String) } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  wire.send(publishPacket(modern, aReading()))
  const withheld = await connectWire(server.mqttPort, old, 4)
  withheld.send(publishPacket(old, aReading()))
  expect(await Promise.all([wire.ended, withheld.ended])).toEqual([0x89, undefined])
  expect([wire, withheld].map(({ arrived }) => arrived.filter(({ cmd }) => cmd === 'puback'))).toEqual([[], []])

  const ready = await probe(server, '/readyz')
  expect(ready).toMatchObject({ status: 503, body: { faults: expect.arrayContaining(['disk']) } })
  await expectKept(ann, gateway, record)
  expect(await ann.send(readingRoutes.newest)).toMatchObject({ status: 200 })

  rmSync(filler)
  const before = record.acknowledged.size
  await vi.waitFor(async () => expect(await post(server, gateway, record)).toMatchObject({ status: 200 }), PATIENT)
  expect(record.acknowledged.size).toBe(before + PER_REQUEST)
  await expectKept(ann, gateway, record)
  for (const [device, version] of [
    [modern, 5],
    [old, 4],
  ] as const) {
    const again = await connectWire(server.mqttPort, device, version)
    again.send(publishPacket(device, aReading()))
    expect((await again.next('puback')).reasonCode ?? 0).toBe(0)
  }
})

test('a disk that is full for ten minutes lets people read, fails writes only with 503, and loses no reading', async ({
  skip,
}) => {
  const disk = mountDisk(160 * MEGABYTE)
  if (!disk) return skip('only root can mount a small disk')
  const world = await createWorld({ dataDir: join(disk, 'data'), ballastMegabytes: 64 })
  const { app, clock, call, request } = world
  const ann = await world.as('ann')
  const [kept, dropped] = [await world.aDevice(ann), await world.aDevice(ann)]
  const send = (token: string) =>
    call(readingRoutes.send, { body: Array.from({ length: PER_REQUEST }, aReading), token })
  for (const { deviceToken } of [kept, dropped]) expect((await send(deviceToken)).status).toBe(200)
  await app.listen()
  const ballast = join(disk, 'data', 'ballast')
  await vi.waitFor(() => expect(statSync(ballast).size).toBe(16 * MEGABYTE), PATIENT)

  const filler = join(disk, 'filler')
  fill(filler)
  expect(await request('GET', '/readyz')).toMatchObject({ status: 503, body: { faults: ['disk'] } })
  expect(existsSync(ballast)).toBe(false)
  expect(await send(kept.deviceToken)).toMatchObject({
    status: 503,
    body: { title: 'There is no room left to store this. Delete old readings, or try later.' },
  })
  // The remaining room is for people, not for boards.
  expect((await addPlant(ann)).status).toBe(200)
  fill(filler)

  const met = new Set<number>()
  for (let minute = 0; minute < 10; minute++) {
    clock.now += 65_000
    expect((await ann.call(readingRoutes.newest)).status).toBe(200)
    expect((await ann.call(plantRoutes.list)).status).toBe(200)
    for (let count = 0; count < 20; count++) met.add((await addPlant(ann)).status)
    expect((await send(kept.deviceToken)).status).toBe(503)
  }
  // The log file may have room for the first ones.
  expect([...met].filter((status) => status !== 200)).toEqual([503])
  const signIn = await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  expect(signIn).toMatchObject({ status: 503, body: { type: expect.stringContaining('store.full') } })

  // The operator makes a little room, and the owner makes more by deleting readings.
  truncateSync(filler, statSync(filler).size - 8 * MEGABYTE)
  expect((await ann.call(readingRoutes.remove, { query: { deviceId: dropped.deviceId } })).status).toBe(204)
  rmSync(filler)
  expect((await request('GET', '/readyz')).status).toBe(200)
  expect((await send(kept.deviceToken)).body).toMatchObject({ stored: PER_REQUEST })
  const query = { deviceId: kept.deviceId, from: '2025-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
  const history = (await ann.call(readingRoutes.history, { query })).body
  expect(history[0].sensorHistoryRecords).toHaveLength(2 * PER_REQUEST)
})

test('a full disk permits deletion, and the freed room is used for readings again', async ({ skip }) => {
  const disk = mountDisk(220 * MEGABYTE)
  if (!disk) return skip('only root can mount a small disk')
  const world = await createWorld({ dataDir: join(disk, 'data'), ballastMegabytes: 64 })
  const ann = await world.as('ann')
  const device = await world.aDevice(ann)
  const send = () => world.call(readingRoutes.send, { body: [aReading()], token: device.deviceToken })
  expect((await send()).status).toBe(200)
  // About 13 MB: with the ballast, which is a tenth of the disk, they free more than readings need.
  await storeMany(world.app, 1, { count: 400_000, from: 0, everyMs: 1000, valuesOf: noise })
  // Rules are evaluated on what comes in, and the log is kept until then.
  expect((await send()).status).toBe(200)
  await world.app.listen()
  await vi.waitFor(() => expect(existsSync(join(disk, 'data', 'ballast'))).toBe(true), PATIENT)
  fill(join(disk, 'filler'))
  await world.request('GET', '/readyz')
  expect((await send()).status).toBe(503)

  expect((await ann.call(readingRoutes.remove, { query: { deviceId: device.deviceId } })).status).toBe(204)
  expect((await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords).toMatchObject([{ time: null }])
  await vi.waitFor(async () => expect((await send()).status).toBe(200), PATIENT)
})

/** Values that can't be compressed. */
const noise = (index: number) => [1, 2, 3, 4].map((part) => Math.sin(index * part) * 100)

const addPlant = (person: Person) =>
  person.call(plantRoutes.create, {
    body: {
      plantName: 'Basil',
      plantType: 'Herb',
      plantNotes: 'x'.repeat(400),
    },
  })

/**
 * Mounts a disk in memory, by default the smallest on which the server is ready. Returns undefined when that is not
 * permitted.
 */
function mountDisk(bytes = DISK): string | undefined {
  const folder = emptyFolder()
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  onTestFinished(() => void spawnSync('/bin/umount', ['-l', folder]))
  return folder
}

function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  const block = Buffer.alloc(64 * 1024)
  try {
    while (statfsSync(file).bavail > 0) writeSync(descriptor, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Times of readings, in milliseconds since 1970. */
interface Sent {
  readonly sent: Set<number>
  readonly acknowledged: Set<number>
}

async function post({ url }: RealServer, device: DeviceCredentials, { sent, acknowledged }: Sent): Promise<Reply> {
  const readings = Array.from({ length: PER_REQUEST }, aReading)
  const times = readings.map(({ time }) => Date.parse(time))
  for (const time of times) sent.add(time)
  const reply = await trySendReadings(url, device, readings)
  if (reply.status === 200) for (const time of times) acknowledged.add(time)
  return reply
}

/**
 * Expects every acknowledged reading once. One without an acknowledgement may be stored: a part of a refused request may be,
 * and its board sends it again.
 */
async function expectKept({ call }: Grower, { deviceId }: DeviceCredentials, { sent, acknowledged }: Sent) {
  const query = { deviceId, from: '2025-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
  const [history] = await call(readingRoutes.history, { query })
  const times = (history?.sensorHistoryRecords ?? []).map(({ time }) => Date.parse(time))
  const stored = new Set(times)
  expect({
    lost: [...acknowledged].filter((time) => !stored.has(time)),
    doubled: times.length - stored.size,
    neverSent: times.filter((time) => !sent.has(time)),
  }).toEqual({ lost: [], doubled: 0, neverSent: [] })
}
