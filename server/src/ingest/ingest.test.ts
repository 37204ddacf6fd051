import { metricById } from '@greenhouse/contract'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { holdStore, rowsOf } from '../../test/boards.ts'
import { UNAVAILABLE_DATABASE } from '../../test/unavailable-database.ts'
import { ON_CLUSTER } from '../../test/on-cluster.ts'
import { createWorld, ingestParts, type World } from '../../test/world.ts'
import { KnownDevices } from '../features/devices/known-devices.ts'
import { listSeriesOf, type SeriesRow } from '../features/series/series-store.ts'
import type { BatchLimits } from '../platform/batch-queue.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Db } from '../platform/db/schema.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import { LIMITS } from './ingest-types.ts'
import { openIngest } from './ingest.ts'

/** A second ingest, with small groups, into the store of a world in which Ann has devices. */
async function secondIngest(limits: Partial<BatchLimits> = {}, clock?: ClockWatch) {
  const world = await createWorld()
  const { context } = world.app
  const ingest = openIngest(context, {
    ...ingestParts(context),
    limits: { ...LIMITS, batchSize: 10, batchMs: 0, ...limits },
    ...(clock ? { clock } : {}),
  })
  onTestFinished(() => ingest.close())
  const ann = await world.as('ann')
  return {
    ...world,
    ingest,
    async aBoard(name: string) {
      const { deviceId } = await world.aDevice(ann, name)
      const { key } = await context.db
        .selectFrom('device')
        .select('key')
        .where('id', '=', deviceId)
        .executeTakeFirstOrThrow()
      return { deviceId, deviceKey: key }
    },
    readings: (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({
        temperature: 20,
        time: new Date(world.clock.now - 1_000_000 + (from + index) * 1000).toISOString(),
      })),
  }
}

test('yields between the groups of a long list', async () => {
  const { ingest, aBoard, readings } = await secondIngest()
  const board = await aBoard('Tomato house')
  let turns = 0
  let waiting = true
  const count = () => {
    turns++
    if (waiting) setImmediate(count)
  }
  const ingested = ingest.ingest(board, readings(500), 1)
  setImmediate(count)
  expect(await ingested).toMatchObject({ stored: 500 })
  waiting = false
  expect(turns).toBeGreaterThanOrEqual(49)
})

// In a cluster devices share a queue with those of their partition only.
test.skipIf(ON_CLUSTER)('a single reading of one device does not wait behind all the lists of another', async () => {
  const { ingest, aBoard, readings } = await secondIngest()
  const [gateway, board] = [await aBoard('Gateway'), await aBoard('Tomato house')]
  const answered: string[] = []
  const lists = Array.from({ length: 20 }, (_, index) =>
    ingest.ingest(gateway, readings(10, index * 10), 1).then(() => answered.push(`list ${index}`)),
  )
  const single = ingest.ingest(board, readings(1), 1).then(() => answered.push('single'))
  await Promise.all([...lists, single])
  expect(answered.indexOf('single')).toBeLessThan(3)
  expect(answered.filter((name) => name !== 'single')).toEqual(lists.map((_, index) => `list ${index}`))
})

// It is the table of SQLite that refuses here.
test.skipIf(ON_CLUSTER)('a reading that the store can not take harms only who sent it', async () => {
  const { app, ingest, aBoard, readings } = await secondIngest({ batchSize: 500 })
  const { db } = app.context
  // 66.6 in the bytes of the log.
  await sql`create trigger poison before insert on reading_log when instr(new.data, x'a153') > 0
    begin select raise(abort, 'poison'); end`.execute(db)
  const boards = await Promise.all(['First', 'Second', 'Third', 'Fourth'].map((name) => aBoard(name)))
  const release = await holdStore(db)
  const ingested = boards.flatMap((board, index) =>
    Array.from({ length: 10 }, (_, count) => {
      const [reading] = readings(1, count)
      return ingest.ingest(board, [index === 2 && count === 4 ? { ...reading, temperature: 66.6 } : reading], 1)
    }),
  )
  release()
  const outcomes = (await Promise.allSettled(ingested)).map(({ status }) => status)
  expect(outcomes.map((status, index) => (status === 'rejected' ? index : -1)).filter((index) => index >= 0)).toEqual([
    24,
  ])
  expect(ingest.counts).toMatchObject({ stored: 39, failedGroups: 1 })
})

