import { boardRoutes, hubRoutes, type Board } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { rowsOf } from '../../../test/report-board.ts'
import { createWorld, ingestParts } from '../../../test/world.ts'
import type { BoardOwner } from '../../features/boards/board-owner.ts'
import { BoardMessage } from '../../features/boards/board-report.ts'
import { StoreUnavailable } from '../../platform/db/errors.ts'
import { AnnouncedFacts } from './announced.ts'
import { openBoardIngest } from './board-ingest.ts'
import { MessageRateLimits } from '../message-rate-limits.ts'

const CONFIG = {
  device: { identifiers: ['bench'], name: 'Bench' },
  state_topic: 'garden/bench',
  value_template: '{{ value_json.t }}',
  unit_of_measurement: '°F',
  device_class: 'temperature',
}

describe.each(databases)('announcements on %s', (_name, open) => {
  /** A member with a hub, and intakes on one database, as after a restart or in another process. */
  async function aHub() {
    const world = await createWorld({}, await open())
    const { app, clock } = world
    const ann = await world.as('ann')
    const { hubId } = (await ann.call(hubRoutes.create, { body: { name: 'Shed' } })).body
    const owner: BoardOwner = { householdId: ann.householdId, source: { kind: 'hub', id: hubId } }
    const rateLimits = new MessageRateLimits({ deviceReadingsPerSecond: 0 })
    const parts = { ...ingestParts(app.context), ingest: app.ingest, boards: app.boards, rateLimits }
    const aBoardIngest = (announced = new AnnouncedFacts(), db = app.context.db) => {
      const boardIngest = openBoardIngest({ ...app.context, db }, { ...parts, announced })
      return {
        announce: (config: object = CONFIG, name = 'bench') => send(`homeassistant/sensor/${name}/config`, config),
        measure: (t: number) => send('garden/bench', { t }),
      }
      function send(topic: string, message: object) {
        clock.now += 60_000
        return boardIngest.ingest(owner, new BoardMessage(topic, Buffer.from(JSON.stringify(message))))
      }
    }
    const list = async (): Promise<Board[]> => (await ann.call(boardRoutes.list)).body
    const claim = async () => {
      const [board] = await list()
      await ann.call(boardRoutes.claim, { params: { boardId: board?.boardId ?? '' }, body: { deviceName: 'Bench' } })
    }
    return { ...world, ann, hubId, aBoardIngest, list, claim }
  }

  test('decodes messages after a restart as they were announced before, claimed or not', async () => {
    const { aBoardIngest, list, claim } = await aHub()
    await aBoardIngest().announce()
    expect(await aBoardIngest().measure(77)).toMatchObject({ isKnown: true, waiting: 1 })
    expect(await list()).toMatchObject([{ name: 'Bench', waiting: 1, measures: [{ value: 25, unit: '°C' }] }])
    await claim()
    expect(await aBoardIngest().measure(78)).toMatchObject({ stored: 1 })
    expect(await list()).toHaveLength(1)
  })

  test('stores an announcement again only when it has changed, and removes one that is taken back', async () => {
    const { aBoardIngest, app, clock } = await aHub()
    const { announce } = aBoardIngest()
    const rows = () =>
      app.context.db.selectFrom('announcement').select(['key', 'announced_at']).orderBy('key').execute()
    await announce()
    const stored = await rows()
    expect(stored.map(({ key }) => key)).toEqual([
      'ha config homeassistant/sensor/bench/config',
      'ha state garden/bench',
    ])
    await announce()
    expect(await rows()).toEqual(stored)
    await announce({ ...CONFIG, unit_of_measurement: '°C' })
    expect((await rows()).map((row) => row.announced_at)).toEqual([stored[0]?.announced_at, clock.now])
    await announce({})
    expect(await rows()).toEqual([])
  })

  test('keeps announcements of a claimed board when its owner announces too much', async () => {
    const { aBoardIngest, claim } = await aHub()
    await aBoardIngest().announce()
    await claim()
    const { announce, measure } = aBoardIngest(new AnnouncedFacts({ bytes: 5000, bytesInAll: 10_000 }))
    for (let id = 0; id < 20; id++)
      await announce(
        { ...CONFIG, device: { identifiers: [`other ${id}`] }, state_topic: `garden/${id}` },
        `other ${id}`,
      )
    expect(await measure(77)).toMatchObject({ stored: 1 })
  })

  test('decodes no message before the announcements of its owner are read, and keeps using those read before', async () => {
    const { aBoardIngest, app } = await aHub()
    await aBoardIngest().announce()
    const facts = new AnnouncedFacts()
    let isAway = true
    const db = new Proxy(app.context.db, {
      get(target, name) {
        if (isAway && name === 'selectFrom') throw new StoreUnavailable('away')
        const found: unknown = Reflect.get(target, name, target)
        return typeof found === 'function' ? (found.bind(target) as unknown) : found
      },
    })
    const { measure } = aBoardIngest(facts, db)
    for (let round = 0; round < 2; round++) await expect(measure(77)).rejects.toThrow('away')
    isAway = false
    expect(await measure(77)).toMatchObject({ waiting: 1 })
    facts.expire()
    isAway = true
    expect(await measure(78)).toMatchObject({ waiting: 1 })
  })

  test('removes announcements with their hub', async () => {
    const { aBoardIngest, ann, hubId, app } = await aHub()
    await aBoardIngest().announce()
    expect(await rowsOf(app, 'announcement')).toBe(2)
    await ann.call(hubRoutes.remove, { params: { hubId } })
    expect(await rowsOf(app, 'announcement')).toBe(0)
  })
})
