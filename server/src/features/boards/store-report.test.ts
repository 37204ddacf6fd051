import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'

test.each(databases)(
  'on %s a report of somebody who was removed meanwhile is of no use, and no error',
  async (_name, open) => {
    const { app, clock } = await createWorld({}, await open())
    const owner = { userId: randomUUID(), source: { kind: 'hub', id: randomUUID() } } as const
    const readings = [{ time: clock.now, values: [{ metric: 'temperature', channel: '', value: 21 }] }]
    const report = { board: { family: 'json', externalId: 'bench' }, readings } as const
    for (let round = 0; round < 3; round++) {
      const taken = app.boards.take(owner, report, { arrivedAt: clock.now, isRetained: false })
      expect(await taken).toBeUndefined()
    }
  },
)
