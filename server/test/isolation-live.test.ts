import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { deviceRoutes, liveRoutes, plantRoutes, readingRoutes, topic } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { everythingOf, furnish, type Belongings, type Owner } from './belongings.ts'
import { openWire, connectPacket, publishPacket, rowsOf, versions } from './boards.ts'
import { hubTopic } from '../src/platform/live/topics.ts'
import { createWorld, portOf, type World } from './world.ts'

/** Spellings of each topic of the contract that could reach another user's. */
const NAMES: Readonly<Record<keyof typeof topic, (has: Belongings) => readonly string[]>> = {
  readingsOf: ({ deviceId }) => spellings(deviceId).map(topic.readingsOf),
  seriesOf: ({ deviceId }) => spellings(deviceId).map(topic.seriesOf),
  alertsOf: ({ userId }) => spellings(userId).map(topic.alertsOf),
  changesOf: ({ userId }) => spellings(userId).map(topic.changesOf),
  householdOf: ({ householdId }) => spellings(householdId).map(topic.householdOf),
  // This name always means the caller's dashboard.
  dashboard: () => ['dashboard', 'Dashboard/', ' Dashboard'],
}

/** Names of the hub's topics, which no client may use. */
const hubNames = (householdId: string) => [
  hubTopic.dashboardOf(householdId),
  hubTopic.episodesOf(householdId),
  hubTopic.alertsOf(householdId, true),
  hubTopic.alertsOf(householdId, false),
  hubTopic.changesOf(householdId),
  hubTopic.careOf(householdId),
  hubTopic.careReportsOf(householdId),
  hubTopic.personalChangesOf(householdId),
]

test('no user can subscribe to a topic of another, in any spelling and with the token in any place', async () => {
  const { world, ann, bob, gone } = await listening()
  const frames = await openPage(world, 'bob')
  const allowed: unknown[] = []
  for (const name of [...namesOf(ann.has), ...namesOf(gone), ...namesOf(unknown()), '#', '+', '*', '']) {
    const body = { clientId: 'bob', topicIds: [topic.readingsOf(bob.has.deviceId), name] }
    for (const token of [bob.person.token, `Bearer ${bob.person.token}`]) {
      const { status } = await world.call(liveRoutes.subscribe, { body, token })
      if (status !== 403) allowed.push([name, status])
    }
  }
  expect(allowed).toEqual([])
  // A list with a topic of somebody else subscribes to none of its topics.
  await world.call(readingRoutes.send, { body: { temperature: 20 }, token: bob.deviceToken })
  await causeMessages(world, ann)
  // Earlier frames arrive before this reading.
  const body = { clientId: 'bob', topicIds: [topic.readingsOf(bob.has.deviceId)] }
  expect((await bob.person.call(liveRoutes.subscribe, { body })).status).toBe(204)
  await world.call(readingRoutes.send, { body: { temperature: 21 }, token: bob.deviceToken })
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  expect(frames).toEqual([expect.stringMatching(/"temperature":21\b/)])
})

test('only the token of a session can subscribe a connection, and a connection of one user receives nothing of another', async () => {
  const { world, ann, bob } = await listening()
  const annFrames = await openPage(world, 'ann')
  const own = { clientId: 'ann', topicIds: [topic.readingsOf(ann.has.deviceId)] }
  for (const token of [ann.deviceToken, bob.deviceToken, ann.has.userId, undefined]) {
    expect((await world.call(liveRoutes.subscribe, { body: own, token })).status).toBe(401)
  }
  expect((await ann.person.call(liveRoutes.subscribe, { body: own })).status).toBe(204)
  const intruding = { clientId: 'ann', topicIds: [topic.readingsOf(bob.has.deviceId)] }
  expect((await bob.person.call(liveRoutes.subscribe, { body: intruding })).status).toBe(403)
  expect((await bob.person.call(liveRoutes.unsubscribe, { body: own })).status).toBe(403)
  await world.call(readingRoutes.send, { body: { temperature: 20 }, token: bob.deviceToken })
  await world.call(readingRoutes.send, { body: { temperature: 21 }, token: ann.deviceToken })
  await expect.poll(() => annFrames.length).toBe(1)
  expect(annFrames[0]).toContain(ann.has.deviceId)
})

/** Repeats a request that a busy server asks to repeat. */
async function untilAnswered<R extends { readonly status: number }>(request: () => Promise<R>): Promise<R> {
  const reply = await request()
  return reply.status === 503 ? untilAnswered(request) : reply
}

