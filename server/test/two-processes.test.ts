import {
  deviceRoutes,
  householdRoutes,
  liveRoutes,
  plantRoutes,
  readingRoutes,
  signInRoutes,
  topic,
  userRoutes,
} from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectBoard } from '../../testing/boards.ts'
import { PASSWORD } from '../../testing/growers.ts'
import { PATIENT } from '../../testing/test-run.ts'
import { insertMember } from '../src/features/households/member-store.ts'
import { openSocket, twoProcesses } from './two-processes.ts'

test('a socket of one process is subscribed through the other one, and receives changes made there', async () => {
  const { one, annOnOther, ann } = await twoProcesses()
  const { frames } = await openSocket(one, 'socket-1')
  const body = { clientId: 'socket-1', topicIds: [topic.changesOf(ann.userId)] }
  expect((await annOnOther.call(liveRoutes.subscribe, { body })).status).toBe(204)
  expect(
    (await annOnOther.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })).status,
  ).toBeLessThan(300)
  await vi.waitFor(
    () => expect(frames).toContainEqual({ eventType: 'ServerReportsChange', changed: ['plants', 'tasks', 'care'] }),
    PATIENT,
  )
  expect((await annOnOther.call(liveRoutes.unsubscribe, { body })).status).toBe(204)
  expect((await annOnOther.call(liveRoutes.subscribe, { body: { ...body, clientId: 'nobody' } })).status).toBe(404)
})

test('a forwarded call subscribes no user to a topic or a socket of another', async () => {
  const { one, other, ann, annOnOther } = await twoProcesses()
  const bob = await other.as('bob')
  await openSocket(one, 'socket-1')
  const own = { clientId: 'socket-1', topicIds: [topic.changesOf(ann.userId)] }
  expect((await bob.call(liveRoutes.subscribe, { body: own })).status).toBe(403)
  expect((await annOnOther.call(liveRoutes.subscribe, { body: own })).status).toBe(204)
  const bobs = { clientId: 'socket-1', topicIds: [topic.changesOf(bob.userId)] }
  expect((await bob.call(liveRoutes.subscribe, { body: bobs })).status).toBe(403)
})

test('the removal of a member in one process ends their live connection with the other', async () => {
  const { one, other, ann } = await twoProcesses()
  const bob = await other.as('bob')
  const member = { householdId: ann.householdId, userId: bob.userId }
  await other.app.context.db
    .transaction()
    .execute((tx) => insertMember(tx, { ...member, role: 'carer', tells: true, joinedAt: other.clock.now }))
  const bobs = await openSocket(other, 'bobs')
  const body = { clientId: 'bobs', topicIds: [topic.changesOf(bob.userId), topic.householdOf(ann.householdId)] }
  expect((await bob.call(liveRoutes.subscribe, { body })).status).toBe(204)
  const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })).body
  await vi.waitFor(() => expect(JSON.stringify(bobs.frames)).toContain('plants'), PATIENT)
  await ann.call(plantRoutes.water, { query: { plantId } })
  const seen = () => bobs.frames.filter(({ eventType }) => eventType === 'care')
  await vi.waitFor(() => expect(seen()).toMatchObject([{ care: [{ plantId, by: { name: 'ann' } }] }]), PATIENT)
  const removed = one.call(householdRoutes.removeMember, { params: member, token: ann.token })
  expect((await removed).status).toBe(204)
  expect(await bobs.closed).toBe(1012)
  await openSocket(other, 'bobs')
  expect((await bob.call(liveRoutes.subscribe, { body })).status).toBe(403)
})

test('a client that connects to the other process has its former socket closed', async () => {
  const { one, other } = await twoProcesses()
  const former = await openSocket(one, 'socket-1')
  await openSocket(other, 'socket-1')
  expect(await former.closed).toBe(4001)
})

test('a new password ends the sockets in both processes, except those of the session that changed it', async () => {
  const { one, other, ann, annOnOther } = await twoProcesses()
  const signedIn = await other.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  const elsewhere = await openSocket(one, 'elsewhere')
  const mine = await openSocket(other, 'mine')
  const topicIds = [topic.changesOf(ann.userId)]
  const token = signedIn.body.jwt as string
  expect((await other.call(liveRoutes.subscribe, { body: { clientId: 'elsewhere', topicIds }, token })).status).toBe(
    204,
  )
  expect((await annOnOther.call(liveRoutes.subscribe, { body: { clientId: 'mine', topicIds } })).status).toBe(204)
  const body = { oldPassword: PASSWORD, newPassword: 'Sprout-43!' }
  expect((await annOnOther.call(userRoutes.changePassword, { body })).status).toBeLessThan(300)
  expect(await elsewhere.closed).toBe(4003)
  expect(mine.isOpen()).toBe(true)
})

test('a device removed in one process is disconnected from the other one, and its topics end there', async () => {
  const { one, other, ann, annOnOther } = await twoProcesses()
  const device = await one.aDevice(ann)
  const board = await connectBoard(one.app.devicePort(), device, { reconnectPeriod: 0 })
  onTestFinished(() => void board.end(true))
  const ended = new Promise<void>((resolve) => board.once('close', () => resolve()))
  const topicIds = [topic.readingsOf(device.deviceId)]
  await openSocket(one, 'socket-1')
  expect((await ann.call(liveRoutes.subscribe, { body: { clientId: 'socket-1', topicIds } })).status).toBe(204)
  const query = { userDeviceId: device.deviceId }
  expect((await annOnOther.call(deviceRoutes.remove, { query })).status).toBeLessThan(300)
  await ended
  await vi.waitFor(() => expect(one.app.context.hub.hasSubscribers(topicIds[0] ?? '')).toBe(false), PATIENT)
  expect((await other.call(readingRoutes.send, { body: { temperature: 1 }, token: device.deviceToken })).status).toBe(
    401,
  )
})

test('a board that connects to the other process ends its former connection', async () => {
  const { one, other, ann } = await twoProcesses()
  const device = await one.aDevice(ann)
  const former = await connectBoard(one.app.devicePort(), device, { reconnectPeriod: 0 })
  const ended = new Promise<boolean>((resolve) => former.once('close', () => resolve(true)))
  const board = await connectBoard(other.app.devicePort(), device, { reconnectPeriod: 0 })
  onTestFinished(() => void board.end(true))
  expect(await ended).toBe(true)
})
