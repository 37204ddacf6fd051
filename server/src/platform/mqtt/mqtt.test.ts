import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceRoutes } from '@greenhouse/contract'
import type { IClientOptions, MqttClient } from 'mqtt'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DeviceCredentials } from '../../../../testing/growers.ts'
import { sensorData } from '../../../../testing/boards.ts'
import {
  changePreferences,
  connectBoard,
  connectWire,
  holdStore,
  listeningWorld,
  publishPacket,
  refusalOf,
  rowsOf,
  versions,
} from '../../../test/boards.ts'
import type { Person } from '../../../test/world.ts'

const TIME = '2026-11-20T09:40:00.000Z'
const fielded = { temperature: 21.4, humidity: 63, pressure: 1013.2, air_quality_analog: 412, timestamp: TIME }
const values = { temperature: 21.4, humidity: 63, airPressure: 1013.2, airQuality: 412, time: TIME }

const publish = (board: MqttClient, device: DeviceCredentials, reading: object) =>
  board.publishAsync(sensorData(device), JSON.stringify(reading), { qos: 1 })

describe.each(versions)('a board over %s', (_name, version) => {
  test('that publishes with QoS 1 has its reading stored, shown as the newest, and acknowledged', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await publish(board, world.device, { deviceId: world.device.deviceId, ...fielded, firmware: '1.2' })
    expect(await rowsOf(world, world.device)).toEqual([
      { at: Date.parse(TIME), temperature: 21.4, humidity: 63, airPressure: 1013.2, airQuality: 412 },
    ])
    expect(await world.newest()).toMatchObject({ deviceId: world.device.deviceId, ...values })
  })

  test('that publishes with QoS 0 has its reading stored too', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await board.publishAsync(sensorData(world.device), JSON.stringify(fielded), { qos: 0 })
    await vi.waitFor(async () => expect(await world.newest()).toMatchObject(values))
  })

  test('that sends late data keeps the newest value that is shown', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await publish(board, world.device, fielded)
    await publish(board, world.device, { temperature: -3, timestamp: '2019-01-01T00:00:00Z' })
    expect(await rowsOf(world, world.device)).toHaveLength(2)
    expect(await world.newest()).toMatchObject(values)
  })

  test('that sends the same reading again is acknowledged again, and the reading stored once', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    await publish(board, world.device, fielded)
    await publish(board, world.device, fielded)
    expect(await rowsOf(world, world.device)).toHaveLength(1)
  })

  test('receives no acknowledgement before its reading can be read from the file by another connection', async () => {
    const world = await listeningWorld()
    const file = new DatabaseSync(join(world.app.context.config.dataDir, 'greenhouse.db'), { readOnly: true })
    onTestFinished(() => file.close())
    const count = () => file.prepare('select count(*) as count from reading_log').get()?.['count']
    const wire = await connectWire(world.port, world.device, version)
    const release = await holdStore(world.app.context.db)

    wire.send(publishPacket(world.device, fielded))
    // Far longer than readings wait to be stored in one group, so only the commit itself can be missing.
    await wait(50)
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
  ])('is admitted with its token %s', async (_how, changes) => {
    const { port, device, newest } = await listeningWorld()
    const board = await connectBoard(port, device, version, changes as IClientOptions)
    await publish(board, device, fielded)
    expect(await newest()).toMatchObject(values)
  })

  test.each([
    ['a wrong token', { username: 'wrong', password: 'wrong' }],
    ['no credentials', { username: undefined, password: undefined }],
    ['its id in place of its token', { username: 'id', password: 'id' }],
  ])('with %s is refused, with that as the reason', async (_what, changes) => {
    const { port, device } = await listeningWorld()
    const given = changes.username === 'id' ? { username: device.deviceId, password: device.deviceId } : changes
    const code = await refusalOf(connectBoard(port, device, version, given as IClientOptions))
    expect(version === 4 ? [5] : [0x86, 0x87]).toContain(code)
  })

  test('with the token of a person is refused', async () => {
    const { port, device, ann } = await listeningWorld()
    const code = await refusalOf(
      connectBoard(port, device, version, { username: 'ann@example.org', password: ann.token }),
    )
    expect(version === 4 ? [5] : [0x86, 0x87]).toContain(code)
  })
})

