import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plantRoutes, readingRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { ON_CLUSTER } from './on-cluster.ts'
import { rowsOf } from './boards.ts'
import { databases } from './databases.ts'
import { KNOWN_WITHIN_MS } from '../src/features/retention/known-edge.ts'
import { openRetention } from '../src/features/retention/retention.ts'
import { insertDeadLetters } from '@greenhouse/timeseries/testing'
import { listDeadLetters } from '@greenhouse/timeseries'
import { createWorld, type Person, type World } from './world.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

/** Starts a server with a device that has sent a reading every five minutes for ten days. */
async function aServer(...parameters: Parameters<typeof createWorld>) {
  const world = await createWorld(...parameters)
  const ann = await world.as('ann')
  const device = await world.aDevice(ann)
  const end = Math.floor(world.clock.now / DAY) * DAY
  const times = Array.from({ length: 10 * 288 }, (_, index) => end - 10 * DAY + index * 5 * MINUTE)
  for (let from = 0; from < times.length; from += 1000) await send(world, device, times.slice(from, from + 1000))
  const chart = async (from: number, to: number, points: number) =>
    (
      await ann.call(readingRoutes.history, {
        query: { deviceId: device.deviceId, from: iso(from), to: iso(to), points },
      })
    ).body[0]
  return { world, ann, device, end, chart }
}

async function send({ call }: World, { deviceToken }: { deviceToken: string }, times: readonly number[]) {
  const readings = times.map((at) => ({ temperature: (at / MINUTE) % 37, time: iso(at) }))
  return (await call(readingRoutes.send, { body: readings, token: deviceToken })).body
}