/** Devices in a database that can be made unavailable. */
class DevicesThatMayBeAway extends KnownDevices {
  isAway = false

  constructor() {
    super(undefined, true)
  }

  override ask(db: Db, deviceKeys: Iterable<number>) {
    return super.ask(this.isAway ? UNAVAILABLE_DATABASE : db, deviceKeys)
  }
}

test('acknowledges nothing of a device that cannot be looked up now, and continues with others', async () => {
  const { app, aBoard, readings } = await secondIngest()
  const { context } = app
  const devices = new DevicesThatMayBeAway()
  const parts = { ...ingestParts(context), devices }
  const ingest = openIngest(context, { ...parts, limits: { ...LIMITS, batchMs: 20 } })
  onTestFinished(() => ingest.close())
  const [known, unknown] = [await aBoard('Tomato house'), await aBoard('Shed')]
  await ingest.ingest(known, readings(1), 1)
  // Only its series are in memory.
  await parts.registry.seriesFor(unknown.deviceKey, metricById('temperature'))
  devices.isAway = true
  devices.forgetAll()
  const sent = await Promise.allSettled([known, unknown].map((board) => ingest.ingest(board, readings(1, 1), 1)))
  expect(sent).toMatchObject([
    { status: 'fulfilled', value: { stored: 1 } },
    { status: 'rejected', reason: { status: 503 } },
  ])
  devices.isAway = false
  expect(await ingest.ingest(unknown, readings(1, 1), 1)).toMatchObject({ stored: 1 })
})

test('stores the first readings of a connected device while it cannot be looked up', async () => {
  const { app, aBoard, readings } = await secondIngest()
  const devices = new DevicesThatMayBeAway()
  const parts = { ...ingestParts(app.context), devices }
  const ingest = openIngest(app.context, parts)
  onTestFinished(() => ingest.close())
  const board = await aBoard('Tomato house')
  await parts.registry.seriesFor(board.deviceKey, metricById('temperature'))
  await ingest.prepare(board.deviceKey)
  devices.isAway = true
  devices.forgetAll()
  expect(await ingest.ingest(board, readings(1), 1)).toMatchObject({ stored: 1 })
})

test('a board without a clock is stamped with the right time once a clock that was ahead is right', async () => {
  const world = await secondIngest({}, { isBehind: () => false, seen: () => 0 })
  const board = await world.aBoard('Tomato house')
  const right = world.clock.now
  world.clock.now = Date.parse('2099-01-01T00:00:00Z')
  await world.ingest.ingest(board, [{ temperature: 20 }], 1)
  world.clock.now = right
  await world.ingest.ingest(board, [{ temperature: 21 }, { temperature: 22 }], 1)
  expect((await rowsOf(world, board)).map(({ at }) => at)).toEqual([
    right,
    right + 1,
    Date.parse('2099-01-01T00:00:00Z'),
  ])
})

