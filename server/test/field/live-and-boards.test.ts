import { once } from 'node:events'
import { deviceRoutes, readingRoutes, topic } from '@greenhouse/contract'
import type { Packet } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectWire, fieldReading, publishPacket, versions } from '../boards.ts'
import { createWorld, portOf } from '../world.ts'
import { recordedCalls, Recording } from './recording.ts'

test('a live connection of an existing client receives the frames that it always received', async () => {
  const world = await createWorld({ exampleBroadcast: true })
  await world.app.listen()
  const recording = new Recording()
  const call = recordedCalls(world, recording)
  const ann = await world.as('Ann')
  const stranger = await world.as('Bo')
  const { deviceId, deviceToken } = await world.aDevice(ann)
  for (const [name, value] of Object.entries({ 'jwt of Ann': ann.token, 'token of the device': deviceToken }))
    recording.name(name, value)
  const port = portOf(world)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?id=page-1`, { origin: `http://127.0.0.1:${port}` })
  onTestFinished(() => socket.terminate())
  const frames: string[] = []
  socket.on('message', (bytes: Buffer) => frames.push(bytes.toString()))
  await once(socket, 'open')
  /** Records the next frame of a kind. Kinds that are newer than these clients may come between. */
  const next = async (eventType: string) => {
    const find = () => frames.find((frame) => frame.startsWith(`{"eventType":"${eventType}"`))
    await expect.poll(find).toBeDefined()
    const frame = find() ?? ''
    frames.splice(frames.indexOf(frame), 1)
    recording.add([frame])
  }
  const condition = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=20' }
  await call('POST', '/api/AlertCondition/CreateConditionAlertUserDevice', condition, ann.token)
  const topicIds = [topic.readingsOf(deviceId), `alerts-${ann.userId}`, 'Dashboard']
  await call('POST', '/Subscribe', { clientId: 'page-1', topicIds }, ann.token)
  await call('POST', '/Subscribe', { clientId: 'page-1', topicIds: [`alerts-${stranger.userId}`] }, ann.token)
  await call('POST', '/Subscribe', { clientId: 'page-1', topicIds: ['Dashboard'] }, stranger.token)
  await call('POST', '/api/readings', fieldReading, deviceToken)
  await next('ServerBroadcastsLiveDataToDashboard')
  await next('ServerBroadcastsLiveAlertToAlertView')
  socket.send(JSON.stringify({ eventType: 'ping', requestId: 'r-1' }))
  await next('Pong')
  socket.send(JSON.stringify({ eventType: 'Ping', requestId: 'r-2' }))
  await next('Pong')
  await call('DELETE', `/api/GreenhouseDevice/DeleteDataFromSpecificDevice?deviceId=${deviceId}`, undefined, ann.token)
  await next('AdminHasDeletedData')
  await call('POST', '/ExampleBroadcast', { eventType: 'Example', message: 'Hello' }, ann.token)
  await next('ServerSendsErrorMessage')
  await call('POST', '/Unsubscribe', { clientId: 'page-1', topicIds }, ann.token)
  await call('POST', '/Unsubscribe', { clientId: 'gone', topicIds }, ann.token)
  socket.send('nonsense')
  await next('ServerSendsErrorMessage')
  await expect(recording.text()).toMatchFileSnapshot('./live.txt')
})

test('a board in the field receives the packets that it always received', async () => {
  const recording = new Recording()
  const world = await createWorld()
  await world.app.listen()
  const ann = await world.as('Ann')
  for (const [name, version] of versions) {
    recording.title(name)
    const device = await world.aDevice(ann)
    const changes = `Device/${device.deviceId}/ChangePreferences`
    const wire = await connectWire(world.app.devicePort(), device, version)
    const show = ({ length: _length, ...packet }: Packet & { length?: number }) =>
      recording.add([`< ${JSON.stringify(packet, (_key, value: unknown) => readable(value))}`])
    show(wire.connack)
    wire.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: changes, qos: 1 }] })
    show(await wire.next('suback'))
    wire.send({ cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: 'Device/#', qos: 1 }] })
    show(await wire.next('suback'))
    show(await wire.next('publish'))
    const interval = { deviceId: device.deviceId, interval: '60' }
    await ann.call(deviceRoutes.changePreferences, { body: interval })
    show(await wire.next('publish'))
    wire.send(publishPacket(device, fieldReading, { messageId: 3 }))
    show(await wire.next('puback'))
    wire.send(publishPacket(device, { temperature: 200 }, { messageId: 4 }))
    show(await wire.next('puback'))
    wire.send(publishPacket(device, {}, { messageId: 5, payload: 'no JSON' }))
    show(await wire.next('puback'))
    wire.send(publishPacket(device, fieldReading, { messageId: 6, topic: 'somewhere/else' }))
    show(await wire.next('puback'))
    wire.send(publishPacket(device, { ...fieldReading, timestamp: '2026-11-20T09:41:00Z' }, { messageId: 7, qos: 2 }))
    show(await wire.next('pubrec'))
    wire.send({ cmd: 'pubrel', messageId: 7 })
    show(await wire.next('pubcomp'))
    wire.send({ cmd: 'unsubscribe', messageId: 8, unsubscriptions: [changes] })
    show(await wire.next('unsuback'))
    wire.send({ cmd: 'pingreq' })
    show(await wire.next('pingresp'))
    const refused = await connectWire(world.app.devicePort(), { ...device, deviceToken: 'nonsense' }, version)
    show(refused.connack)
    const stored = (await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords
    recording.add(stored.map((record: unknown) => `stored ${JSON.stringify(record)}`))
  }
  await expect(recording.text()).toMatchFileSnapshot('./mqtt.txt')
})

/** Returns bytes as text. */
function readable(value: unknown): unknown {
  const isBuffer = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  return isBuffer ? Buffer.from((value as unknown as { data: number[] }).data).toString() : value
}
