import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { IClientOptions } from 'mqtt'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sensorData } from '../../../../testing/boards.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import {
  connectBoard,
  connectWire,
  fieldReading,
  holdStore,
  listeningWorld,
  publish,
  publishPacket,
  refusalOf,
  rowsOf,
  shownReading,
  versions,
} from '../../../test/boards.ts'

describe.each(versions)('a board over %s', (_name, version) => {
  test('stores a reading published with QoS 1, shows it as the newest, and acknowledges it', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await publish(board, world.device, { deviceId: world.device.deviceId, ...fieldReading, firmware: '1.2' })
    expect(await rowsOf(world, world.device)).toEqual([
      { at: Date.parse(fieldReading.timestamp), temperature: 21.4, humidity: 63, airPressure: 1013.2, airQuality: 412 },
    ])
    expect(await world.newest()).toMatchObject({ deviceId: world.device.deviceId, ...shownReading })
  })

  test('stores a reading published with QoS 0', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await board.publishAsync(sensorData(world.device), JSON.stringify(fieldReading), { qos: 0 })
    await vi.waitFor(async () => expect(await world.newest()).toMatchObject(shownReading), PATIENT)
  })

  test('keeps the newest value when late data arrives', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await publish(board, world.device, fieldReading)
    await publish(board, world.device, { temperature: -3, timestamp: '2019-01-01T00:00:00Z' })
    expect(await rowsOf(world, world.device)).toHaveLength(2)
    expect(await world.newest()).toMatchObject(shownReading)
  })

  test('acknowledges a repeated reading again, and stores it once', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await publish(board, world.device, fieldReading)
    await publish(board, world.device, fieldReading)
    expect(await rowsOf(world, world.device)).toHaveLength(1)
  })

  test('acknowledges no reading before another connection can read it from the file', async () => {
    const world = await listeningWorld()
    const file = new DatabaseSync(join(world.app.context.config.dataDir, 'greenhouse.db'), { readOnly: true })
    onTestFinished(() => file.close())
    const count = () => file.prepare('select count(*) as count from reading_log').get()?.['count']
    const wire = await connectWire(world.port, world.device, version)
    const release = await holdStore(world.app.context.db)

    wire.send(publishPacket(world.device, fieldReading))
    await vi.waitFor(() => expect(world.app.ingest.queuedBytes()).toBeGreaterThan(0), PATIENT)
    // A batch is complete after 30 ms, and timers fire in order, so that only its commit can be missing.
    await wait(31)
    wire.send({ cmd: 'pingreq' })
    await wire.next('pingresp')
    expect([wire.arrived, count()]).toEqual([[], 0])

    release()
    await wire.next('puback')
    expect(count()).toBe(1)
  })

  test.each([
    ['as user name and password, as fielded boards do', {}],
    ['as user name alone', { password: undefined }],
    ['as password beside another user name', { username: 'greenhouse' }],
    ['as user name beside another password', { password: 'secret' }],
    ['under a client id of its own', { clientId: 'mosq-7' }],
    ['under the client id of somebody else', { clientId: '00000000-0000-4000-8000-000000000000' }],
    ['without a client id', { clientId: '' }],
  ])('admits a board with its token %s', async (_how, changes) => {
    const { port, device, newest } = await listeningWorld()
    const board = await connectBoard(port, device, version, changes as IClientOptions)
    await publish(board, device, fieldReading)
    expect(await newest()).toMatchObject(shownReading)
  })

  test.each([
    ['a wrong token', { username: 'wrong', password: 'wrong' }],
    ['no credentials', { username: undefined, password: undefined }],
    ['its id in place of its token', { username: 'id', password: 'id' }],
  ])('refuses a board with %s, with that as the reason', async (_what, changes) => {
    const { port, device } = await listeningWorld()
    const given = changes.username === 'id' ? { username: device.deviceId, password: device.deviceId } : changes
    const code = await refusalOf(connectBoard(port, device, version, given as IClientOptions))
    expect(version === 4 ? [5] : [0x86, 0x87]).toContain(code)
  })

  test('refuses a board with the token of a person', async () => {
    const { port, device, ann } = await listeningWorld()
    const code = await refusalOf(
      connectBoard(port, device, version, { username: 'ann@example.org', password: ann.token }),
    )
    expect(version === 4 ? [5] : [0x86, 0x87]).toContain(code)
  })
})

test('refuses a client of MQTT 3.1 for its version', async () => {
  const { port, device } = await listeningWorld()
  const options = { protocolVersion: 3, protocolId: 'MQIsdp' } as const
  expect(await refusalOf(connectBoard(port, device, 4, options))).toBe(1)
})
