import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { holdStore, rowsOf } from '../../test/boards.ts'
import { createWorld, raisingOf } from '../../test/world.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import { openIngest, type IngestLimits } from './ingest.ts'

const LIMITS: IngestLimits = { queueBytes: 1e9, deviceBytes: 1e9, groupSize: 10, groupMs: 0 }

/** A queue of its own before the store of a world in which Ann has devices. */
async function queueBefore(limits: Partial<IngestLimits> = {}, clock?: ClockWatch) {
  const world = await createWorld()
  const { context } = world.app
  const ingest = openIngest(context, raisingOf(context), {
    limits: { ...LIMITS, ...limits },
    ...(clock ? { clock } : {}),
  })
  onTestFinished(() => ingest.close())
  const ann = await world.as('ann')
  return {
    ...world,
    ingest,
    async source(name: string) {
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

test('everybody else has a turn between the groups of a long list', async () => {
  const { ingest, source, readings } = await queueBefore()
  const board = await source('Tomato house')
  let turns = 0
  let waiting = true
  const count = () => {
    turns++
    if (waiting) setImmediate(count)
  }
  const taken = ingest.ingest(board, readings(500), 1)
  setImmediate(count)
  expect(await taken).toMatchObject({ stored: 500 })
  waiting = false
  expect(turns).toBeGreaterThanOrEqual(49)
})

test('a single reading of one device does not wait behind all the lists of another', async () => {
  const { ingest, source, readings } = await queueBefore()
  const [gateway, board] = [await source('Gateway'), await source('Tomato house')]
  const answered: string[] = []
  const lists = Array.from({ length: 20 }, (_, index) =>
    ingest.ingest(gateway, readings(10, index * 10), 1).then(() => answered.push(`list ${index}`)),
  )
  const single = ingest.ingest(board, readings(1), 1).then(() => answered.push('single'))
  await Promise.all([...lists, single])
  expect(answered.indexOf('single')).toBeLessThan(3)
  expect(answered.filter((name) => name !== 'single')).toEqual(lists.map((_, index) => `list ${index}`))
})

test('every device has its turn, however many lists the others send', async () => {
  const { app, ingest, source, readings } = await queueBefore({ groupSize: 100 })
  const boards = await Promise.all(['First', 'Second', 'Third'].map((name) => source(name)))
  const release = await holdStore(app.context.db)
  const answered: number[] = []
  const taken = boards.flatMap((board, index) =>
    Array.from({ length: 6 }, (_, list) =>
      ingest.ingest(board, readings(50, list * 50), 1).then(() => answered.push(index)),
    ),
  )
  release()
  await Promise.all(taken)
  // Two turns a group: whatever moment one looks at, nobody is more than a turn ahead.
  const counts = [0, 0, 0]
  for (const index of answered) {
    counts[index] = (counts[index] ?? 0) + 1
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2)
  }
  expect(counts).toEqual([6, 6, 6])
})

test('a device fills its own part of the queue, and leaves the rest to the others', async () => {
  const { app, ingest, source, readings } = await queueBefore({ queueBytes: 1000, deviceBytes: 100 })
  const [gateway, board] = [await source('Gateway'), await source('Tomato house')]
  const release = await holdStore(app.context.db)
  const taken = ingest.ingest(gateway, readings(5), 80)
  expect([ingest.isSaturated(gateway.deviceKey), ingest.isSaturated(board.deviceKey)]).toEqual([true, false])
  let free = false
  const waited = ingest.drained(gateway.deviceKey).then(() => (free = true))
  await Promise.resolve()
  expect(free).toBe(false)
  release()
  await Promise.all([taken, waited])
  expect([free, ingest.isSaturated(gateway.deviceKey)]).toEqual([true, false])
})

test('a reading that the store can not take harms only who sent it', async () => {
  const { app, ingest, source, readings } = await queueBefore({ groupSize: 500 })
  const { db } = app.context
  await sql`create trigger poison before insert on reading when new.temperature = 66.6
    begin select raise(abort, 'poison'); end`.execute(db)
  const boards = await Promise.all(['First', 'Second', 'Third', 'Fourth'].map((name) => source(name)))
  const release = await holdStore(db)
  const taken = boards.flatMap((board, index) =>
    Array.from({ length: 10 }, (_, count) => {
      const [reading] = readings(1, count)
      return ingest.ingest(board, [index === 2 && count === 4 ? { ...reading, temperature: 66.6 } : reading], 1)
    }),
  )
  release()
  const outcomes = (await Promise.allSettled(taken)).map(({ status }) => status)
  expect(outcomes.map((status, index) => (status === 'rejected' ? index : -1)).filter((index) => index >= 0)).toEqual([
    24,
  ])
  expect(ingest.counts).toMatchObject({ stored: 39, failedGroups: 1 })
})

test('a board without a clock is stamped with the right time once a clock that was ahead is right', async () => {
  const world = await queueBefore({}, { isBehind: () => false, seen: () => 0 })
  const board = await world.source('Tomato house')
  const right = world.clock.now
  world.clock.now = Date.parse('2099-01-01T00:00:00Z')
  await world.ingest.ingest(board, [{ temperature: 20 }], 1)
  world.clock.now = right
  await world.ingest.ingest(board, [{ temperature: 21 }, { temperature: 22 }], 1)
  expect((await rowsOf(world, { ...board, deviceToken: '' })).map(({ at }) => at)).toEqual([
    right,
    right + 1,
    Date.parse('2099-01-01T00:00:00Z'),
  ])
})
