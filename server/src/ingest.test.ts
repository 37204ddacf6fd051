import { expect, onTestFinished, test } from 'vitest'
import { createWorld, raisingOf } from '../test/world.ts'
import { openIngest, type IngestLimits } from './ingest.ts'

const LIMITS: IngestLimits = { queueBytes: 1e9, groupSize: 10, groupMs: 0 }

/** A queue of its own before the store of a world in which Ann has devices. */
async function queueBefore(limits: Partial<IngestLimits> = {}) {
  const world = await createWorld()
  const { context } = world.app
  const ingest = openIngest(context, raisingOf(context), { ...LIMITS, ...limits })
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
  const taken = ingest.take(board, readings(500), 1)
  setImmediate(count)
  expect(await taken).toMatchObject({ stored: 500 })
  waiting = false
  expect(turns).toBeGreaterThanOrEqual(49)
})