describe('readings that were decoded before', () => {
  const NOW = Date.parse('2026-11-20T09:41:00Z')
  const value = (metric: string, sent: number, channel = '') => ({ metric, channel, value: sent })

  /** The stored values of a device by the key of their series, with their times. */
  async function storedOf({ app }: Pick<World, 'app'>, { deviceKey }: DeviceRef) {
    const series = await listSeriesOf(app.context.db, [deviceKey])
    const stored: Record<string, Array<[number, number]>> = {}
    const slots = series.map(({ slot }) => slot)
    for await (const columns of app.context.timeSeries.raw(deviceKey, slots, { from: 0, to: 2 * NOW })) {
      for (const { slot, at, values } of columns) {
        const { metric, channel } = series.find((one) => one.slot === slot) as SeriesRow
        const pairs = [...at].map((time, index): [number, number] => [time - NOW, values[index] as number])
        ;(stored[`${metric} ${channel}`.trim()] ??= []).push(...pairs)
      }
    }
    return stored
  }

  test('stores values by metric and channel, with derived values', async () => {
    const world = await secondIngest()
    const board = await world.aBoard('Tomato house')
    const values = [value('temperature', 25, 'bed 1'), value('humidity', 60, 'bed 1'), value('co2', 900)]
    const result = await world.ingest.ingestReadings(board, [{ time: NOW - 5000, values }], 1)
    expect(result).toEqual({ stored: 1, duplicates: 0, refused: [] })
    expect(await storedOf(world, board)).toEqual({
      'temperature bed_1': [[-5000, 25]],
      'humidity bed_1': [[-5000, 60]],
      'vpd bed_1': [[-5000, 1.267]],
      'dewPoint bed_1': [[-5000, 16.7]],
      co2: [[-5000, 900]],
    })
  })

  test('gives readings without a time that of their arrival, two of them two times', async () => {
    const world = await secondIngest()
    const board = await world.aBoard('Tomato house')
    const readings = [20, 21].map((sent) => ({ values: [value('temperature', sent)] }))
    await world.ingest.ingestReadings(board, readings, 1)
    expect(await storedOf(world, board)).toEqual({
      temperature: [
        [0, 20],
        [1, 21],
      ],
    })
  })

  test('gives readings of the future the time of their arrival, and explains it', async () => {
    const world = await secondIngest()
    const board = await world.aBoard('Tomato house')
    const result = await world.ingest.ingestReadings(
      board,
      [{ time: NOW + 60_001, values: [value('temperature', 20)] }],
      1,
    )
    expect(result).toMatchObject({
      stored: 1,
      refused: [{ index: 0, reason: 'The time is more than a minute ahead. The time of arrival was stored.' }],
    })
    expect(await storedOf(world, board)).toEqual({ temperature: [[0, 20]] })
  })

  test('joins values with earlier ones of the same time, which are stored and refused once', async () => {
    const world = await secondIngest()
    const board = await world.aBoard('Tomato house')
    const first = [value('temperature', 25), value('co2', -1)]
    const results = await Promise.all([
      world.ingest.ingestReadings(board, [{ time: NOW, values: first }], 1),
      world.ingest.ingestReadings(board, [{ time: NOW, values: [value('humidity', 60)], before: first }], 1),
    ])
    expect(results.map(({ stored, refused }) => [stored, refused.length])).toEqual([
      [1, 1],
      [1, 0],
    ])
    expect(await storedOf(world, board)).toEqual({
      temperature: [[0, 25]],
      humidity: [[0, 60]],
      vpd: [[0, 1.267]],
      dewPoint: [[0, 16.7]],
    })
  })

  test('keeps the unit of a number without a metric, in one line', async () => {
    const world = await secondIngest()
    const board = await world.aBoard('Tomato house')
    const flow = { metric: 'other', channel: 'flow', value: 3.5, unit: 'l/\u202emin\n' }
    await world.ingest.ingestReadings(board, [{ values: [flow, value('noSuchMetric', 4)] }], 1)
    expect(await storedOf(world, board)).toEqual({ 'other flow': [[0, 3.5]], 'other noSuchMetric': [[0, 4]] })
    const series = await listSeriesOf(world.app.context.db, [board.deviceKey])
    expect(series.find(({ channel }) => channel === 'flow')?.unit).toBe('l/min')
  })

  test('refuses values out of range, without a number or without a name, with an explanation', async () => {
    const world = await secondIngest()
    const board = await world.aBoard('Tomato house')
    const reasons: string[] = []
    for (const sent of [value('temperature', 200), value('humidity', Number.NaN), value('other', 1, '°')]) {
      const { refused } = await world.ingest.ingestReadings(board, [{ values: [sent] }], 1)
      reasons.push(...refused.map(({ reason }) => reason))
    }
    expect(reasons).toEqual([
      'Temperature 200 °C is outside -40 to 130 °C.',
      'Humidity is not a number.',
      '"°" cannot be the name of a sensor.',
    ])
    expect(await storedOf(world, board)).toEqual({})
  })

  test('rejects readings without a time while the clock of the server is behind', async () => {
    const world = await secondIngest({}, { isBehind: () => true, seen: () => 0 })
    const board = await world.aBoard('Tomato house')
    const readings = [{ values: [value('temperature', 20)] }]
    await expect(async () => world.ingest.ingestReadings(board, readings, 1)).rejects.toThrow('clock')
  })
})
