import {
  boardIntakeRoutes,
  hubRoutes,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
  settingRoutes,
  signInRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { connectWire, publishPacket } from './boards.ts'
import { createWorld, type World } from './world.ts'

/** Sends as many readings as are accepted at once. */
async function spendBurst({ call }: World, token: string) {
  const nothing = Array.from({ length: 1000 }, () => null)
  for (let list = 0; list < 5; list++)
    expect((await call(readingRoutes.send, { body: nothing, token })).status).toBe(200)
}

describe('a device over its rate limit', () => {
  test('a device over its rate limit gets a retry time over HTTP, and does not delay another device of its owner', async () => {
    const world = await createWorld({ deviceReadingsPerSecond: 1 })
    const ann = await world.as('ann')
    const [device, second] = [await world.aDevice(ann), await world.aDevice(ann, 'Cucumber house')]
    await spendBurst(world, device.deviceToken)
    // Spends the one reading allowed since then, and far more.
    const list = Array.from({ length: 1000 }, () => null)
    await world.call(readingRoutes.send, { body: list, token: device.deviceToken })
    const later = await world.call(readingRoutes.send, { body: [null], token: device.deviceToken })
    expect(later.status).toBe(429)
    expect(later.body.title).toBe(
      'This device sends more than its share of 1 readings a second. Try again in a moment.',
    )
    expect(Number(later.headers['retry-after'])).toBeGreaterThan(0)
    expect(
      (await world.call(readingRoutes.send, { body: { temperature: 20 }, token: second.deviceToken })).status,
    ).toBe(200)
  })

  test('a device is charged for the fields of a reading', async () => {
    const world = await createWorld({ deviceReadingsPerSecond: 1 })
    const device = await world.aDevice(await world.as('ann'))
    const reading = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`sensor${index}`, index]))
    const post = () => world.call(readingRoutes.send, { body: [reading], token: device.deviceToken })
    const statuses: number[] = []
    for (let round = 0; round < 68; round++) statuses.push((await post()).status)
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429])
  })

  test("a device is charged for the rules on its values, and the owner's other devices wait, too", async () => {
    const world = await createWorld({ deviceReadingsPerSecond: 1 })
    const ann = await world.as('ann')
    const [device, second] = [await world.aDevice(ann), await world.aDevice(ann, 'Cucumber house')]
    const post = (body: object, { deviceToken }: { deviceToken: string }) =>
      world.call(readingRoutes.send, { body, token: deviceToken })
    const minutesAgo = (minutes: number) => new Date(world.clock.now - minutes * 60_000).toISOString()
    await post({ temperature: 20, time: minutesAgo(10_000) }, device)
    const [series] = (await ann.call(seriesRoutes.newest)).body
    for (let rule = 0; rule < 100; rule++)
      await ann.call(ruleRoutes.create, { body: { kind: 'above', seriesId: series.seriesId, limit: 30 + rule / 10 } })
    for (let list = 5; list > 0; list--) {
      const readings = Array.from({ length: 990 }, (_, index) => ({
        temperature: 20,
        time: minutesAgo(list * 1000 - index),
      }))
      expect((await post(readings, device)).status).toBe(200)
    }
    expect((await post({ temperature: 20 }, second)).status).toBe(429)
  })

  test('a device over its rate limit waits over MQTT, and its earlier readings are acknowledged', async () => {
    const world = await createWorld({ deviceReadingsPerSecond: 1 })
    await world.app.listen()
    const device = await world.aDevice(await world.as('ann'))
    await spendBurst(world, device.deviceToken)
    const wire = await connectWire(world.app.devicePort(), device, 5)
    for (const messageId of [1, 2, 3]) {
      wire.send(publishPacket(device, { temperature: 20 }, { messageId }))
      expect(await wire.next('puback')).toMatchObject({ messageId, reasonCode: 0 })
    }
  })

  test('a device is not limited when no limit is set', async () => {
    const world = await createWorld({ deviceReadingsPerSecond: 0 })
    const device = await world.aDevice(await world.as('ann'))
    await spendBurst(world, device.deviceToken)
    expect(
      (await world.call(readingRoutes.send, { body: { temperature: 20 }, token: device.deviceToken })).status,
    ).toBe(200)
  })
})

test('a session with too many changes has to wait, may still read, and delays no other', async () => {
  const world = await createWorld({ sessionWritesPerMinute: 5 })
  const ann = await world.as('ann')
  const change = (token: string) =>
    world.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: true }, token })
  const statuses: number[] = []
  for (let count = 0; count < 8; count++) statuses.push((await change(ann.token)).status)
  expect(statuses.slice(0, 5)).toEqual([204, 204, 204, 204, 204])
  const refused = await change(ann.token)
  expect([refused.status, refused.body.type]).toEqual([429, 'urn:greenhouse:problem:session.too-many-writes'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ann.call(settingRoutes.get)).status).toBe(200)
  const login = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  expect((await change(login.body.jwt)).status).toBe(204)
})

test('the largest list within the limits is stored for a hub and a device, and a larger one is refused', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { token } = (await ann.call(hubRoutes.create, { body: { name: 'Gateway' } })).body
  const { deviceToken } = await world.aDevice(ann)
  const sensors = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`s${index}`, 1000.25 + index]))
  const messages = Array.from({ length: 1000 }, (_, index) => ({
    time: new Date(world.clock.now - index * 60_000).toISOString(),
    ...sensors,
  }))
  expect(JSON.stringify(messages).length).toBeGreaterThan(900_000)
  const { path } = boardIntakeRoutes.json
  const post = (sent: object, as: string) => world.request('POST', path, sent, as)
  expect(await post(messages, token)).toMatchObject({ status: 200, body: { stored: 0, waiting: 1000, refused: [] } })
  expect(await post(messages, deviceToken)).toMatchObject({ status: 200, body: { stored: 1000, refused: [] } })
  const tooLarge = [...messages, { note: 'x'.repeat(200_000) }]
  expect((await post(tooLarge, token)).status).toBe(413)
})