async function countOf({ app }: World, table: 'alert' | 'session' | 'subscriber' | 'care') {
  const { n } = await app.context.db
    .selectFrom(table)
    .select((count) => count.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

describe.each(databases)('retention on %s', (_name, open) => {
  // In a cluster they are removed in two steps: see the next test.
  test.skipIf(ON_CLUSTER)(
    'removes readings after the configured days, and keeps their charts from summaries',
    async () => {
      const { world, device, end, chart } = await aServer({ keepReadingsDays: 4 }, await open())
      await world.app.context.timeSeries.compact()
      const whole = await chart(end - 10 * DAY, end - 1, 40)
      const part = await chart(end - 9 * DAY, end - 8 * DAY - 1, 96)
      await world.app.retention.runNow()
      // From 09:41 four days ago on, from the six hours that began at 06:00.
      const [first] = await rowsOf(world, device)
      expect(first?.at).toBe(end - 4 * DAY + 6 * 60 * MINUTE)
      expect(await chart(end - 10 * DAY, end - 1, 40)).toEqual(whole)
      // The readings are gone, and their sums are not.
      expect(await chart(end - 9 * DAY, end - 8 * DAY - 1, 96)).toEqual({ ...part, newest: null })
      expect(part.resolution).toBe(900)
    },
  )

  test('removes values at the owner of their partition, once every process refuses older ones', async () => {
    const changes = { keepReadingsDays: 4 }
    const { world, device } = await aServer({}, await open())
    const { context } = world.app
    await context.timeSeries.compact()
    const values = async () => (await rowsOf(world, device)).length
    const all = await values()
    const config = { ...context.config, ...changes }
    const dropBefore = async () => 0
    const timeSeries = { ...context.timeSeries, owned: () => [] }
    const leader = openRetention({ ...context, config, timeSeries }, { dropBefore })
    const owner = openRetention({ ...context, config }, { leads: () => false, dropBefore })
    for (const one of [leader, owner]) await one.open()
    await leader.runNow()
    expect(owner.readingsFrom).toBe(-Infinity)
    await owner.watch.runNow()
    await leader.watch.runNow()
    expect(owner.readingsFrom).toBe(leader.readingsFrom)
    expect(await values()).toBe(all)
    world.clock.now += KNOWN_WITHIN_MS
    await leader.watch.runNow()
    expect(await values()).toBe(all)
    await owner.watch.runNow()
    expect(await values()).toBeLessThan(all)
  })

  test('an hour without remaining readings is drawn from its quarter hours, and the reply says so', async () => {
    const { world, end, chart } = await aServer({ keepReadingsDays: 4 }, await open())
    const hour = end - 9 * DAY
    expect((await chart(hour, hour + 60 * MINUTE - 1, 500)).resolution).toBe(0)
    await world.app.retention.runNow()
    const { resolution, sensorHistoryRecords: records } = await chart(hour, hour + 60 * MINUTE - 1, 500)
    expect(resolution).toBe(900)
    expect(records).toHaveLength(4)
    const values = [0, 5, 10].map((minutes) => (hour / MINUTE + minutes) % 37)
    expect(records[0].temperature).toBeCloseTo((values[0]! + values[1]! + values[2]!) / 3, 5)
    expect(records[0].min.temperature).toBe(Math.min(...values))
  })

  test('removes dead letters with the readings of the same days', async () => {
    const world = await createWorld({ keepReadingsDays: 4 }, await open())
    const { db } = world.app.context
    for (const [seq, days] of [
      [1, 5],
      [2, 3],
    ] as const) {
      const letter = { partition: 0, seq, message: 0, deviceKey: 1, isWhole: false, data: new Uint8Array([1]) }
      await insertDeadLetters(db, [{ ...letter, reason: 'It could not be read.' }], world.clock.now - days * DAY)
    }
    await world.app.retention.runNow()
    expect((await listDeadLetters(db, undefined, 10)).map(({ seq }) => seq)).toEqual([2])
  })

  test('a reading older than the kept ones is refused, so that none counts twice', async () => {
    const { world, chart, device, end } = await aServer({ keepReadingsDays: 4 }, await open())
    await world.app.retention.runNow()
    const before = await chart(end - 10 * DAY, end, 40)
    expect(await send(world, device, [end - 9 * DAY, end - DAY])).toEqual({
      stored: 0,
      duplicates: 1,
      refused: [{ index: 0, reason: 'The reading is older than those that are kept.' }],
    })
    expect(await chart(end - 10 * DAY, end, 40)).toEqual(before)
  })

  test('removes alerts after the configured days, and waterings never', async () => {
    const { world, ann } = await aServer({ keepAlertsDays: 30 }, await open())
    await water(ann)
    const alert = {
      name: 'Tomato house',
      description: 'Cold',
      plant_condition_id: null,
      rule_id: null,
      series_id: null,
    }
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      ...alert,
      id: `alert-${index}`,
      household_id: ann.householdId,
      at: world.clock.now - (index < 2200 ? 31 : 29) * DAY,
      device_key: null,
      sensor_type: null,
    }))
    for (let from = 0; from < rows.length; from += 500)
      await world.app.context.db
        .insertInto('alert')
        .values(rows.slice(from, from + 500))
        .execute()
    const episode = {
      household_id: ann.householdId,
      rule_name: '',
      device_name: 'House',
      kind: 'above',
      severity: 'info',
    } as const
    const [old, young] = [world.clock.now - 31 * DAY, world.clock.now - 29 * DAY]
    const times = [
      { id: 'over', opened_at: old, known_at: old, closed_at: old },
      { id: 'ended lately', opened_at: old, known_at: old, closed_at: young },
      { id: 'open', opened_at: old, known_at: old },
    ]
    await world.app.context.db
      .insertInto('episode')
      .values(times.map((time) => ({ ...episode, limit_value: 28, ...time })))
      .execute()
    world.clock.now += DAY / 2
    await world.app.retention.runNow()
    expect([await countOf(world, 'alert'), await countOf(world, 'care')]).toEqual([300, 1])
    const left = await world.app.context.db.selectFrom('episode').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['ended lately', 'open'])
  })

  test('keeps everything without a setting', async () => {
    const { world, ann, device } = await aServer({}, await open())
    await water(ann)
    const { length: before } = await rowsOf(world, device)
    world.clock.now += 3000 * DAY
    await world.app.retention.runNow()
    expect([(await rowsOf(world, device)).length, await countOf(world, 'care')]).toEqual([before, 1])
  })

  test('removes unused sessions and unconfirmed addresses', async () => {
    const world = await createWorld({}, await open())
    await world.as('ann')
    const subscriber = { created_at: world.clock.now, mailed_at: world.clock.now }
    const { db } = world.app.context
    await db
      .insertInto('subscriber')
      .values([
        { ...subscriber, id: 'a', email: 'a@example.org', email_key: 'a@example.org', confirmed_at: null },
        { ...subscriber, id: 'b', email: 'b@example.org', email_key: 'b@example.org', confirmed_at: 1 },
      ])
      .execute()
    world.clock.now += 6 * DAY
    await world.app.retention.runNow()
    expect([await countOf(world, 'session'), await countOf(world, 'subscriber')]).toEqual([1, 2])
    world.clock.now += 25 * DAY
    await world.app.retention.runNow()
    expect([await countOf(world, 'session'), await countOf(world, 'subscriber')]).toEqual([0, 1])
  })
})

test('removes old mails, and all but the newest copy from before upgrades', async () => {
  const world = await createWorld()
  const { dataDir } = world.app.context.config
  mkdirSync(join(dataDir, 'mail'))
  mkdirSync(join(dataDir, 'before-restore-2026-01-01T000000Z'))
  const ages: Record<string, number> = {
    'before-0002-plants.db': 90,
    'before-0003-weather-place.db': 60,
    'before-0004-newsletter.db': 40,
    'mail/old.eml': 31,
    'mail/new.eml': 29,
    'before-restore-2026-01-01T000000Z': 31,
    'notes.txt': 900,
  }
  for (const [name, days] of Object.entries(ages)) {
    if (!name.startsWith('before-restore')) writeFileSync(join(dataDir, name), '')
    utimesSync(join(dataDir, name), new Date(world.clock.now - days * DAY), new Date(world.clock.now - days * DAY))
  }
  await world.app.retention.runNow()
  const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(left.filter((name) => name in ages).toSorted()).toEqual([
    'before-0004-newsletter.db',
    'mail/new.eml',
    'notes.txt',
  ])
})

async function water(person: Person): Promise<void> {
  const { body } = await person.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })
  await person.call(plantRoutes.water, { query: { plantId: body.plantId } })
}