describe.each(versions)('over %s a device may', (_name, version) => {
  test.each([
    ["another's readings", (other: DeviceCredentials) => sensorData(other)],
    ["another's preferences", (other: DeviceCredentials) => changePreferences(other)],
    ['somewhere else', () => 'greenhouse/temperature'],
    ['a system topic', () => '$SYS/broker/uptime'],
    ['its own id in capitals', (_: DeviceCredentials, own: DeviceCredentials) => sensorData(own).toUpperCase()],
  ])('not publish to %s: nothing is stored, and it gets the reason or is disconnected', async (_where, topicOf) => {
    const world = await listeningWorld()
    const bobs = await world.aDevice(await world.as('bob'))
    const wire = await connectWire(world.port, world.device, version)
    wire.send(publishPacket(world.device, fielded, { topic: topicOf(bobs, world.device) }))
    if (version === 5) expect(await wire.next('puback')).toMatchObject({ reasonCode: 0x87 })
    else await wire.ended
    expect([await rowsOf(world, bobs), await rowsOf(world, world.device)]).toEqual([[], []])
  })

  test('not send readings in the name of another device, whose owner sees nothing of it', async () => {
    const world = await listeningWorld()
    const bobs = await world.aDevice(await world.as('bob'))
    const wire = await connectWire(world.port, world.device, version)
    wire.send(publishPacket(world.device, { ...fielded, deviceId: bobs.deviceId }))
    await wire.next('puback')
    expect([await rowsOf(world, bobs), await rowsOf(world, world.device)]).toEqual([[], []])
    expect((await world.shown()).refused).toMatchObject({ count: 1, reason: 'The message names another device.' })
  })

  test('listen to its own preferences and to nothing else, whatever wildcards it tries', async () => {
    const { port, device, aDevice, as } = await listeningWorld()
    const bobs = await aDevice(await as('bob'))
    const wire = await connectWire(port, device, version)
    const theirs = ['#', '+/+/+', 'Device/#', 'Device/+/ChangePreferences', changePreferences(bobs), '$SYS/#']
    const shared = `$share/all/${changePreferences(device)}`
    const asked = [changePreferences(device), `Device/${device.deviceId}/#`, ...theirs, shared]
    wire.send({ cmd: 'subscribe', messageId: 7, subscriptions: asked.map((topic) => ({ topic, qos: 1 })) })
    const { granted } = await wire.next('suback')
    expect(granted.slice(0, 2)).toEqual([1, 1])
    expect(granted.slice(2).every((code) => Number(code) >= 0x80)).toBe(true)
  })

  test('receive nothing on a topic that it unsubscribed from', async () => {
    const { port, device, ann } = await listeningWorld()
    const board = await connectBoard(port, device, version)
    const heard = collect(board)
    await board.subscribeAsync(changePreferences(device), { qos: 1 })
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    await board.unsubscribeAsync(changePreferences(device))
    await changeInterval(ann, device, '30')
    await publish(board, device, fielded)
    expect(heard).toHaveLength(1)
  })
})

describe.each(versions)('the reporting interval over %s', (_name, version) => {
  test('is sent as soon as a device subscribes, retained, and again with every change', async () => {
    const { port, device, ann } = await listeningWorld()
    await changeInterval(ann, device, '90')
    const board = await connectBoard(port, device, version)
    const heard = collect(board)
    await board.subscribeAsync(changePreferences(device), { qos: 1 })
    const message = (interval: string, retain: boolean) => ({
      topic: changePreferences(device),
      message: { deviceId: device.deviceId, interval },
      qos: 1,
      retain,
    })
    await vi.waitFor(() => expect(heard).toEqual([message('90', true)]))
    await changeInterval(ann, device, '120')
    await vi.waitFor(() => expect(heard).toEqual([message('90', true), message('120', false)]))
  })

  test('is sent to its own device, and to no other', async () => {
    const { port, device, ann, aDevice } = await listeningWorld()
    const second = await aDevice(ann, 'Cucumber house')
    const boards = [await connectBoard(port, device, version), await connectBoard(port, second, version)] as const
    const [heard, heardBySecond] = boards.map(collect)
    await boards[0].subscribeAsync(`Device/${device.deviceId}/#`)
    await boards[1].subscribeAsync(`Device/${second.deviceId}/#`)
    await changeInterval(ann, device, '45')
    await vi.waitFor(() => expect(heard?.at(-1)).toMatchObject({ message: { interval: '45' } }))
    await publish(boards[1], second, fielded)
    expect(heardBySecond).toEqual([
      expect.objectContaining({ message: { deviceId: second.deviceId, interval: '600' } }),
    ])
  })
})

test('a device over MQTT 5 that wants no retained message receives changes only', async () => {
  const { port, device, ann } = await listeningWorld()
  const board = await connectBoard(port, device, 5)
  const heard = collect(board)
  await board.subscribeAsync(changePreferences(device), { qos: 1, rh: 2 })
  await changeInterval(ann, device, '75')
  await vi.waitFor(() => expect(heard).toEqual([expect.objectContaining({ retain: false })]))
})

