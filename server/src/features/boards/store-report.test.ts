import { randomUUID } from 'node:crypto'
import { NEW_BOARDS_MAX } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { insertBoard, loadBoards } from './board-store.ts'

test.each(databases)(
  'stores nothing on %s of a report whose user was removed meanwhile, without an error',
  async (_name, open) => {
    const { app, clock } = await createWorld({}, await open())
    const owner = { householdId: randomUUID(), source: { kind: 'hub', id: randomUUID() } } as const
    const readings = [{ time: clock.now, values: [{ metric: 'temperature', channel: '', value: 21 }] }]
    const report = { board: { family: 'json', externalId: 'bench' }, readings } as const
    for (let round = 0; round < 3; round++) {
      const taken = app.boards.receive(owner, report, { arrivedAt: clock.now, isRetained: false })
      expect(await taken).toBeUndefined()
    }
  },
)

test.each(databases)(
  'keeps a new board on %s with its readings when all others have a later last time',
  async (_name, open) => {
    const { app, as, clock } = await createWorld({}, await open())
    const { householdId } = await as('ann')
    const source = { kind: 'hub', id: randomUUID() } as const
    const nothing = { name: null, model: null, firmware: null, measures: [], notes: [], everySeconds: null, waiting: 0 }
    // As after a clock was set back.
    const seen = { firstSeenAt: clock.now + 60_000, lastSeenAt: clock.now + 60_000, deviceKey: null }
    await app.boards.change(householdId, () =>
      app.context.db.transaction().execute(async (tx) => {
        for (let place = 0; place < NEW_BOARDS_MAX; place++) {
          const board = { ...nothing, ...seen, boardId: randomUUID(), householdId, source, family: 'json' } as const
          await insertBoard(tx, { ...board, externalId: `other ${place}` })
        }
      }),
    )
    for (const time of [clock.now, clock.now + 1]) {
      const readings = [{ time, values: [{ metric: 'temperature', channel: '', value: 21 }] }]
      const report = { board: { family: 'json', externalId: 'new' }, readings } as const
      await app.boards.receive({ householdId, source }, report, { arrivedAt: clock.now, isRetained: false })
    }
    const boards = await loadBoards(app.context.db, householdId)
    expect(boards).toHaveLength(NEW_BOARDS_MAX)
    expect(boards.find(({ externalId }) => externalId === 'new')).toMatchObject({ waiting: 2 })
  },
)
