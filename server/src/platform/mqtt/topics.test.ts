import { deviceRoutes } from '@greenhouse/contract'
import type { MqttClient } from 'mqtt'
import { describe, expect, test, vi } from 'vitest'
import { sensorData } from '../../../../testing/boards.ts'
import type { DeviceCredentials } from '../../../../testing/growers.ts'
import {
  changePreferences,
  connectBoard,
  connectWire,
  fieldReading,
  publish,
  publishPacket,
  refusedOf,
  rowsOf,
  sharedListeningWorld,
  versions,
  type Wire,
} from '../../../test/boards.ts'
import type { Person } from '../../../test/world.ts'

const withDevice = sharedListeningWorld()

describe.each(versions)('over %s a device may', (_name, version) => {
  test.each([
    ["another's readings", sensorData],
    ["another's preferences", changePreferences],
  ])(
    'refuses a publish to %s with the reason, keeps the connection, and shows it to the owner',
    async (_where, topicOf) => {
      const world = await withDevice()
      const bobs = await world.aDevice(await world.as('bob'))
      const wire = await connectWire(world.port, world.device, version)
      wire.send(publishPacket(world.device, fieldReading, { topic: topicOf(bobs) }))
      expect(await wire.next('puback')).toMatchObject(version === 5 ? { reasonCode: 0x87 } : { messageId: 1 })
      expect([await rowsOf(world, bobs), await rowsOf(world, world.device)]).toEqual([[], []])
      await pinged(wire)
      expect(await refusedOf(world, world.device)).toMatchObject([
        { topic: topicOf(bobs), reason: 'This topic belongs to another device.', count: 1 },
      ])
    },
  )

  test.each([
    ['its own space', (own: DeviceCredentials) => `Device/${own.deviceId}/status`],
    ['another topic', () => 'greenhouse/log'],
    ['a system topic', () => '$SYS/broker/uptime'],
    ['its own id in capitals', (own: DeviceCredentials) => sensorData(own).toUpperCase()],
  ])('acknowledges an unknown message to %s, and counts it by topic', async (_where, topicOf) => {
    const world = await withDevice()
    const wire = await connectWire(world.port, world.device, version)
    const topic = topicOf(world.device)
    for (const qos of [0, 1, 2] as const)
      wire.send(publishPacket(world.device, {}, { topic, payload: 'online', qos, messageId: 7 + qos }))
    for (const command of ['puback', 'pubrec'] as const) {
      const { reasonCode = 0 } = await wire.next(command)
      expect(reasonCode).toBe(0)
    }
    await pinged(wire)
    expect(await refusedOf(world, world.device)).toMatchObject([
      { topic, reason: 'No decoder knows this topic.', count: 3, sample: 'online' },
    ])
    expect(await rowsOf(world, world.device)).toEqual([])
  })

  test('acknowledges other topics of a Tasmota, and stores its readings', async () => {
    const world = await withDevice()
    const board = await connectBoard(world.port, world.device, version)
    await board.publishAsync('tele/tasmota_6ab577/LWT', 'Online', { qos: 1, retain: true })
    await board.publishAsync('stat/tasmota_6ab577/RESULT', '{"Command":"Unknown"}', { qos: 1 })
    await publish(board, world.device, fieldReading)
    expect(await rowsOf(world, world.device)).toHaveLength(1)
  })

  test('stores no readings in the name of another device, and shows its owner nothing', async () => {
    const world = await withDevice()
    const bobs = await world.aDevice(await world.as('bob'))
    const wire = await connectWire(world.port, world.device, version)
    wire.send(publishPacket(world.device, { ...fieldReading, deviceId: bobs.deviceId }))
    await wire.next('puback')
    expect([await rowsOf(world, bobs), await rowsOf(world, world.device)]).toEqual([[], []])
    expect((await world.shown()).refused).toMatchObject({ count: 1, reason: 'The message names another device.' })
  })

  test('grants a device only its own preferences, whatever wildcards it uses', async () => {
    const { port, device, aDevice, as } = await withDevice()
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

  test('sends nothing on an unsubscribed topic', async () => {
    const { port, device, ann } = await withDevice()
    const board = await connectBoard(port, device, version)
    const heard = collect(board)
    await board.subscribeAsync(changePreferences(device), { qos: 1 })
    await vi.waitFor(() => expect(heard).toHaveLength(1), 20_000)
    await board.unsubscribeAsync(changePreferences(device))
    await changeInterval(ann, device, '30')
    await publish(board, device, fieldReading)
    expect(heard).toHaveLength(1)
  })
})

describe.each(versions)('the reporting interval over %s', (_name, version) => {
  test('sends the reporting interval at each subscription, retained, and with every change', async () => {
    const { port, device, ann } = await withDevice()
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
    await vi.waitFor(() => expect(heard).toEqual([message('90', true)]), 20_000)
    await changeInterval(ann, device, '120')
    await vi.waitFor(() => expect(heard).toEqual([message('90', true), message('120', false)]), 20_000)
  })

  test('sends the reporting interval only to its own device', async () => {
    const { port, device, ann, aDevice } = await withDevice()
    const second = await aDevice(ann, 'Cucumber house')
    const boards = [await connectBoard(port, device, version), await connectBoard(port, second, version)] as const
    const [heard, heardBySecond] = boards.map(collect)
    await boards[0].subscribeAsync(`Device/${device.deviceId}/#`)
    await boards[1].subscribeAsync(`Device/${second.deviceId}/#`)
    await changeInterval(ann, device, '45')
    await vi.waitFor(() => expect(heard?.at(-1)).toMatchObject({ message: { interval: '45' } }), 20_000)
    await publish(boards[1], second, fieldReading)
    expect(heardBySecond).toEqual([
      expect.objectContaining({ message: { deviceId: second.deviceId, interval: '600' } }),
    ])
  })
})

test('sends a device over MQTT 5 without retained messages only changes', async () => {
  const { port, device, ann } = await withDevice()
  const board = await connectBoard(port, device, 5)
  const heard = collect(board)
  await board.subscribeAsync(changePreferences(device), { qos: 1, rh: 2 })
  await changeInterval(ann, device, '75')
  await vi.waitFor(() => expect(heard).toEqual([expect.objectContaining({ retain: false })]), 20_000)
})

async function pinged(wire: Wire): Promise<void> {
  wire.send({ cmd: 'pingreq' })
  await wire.next('pingresp')
}

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
