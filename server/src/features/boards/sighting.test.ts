import { boardRoutes, exportRoutes, type Board, type HeardOnce } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { hear, ownerOf, rowsOf, temperature, type Heard } from '../../../test/report-board.ts'
import { createWorld } from '../../../test/world.ts'
import type { BoardReading, BoardReport } from './board-report.ts'
import { deleteOldSightings } from './sighting-store.ts'

const MINUTE = 60_000

describe.each(databases)('sightings on %s', (_name, open) => {
  async function aWorld() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const report = (over: Partial<Heard> = {}) => hear(world, ownerOf(ann), over)
    const overhear = (over: Partial<Heard> = {}) => report({ family: 'theengs', ...over })
    const list = async (): Promise<Board[]> => (await ann.call(boardRoutes.list)).body
    const heardOnce = async (): Promise<HeardOnce[]> => (await ann.call(boardRoutes.heardOnce)).body
    return { ...world, ann, report, overhear, list, heardOnce }
  }

  test.each(['theengs', 'rtl433'] as const)(
    'lists a board that %s has overheard with its second message, with the readings of both',
    async (family) => {
      const { ann, report, list, heardOnce, clock, as } = await aWorld()
      const seenAt = new Date(clock.now).toISOString()
      await report({ family })
      expect(await list()).toEqual([])
      expect(await heardOnce()).toEqual([{ family, externalId: 'tasmota_1', seenAt }])
      expect((await ann.call(exportRoutes.account)).body).toMatchObject({ boardsHeardOnce: [{ family, seenAt }] })
      expect((await (await as('bob')).call(boardRoutes.heardOnce)).body).toEqual([])
      clock.now += 5 * MINUTE
      await report({ family, values: [temperature(22)] })
      expect(await list()).toMatchObject([{ family, firstSeen: seenAt, everySeconds: 300, waiting: 2 }])
      expect(await heardOnce()).toEqual([])
    },
  )

  test('counts the values of one radio message on several topics as one message', async () => {
    const { overhear, list, heardOnce, clock } = await aWorld()
    const time = clock.now
    await overhear({ time })
    clock.now += 200
    const values = [temperature(21), { metric: 'humidity', channel: '', value: 60 }]
    await overhear({ time, values })
    expect([await list(), await heardOnce()]).toMatchObject([[], [{ externalId: 'tasmota_1' }]])
    clock.now += MINUTE
    await overhear()
    expect(await list()).toMatchObject([{ waiting: 2, measures: [{ value: 21 }, { value: 60 }] }])
  })

  test('removes sightings with their account, a day later, and beyond the total limit', async () => {
    const world = await aWorld()
    const { ann, overhear, heardOnce, app, clock } = world
    const bob = await world.as('bob')
    for (let id = 0; id < 4; id++) await overhear({ externalId: `ann_${id}`, time: (clock.now += 1000) })
    await hear(world, ownerOf(bob), { family: 'theengs', externalId: 'bob' })
    await deleteOldSightings(app.context.db, clock.now, 3)
    const names = async (): Promise<string[]> => (await heardOnce()).map(({ externalId }) => externalId)
    expect(await names()).toEqual(['ann_3', 'ann_2'])
    expect((await bob.call(boardRoutes.heardOnce)).body).toHaveLength(1)
    await deleteOldSightings(app.context.db, clock.now + 1440 * MINUTE - 500)
    expect(await names()).toEqual(['ann_3'])
    await app.context.db.deleteFrom('household').where('id', '=', ann.householdId).execute()
    expect(await rowsOf(app, 'sighting')).toBe(1)
  })

  test('stores a bounded number of invented ids, the newest ones', async () => {
    const { report, overhear, heardOnce, app } = await aWorld()
    const invent = (count: number, send: typeof report) =>
      Promise.all(Array.from({ length: count }, (_, id) => send({ externalId: `invented_${id}` })))
    await invent(210, overhear)
    expect([await rowsOf(app, 'board'), await rowsOf(app, 'sighting')]).toEqual([0, 200])
    await invent(410, report)
    expect(await rowsOf(app, 'board')).toBeGreaterThan(190)
    expect(await rowsOf(app, 'board')).toBeLessThanOrEqual(200)
    expect(await rowsOf(app, 'sighting')).toBe(200)
    expect(await heardOnce()).toContainEqual(expect.objectContaining({ family: 'tasmota', externalId: 'invented_409' }))
  })

  test("keeps the newest readings of a board that can't be listed yet", async () => {
    const { report, app } = await aWorld()
    await Promise.all(Array.from({ length: 201 }, (_, id) => report({ externalId: `other_${id}` })))
    await report({ externalId: 'beyond', more: { readings: manyReadings(1000) } })
    const { report: kept } = await app.context.db
      .selectFrom('sighting')
      .select('report')
      .where('external_id', '=', 'beyond')
      .executeTakeFirstOrThrow()
    expect((JSON.parse(kept) as BoardReport).readings).toEqual(manyReadings(1000).slice(-128))
  })
})

function manyReadings(count: number): BoardReading[] {
  return Array.from({ length: count }, (_, index) => ({ time: 1000 * index, values: [temperature(20)] }))
}
