import { readingRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from './databases.ts'
import { createWorld } from './world.ts'

describe.each(databases)('with %s', (_name, open) => {
  test('an empty list of readings is accepted, and stores nothing', async () => {
    const world = await createWorld({}, await open())
    const { deviceToken } = await world.aDevice(await world.as('ann'))
    const { status, body } = await world.call(readingRoutes.send, { body: [], token: deviceToken })
    expect([status, body]).toEqual([200, { stored: 0, duplicates: 0, refused: [] }])
  })
})