test('every connection under load receives all messages of its own user and no others', async () => {
  const { world, ann, bob } = await listening()
  const everybody = [ann, bob, await furnish(world, 'carl'), await furnish(world, 'dora')]
  const pages = await Promise.all(everybody.map(({ has }) => openPage(world, has.userId)))
  for (const { person, has } of everybody) {
    const topicIds = [
      topic.readingsOf(has.deviceId),
      topic.alertsOf(has.userId),
      topic.changesOf(has.userId),
      topic.householdOf(has.householdId),
      topic.dashboard,
    ]
    const body = { clientId: has.userId, topicIds }
    expect((await person.call(liveRoutes.subscribe, { body })).status).toBe(204)
  }
  const COUNT = 40
  const refused = await Promise.all(
    everybody.flatMap((one, place) =>
      Array.from({ length: COUNT }, async (_, index) => {
        const other = everybody[(place + 1 + (index % 3)) % 4] ?? one
        // The values identify the user, and each pair crosses the limit of 15 °C once more.
        const temperature = index % 2 === 0 ? 10 : 20 + place
        const names = namesOf(other.has)
        const body = { clientId: one.has.userId, topicIds: [names[index % names.length]] }
        const [asked] = await Promise.all([
          untilAnswered(() => one.person.call(liveRoutes.subscribe, { body })),
          untilAnswered(() => world.call(readingRoutes.send, { body: { temperature }, token: one.deviceToken })),
          untilAnswered(() => one.person.call(plantRoutes.water, { query: { plantId: one.has.plantId } })),
        ])
        return asked.status
      }),
    ),
  )
  expect([...new Set(refused)]).toEqual([403])
  for (const [place, { has }] of everybody.entries()) {
    const received = () => pages[place]?.join('\n') ?? ''
    const readings = () => received().split('"temperature":').length - 1
    await expect.poll(readings).toBe(COUNT)
    await expect.poll(received).toContain(`"watered":[{"plantId":"${has.plantId}"`)
    for (const other of everybody.filter((one) => one.has.userId !== has.userId)) {
      for (const id of [other.has.deviceId, other.has.userId, other.has.deviceConditionId, other.has.plantId])
        expect(received()).not.toContain(id)
    }
  }
})

describe.each(versions)('over %s', (_name, version) => {
  test('a board can access nothing of another one, with its token in any field', async () => {
    const { world, ann, bob } = await listening()
    const [own, foreign] = [deviceOf(bob), deviceOf(ann)]
    const before = [await everythingOf(ann), await rowsOf(world, foreign)]
    const carriers = [
      { username: own.deviceToken, password: Buffer.from(own.deviceToken) },
      { username: own.deviceToken, password: Buffer.alloc(0) },
      { username: foreign.deviceId, password: Buffer.from(own.deviceToken) },
    ]
    for (const carrier of carriers) {
      for (const name of topicsOf(foreign)) {
        const wire = await openWire(world.app.devicePort(), version)
        // Also with the client id of the other board, and followed by packets for its topics.
        wire.send(connectPacket(own, version, { ...carrier, clientId: foreign.deviceId }))
        await wire.next('connack')
        wire.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: name, qos: 1 }] })
        expect((await wire.next('suback')).granted.every((code) => Number(code) >= 0x80)).toBe(true)
        if (!/[#+$\0]/.test(name)) wire.send(publishPacket(own, { temperature: 99 }, { topic: name, messageId: 2 }))
        await ann.person.call(deviceRoutes.changePreferences, {
          body: {
            deviceId: foreign.deviceId,
            interval: '600',
          },
        })
        wire.socket.end()
        await wire.ended
        expect(wire.arrived.filter(({ cmd }) => cmd === 'publish')).toEqual([])
      }
    }
    expect([await everythingOf(ann), await rowsOf(world, foreign)]).toEqual(before)
  })

  test('a token that is not or no longer that of a board is refused', async () => {
    const { world, ann, bob } = await listening()
    const replaced = await world.aDevice(bob.person)
    await bob.person.call(deviceRoutes.replaceToken, {
      query: { userDeviceId: replaced.deviceId },
      body: {
        password: 'Sprout-42!',
      },
    })
    const removed = await world.aDevice(bob.person)
    await bob.person.call(deviceRoutes.remove, { query: { userDeviceId: removed.deviceId } })
    const tokens = [
      replaced.deviceToken,
      removed.deviceToken,
      bob.person.token,
      ann.has.userId,
      ann.has.deviceId,
      '',
      '\0',
    ]
    for (const deviceToken of tokens) {
      const wire = await openWire(world.app.devicePort(), version)
      wire.send(connectPacket({ deviceId: ann.has.deviceId, deviceToken }, version))
      await wire.ended
      const answer = wire.arrived.find(({ cmd }) => cmd === 'connack') as
        | { returnCode?: number; reasonCode?: number }
        | undefined
      expect((answer?.returnCode ?? 0) + (answer?.reasonCode ?? 0)).toBeGreaterThan(0)
    }
  })

  test('every reading under load is stored for the board that sent it', async () => {
    const { world, ann, bob } = await listening()
    const everybody = [ann, bob, await furnish(world, 'carl'), await furnish(world, 'dora')]
    const COUNT = 30
    await Promise.all(
      everybody.map(async (one, place) => {
        const other = deviceOf(everybody[(place + 1) % 4] ?? one)
        for (let index = 0; index < COUNT; index++) {
          const wire = await openWire(world.app.devicePort(), version)
          wire.send(connectPacket(deviceOf(one), version, { clientId: `${place}-${index}` }))
          await wire.next('connack')
          const time = new Date(world.clock.now - 1_000_000 - index * 1000).toISOString()
          wire.send(publishPacket(deviceOf(one), { temperature: 50 + place, time }))
          expect(await wire.next('puback')).toMatchObject({ messageId: 1 })
          wire.send(
            publishPacket(
              other,
              { temperature: 50 + place, time: new Date(world.clock.now - 2_000_000).toISOString() },
              { messageId: 2 },
            ),
          )
          wire.socket.end()
          await wire.ended
        }
      }),
    )
    for (const [place, one] of everybody.entries()) {
      const measured = (await rowsOf(world, deviceOf(one)))
        .map(({ temperature }) => temperature)
        .filter((value) => (value ?? 0) >= 50)
      expect(measured).toEqual(Array.from({ length: COUNT }, () => 50 + place))
    }
  })
})

