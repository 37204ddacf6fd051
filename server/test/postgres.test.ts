import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { insertPlant } from '../src/features/plants/plant-store.ts'
import { databases } from './databases.ts'
import { createWorld } from './world.ts'

describe.each(databases)('on %s', { timeout: 60_000 }, (_name, open) => {
  test('plants that are added at the same time stay within the limit', async () => {
    const { db } = await open()
    const { userId } = await (await createWorld({}, { db, dialect: 'sqlite', close: async () => {} })).as('ann')
    const add = (id: string, meanwhile: () => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        const made = await insertPlant(tx, userId, { ...basil, id, createdAt: 0, most: 1 })
        await meanwhile()
        return made?.plantId
      })
    let second: Promise<string | undefined> | undefined
    const first = await add('first', async () => {
      second = add('second', async () => {})
      await wait(200)
    })
    expect([first, await second]).toEqual(['first', undefined])
  })
})

const basil = {
  plantName: 'Basil',
  plantType: 'Herb',
  plantNotes: '',
  planted: null,
  lastWatered: null,
  waterEvery: null,
  isDead: false,
}
