import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { holdStore, rowsOf } from '../../test/boards.ts'
import { createWorld, ingestParts } from '../../test/world.ts'
import type { BatchLimits } from '../platform/batch-queue.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import { LIMITS } from './ingest-types.ts'
import { openIngest } from './ingest.ts'

/** A second ingest, with small groups, into the store of a world in which Ann has devices. */
async function secondIngest(limits: Partial<BatchLimits> = {}, clock?: ClockWatch) {
  const world = await createWorld()
  const { context } = world.app
  const ingest = openIngest(context, {
    ...ingestParts(context),
    limits: { ...LIMITS, groupSize: 10, groupMs: 0, ...limits },
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

test('everybody else has a turn between the groups of a long list', async () => {
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

test('a single reading of one device does not wait behind all the lists of another', async () => {
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

test('a reading that the store can not take harms only who sent it', async () => {
  const { app, ingest, aBoard, readings } = await secondIngest({ groupSize: 500 })
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