async function listening() {
  const world = await createWorld()
  await world.app.listen()
  const [ann, bob, gone] = [await furnish(world, 'ann'), await furnish(world, 'bob'), await furnish(world, 'gone')]
  await world.app.context.db.deleteFrom('user').where('id', '=', gone.has.userId).execute()
  return { world, ann, bob, gone: gone.has }
}

/** Opens a live connection. Messages that it receives are added to the returned list. */
async function openPage(world: World, clientId: string): Promise<string[]> {
  const port = portOf(world)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?id=${clientId}`, { origin: `http://127.0.0.1:${port}` })
  onTestFinished(() => socket.terminate())
  const frames: string[] = []
  socket.on('message', (bytes: Buffer) => frames.push(bytes.toString()))
  await once(socket, 'open')
  return frames
}

/** Causes every live message about a user: a reading, an alert, a watering, deleted readings. */
async function causeMessages(world: World, { person, has, deviceToken }: Owner): Promise<void> {
  await world.call(readingRoutes.send, { body: { temperature: 10 }, token: deviceToken })
  await world.call(readingRoutes.send, { body: { temperature: 30 }, token: deviceToken })
  await person.call(plantRoutes.water, { query: { plantId: has.plantId } })
  await person.call(readingRoutes.remove, { query: { deviceId: has.deviceId } })
}

function namesOf(has: Belongings): string[] {
  return [...Object.values(NAMES).flatMap((names) => names(has)), ...hubNames(has.userId)]
}

function spellings(id: string): string[] {
  return [id, id.toUpperCase(), ` ${id}`, `${id}/`, `${id}#`, `${id}%00`, `../${id}`, id.slice(0, -1)]
}

function unknown(): Belongings {
  const id = randomUUID()
  const kinds = [
    'userId',
    'householdId',
    'invitationId',
    'placeId',
    'email',
    'deviceId',
    'plantId',
    'barePlantId',
    'plantConditionId',
    'deviceConditionId',
    'alertId',
    'sessionId',
    'passkeyId',
  ]
  return Object.fromEntries(kinds.map((kind) => [kind, id])) as Record<keyof Belongings, string>
}

function deviceOf({ has, deviceToken }: Owner): DeviceCredentials {
  return { deviceId: has.deviceId, deviceToken }
}

/** Returns all topics of a board. */
function topicsOf({ deviceId }: DeviceCredentials): string[] {
  const own = [deviceId, deviceId.toUpperCase()].flatMap((id) => [
    `Device/${id}/SensorData`,
    `Device/${id}/ChangePreferences`,
  ])
  return [
    ...own,
    `Device/${deviceId}/#`,
    `Device/${deviceId}/+`,
    'Device/+/ChangePreferences',
    'Device/#',
    '#',
    `$share/g/Device/${deviceId}/#`,
  ]
}