describe.each(versions)('a connection over %s', (_name, version) => {
  test('is taken over by the same device under the same client id, which then continues', async () => {
    const { port, device, newest, shown } = await listeningWorld()
    const first = await connectWire(port, device, version)
    const second = await connectBoard(port, device, version)
    expect(await first.ended).toBe(version === 5 ? 0x8e : undefined)
    await publish(second, device, fielded)
    expect(await newest()).toMatchObject(values)
    expect((await shown()).connected).toBe(true)
  })

  test('is not taken over by another device that uses its client id', async () => {
    const { port, device, newest, as, aDevice } = await listeningWorld()
    const board = await connectBoard(port, device, version)
    const bobs = await aDevice(await as('bob'))
    await publish(await connectBoard(port, bobs, version, { clientId: device.deviceId }), bobs, fielded)
    await publish(board, device, fielded)
    expect(await newest()).toMatchObject(values)
  })

  test.each([
    ['removed', deviceRoutes.remove],
    ['given another token', deviceRoutes.replaceToken],
  ] as const)('ends when its device is %s, and the old token opens none again', async (_how, route) => {
    const { port, device, ann } = await listeningWorld()
    const wire = await connectWire(port, device, version)
    await ann.call(route, { query: { userDeviceId: device.deviceId } })
    expect(await wire.ended).toBe(version === 5 ? 0x98 : undefined)
    const code = await refusalOf(connectBoard(port, device, version))
    expect(version === 4 ? [5] : [0x86, 0x87]).toContain(code)
  })

  test('is shown on the device while it is open, and afterwards the time when the device was last seen', async () => {
    const { clock, port, device, shown } = await listeningWorld()
    expect(await shown()).toMatchObject({ connected: false, lastSeenAt: null })
    const board = await connectBoard(port, device, version)
    const connectedAt = new Date(clock.now).toISOString()
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ connected: true, lastSeenAt: connectedAt }))
    clock.now += 10 * 60_000
    await publish(board, device, fielded)
    const heardAt = new Date(clock.now).toISOString()
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ connected: true, lastSeenAt: heardAt }))
    clock.now += 60_000
    await board.endAsync()
    const leftAt = new Date(clock.now).toISOString()
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ connected: false, lastSeenAt: leftAt }))
  })

  test('that is silent for longer than its keep-alive allows is closed', async () => {
    const { port, device, shown } = await listeningWorld()
    const board = await connectBoard(port, device, version, { keepalive: 1 })
    const wire = await connectWire(port, device, version, { clientId: 'silent', keepalive: 1 })
    expect(await wire.ended).toBe(version === 5 ? 0x8d : undefined)
    // The other connection, which sends pings, is still open.
    expect([board.connected, (await shown()).connected]).toEqual([true, true])
  })

  test('is disconnected when the server stops, which stores the time', async () => {
    const { app, clock, port, device } = await listeningWorld()
    const wire = await connectWire(port, device, version)
    clock.now += 60_000
    await app.close()
    expect(await wire.ended).toBe(version === 5 ? 0x8b : undefined)
    const file = new DatabaseSync(join(app.context.config.dataDir, 'greenhouse.db'), { readOnly: true })
    onTestFinished(() => file.close())
    const noted = file.prepare('select connected, last_seen_at from device').get()
    expect({ ...noted }).toEqual({ connected: 0, last_seen_at: clock.now })
  })
})

test('a client of MQTT 3.1 is refused for its version', async () => {
  const { port, device } = await listeningWorld()
  const options = { protocolVersion: 3, protocolId: 'MQIsdp' } as const
  expect(await refusalOf(connectBoard(port, device, 4, options))).toBe(1)
})

test('a client that publishes with QoS 2 is disconnected, over MQTT 5 with the reason', async () => {
  const world = await listeningWorld()
  const old = await connectBoard(world.port, world.device, 4, { clientId: 'old' })
  const board = await connectBoard(world.port, world.device, 5)
  const closed = new Promise((resolve) => void old.once('close', () => resolve(true)))
  const reason = new Promise((resolve) => void board.once('disconnect', ({ reasonCode }) => resolve(reasonCode)))
  // Neither gets an acknowledgement.
  for (const each of [old, board]) each.publish(sensorData(world.device), JSON.stringify(fielded), { qos: 2 })
  expect([await closed, await reason]).toEqual([true, 0x9b])
  expect(await rowsOf(world, world.device)).toEqual([])
})

const changeInterval = (owner: Person, { deviceId }: DeviceCredentials, interval: string) =>
  owner.call(deviceRoutes.changePreferences, { body: { deviceId, interval } })

interface Heard {
  readonly topic: string
  readonly message: unknown
  readonly qos: number
  readonly retain: boolean
}

function collect(board: MqttClient): Heard[] {
  const heard: Heard[] = []
  board.on('message', (topic, payload, { qos, retain }) => {
    heard.push({ topic, message: JSON.parse(payload.toString()), qos, retain })
  })
  return heard
}
