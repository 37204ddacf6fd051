import {
  deviceRoutes,
  householdRoutes,
  hubRoutes,
  liveRoutes,
  signInRoutes,
  subjects,
  topic,
  userRoutes,
} from '@greenhouse/contract'
import type { MqttClient } from 'mqtt'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectBoard } from '../../testing/boards.ts'
import { PASSWORD, type DeviceCredentials } from '../../testing/growers.ts'
import { PATIENT } from '../../testing/test-run.ts'
import { insertMember } from '../src/features/households/member-store.ts'
import { openSocket, twoProcesses } from './two-processes.ts'
import type { Person, World } from './world.ts'

test('a new password ends the sockets of another process even when its message was lost', async () => {
  const { network, one, other, ann, annOnOther } = await twoProcesses()
  const { body } = await other.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  const [ended, mine] = [await openSocket(one, 'ended'), await openSocket(one, 'mine')]
  const topicIds = [topic.changesOf(ann.userId)]
  const tie = (clientId: string, token: string) =>
    one.call(liveRoutes.subscribe, { body: { clientId, topicIds }, token })
  expect([(await tie('ended', body.jwt)).status, (await tie('mine', ann.token)).status]).toEqual([204, 204])
  network.isCut = true
  const changed = { oldPassword: PASSWORD, newPassword: 'Sprout-43!' }
  expect((await annOnOther.call(userRoutes.changePassword, { body: changed })).status).toBeLessThan(300)
  expect(ended.isOpen()).toBe(true)
  await one.app.liveSessions.runNow()
  expect(await ended.closed).toBe(4003)
  expect(mine.isOpen()).toBe(true)
})

test('the removal of a member ends their sockets in another process even when its message was lost', async () => {
  const { network, one, other, ann } = await twoProcesses()
  const bob = await other.as('bob')
  const member = { householdId: ann.householdId, userId: bob.userId }
  await other.app.context.db
    .transaction()
    .execute((tx) => insertMember(tx, { ...member, role: 'carer', tells: true, joinedAt: other.clock.now }))
  const [bobs, anns] = [await openSocket(one, 'bobs'), await openSocket(one, 'anns')]
  const topicIds = [topic.householdOf(ann.householdId)]
  for (const [clientId, { token }] of Object.entries({ bobs: bob, anns: ann }))
    expect((await one.call(liveRoutes.subscribe, { body: { clientId, topicIds }, token })).status).toBe(204)
  await one.app.liveSessions.runNow()
  network.isCut = true
  const removed = other.call(householdRoutes.removeMember, { params: member, token: ann.token })
  expect((await removed).status).toBe(204)
  expect(bobs.isOpen()).toBe(true)
  await one.app.liveSessions.runNow()
  expect(await bobs.closed).toBe(1012)
  expect(anns.isOpen()).toBe(true)
})

test('notifies browsers that anything may have changed after messages may have been missed', async () => {
  const { network, one, ann } = await twoProcesses()
  const { frames } = await openSocket(one, 'mine')
  const body = { clientId: 'mine', topicIds: [topic.changesOf(ann.userId)] }
  expect((await ann.call(liveRoutes.subscribe, { body })).status).toBe(204)
  network.reportGap()
  await vi.waitFor(
    () => expect(frames).toContainEqual({ eventType: 'ServerReportsChange', changed: [...subjects] }),
    PATIENT,
  )
})

test.each([
  ['token replaced', deviceRoutes.replaceToken],
  ['device removed', deviceRoutes.remove],
])('a %s in another process disconnects the board even when its message was lost', async (_what, route) => {
  const { network, one, ann, annOnOther } = await twoProcesses()
  // The clock of its process is ahead of the one that replaces the token.
  one.clock.now += 5000
  const [device, untouched] = [await one.aDevice(ann), await one.aDevice(ann, 'Herbs')]
  const [board, stays] = [await connectTo(one, device), await connectTo(one, untouched)]
  network.isCut = true
  const query = { userDeviceId: device.deviceId }
  expect((await annOnOther.call(route, { query, body: {} })).status).toBeLessThan(300)
  expect(board.client.connected).toBe(true)
  await one.app.admittedConnections.runNow()
  await board.ended
  expect(stays.client.connected).toBe(true)
})

test('a board with its new token and a hub that was not removed stay connected', async () => {
  const { network, one, ann, annOnOther } = await twoProcesses()
  const device = await one.aDevice(ann)
  const hubs = [await aHub(ann, 'Shed'), await aHub(ann, 'Roof')]
  const [gone, stays] = await Promise.all(hubs.map((hub) => connectTo(one, hub)))
  network.isCut = true
  const query = { userDeviceId: device.deviceId }
  const { body } = await annOnOther.call(deviceRoutes.replaceToken, { query, body: {} })
  const board = await connectTo(one, { ...device, deviceToken: body.deviceToken })
  await annOnOther.call(hubRoutes.remove, { params: { hubId: hubs[0]?.deviceId ?? '' } })
  await one.app.admittedConnections.runNow()
  await gone?.ended
  expect([board.client.connected, stays?.client.connected]).toEqual([true, true])
})

test('an interval changed in another process is sent to boards once even when its message was lost', async () => {
  const { network, one, ann, annOnOther } = await twoProcesses()
  const [device, other, hub] = [await one.aDevice(ann), await one.aDevice(ann, 'Herbs'), await aHub(ann, 'Shed')]
  const boards = [await connectTo(one, device), await connectTo(one, other), await connectTo(one, hub)]
  const received = boards.map(({ client }) => receivedIntervals(client))
  const filters = [`Device/${device.deviceId}/ChangePreferences`, `Device/${other.deviceId}/#`, '#']
  for (const [index, { client }] of boards.entries()) await client.subscribeAsync(filters[index] ?? '')
  await vi.waitFor(() => expect(received.map(({ length }) => length)).toEqual([1, 1, 2]), PATIENT)
  const change = (interval: string) =>
    annOnOther.call(deviceRoutes.changePreferences, { body: { deviceId: device.deviceId, interval } })
  network.isCut = true
  await change('60')
  network.isCut = false
  for (let run = 0; run < 2; run++) await one.app.admittedConnections.runNow()
  await change('90')
  await vi.waitFor(() => expect([received[0]?.at(-1), received[2]?.at(-1)]).toEqual(['90', '90']), PATIENT)
  expect(received).toEqual([['600', '60', '90'], ['600'], ['600', '600', '60', '90']])
})

/** Connects a board. `ended` resolves when its connection ends. */
async function connectTo(world: World, device: DeviceCredentials) {
  const client = await connectBoard(world.app.devicePort(), device, { reconnectPeriod: 0 })
  onTestFinished(() => void client.end(true))
  return { client, ended: new Promise<void>((resolve) => client.once('close', () => resolve())) }
}

async function aHub(person: Person, name: string): Promise<DeviceCredentials> {
  const { hubId, token } = (await person.call(hubRoutes.create, { body: { name } })).body
  return { deviceId: hubId, deviceToken: token }
}

function receivedIntervals(client: MqttClient): string[] {
  const received: string[] = []
  client.on('message', (_topic, payload) => void received.push(JSON.parse(payload.toString()).interval))
  return received
}
