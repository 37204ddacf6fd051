import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { deviceRoutes, plantRoutes, readingRoutes, type Route, signInRoutes, userRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { createWorld } from './world.ts'

/** Texts that occur nowhere else. */
const TRACES = ['marigold@example.org', 'Quillfeather', 'Zanzibar basil', 'Moonlit propagator', 'Needs a drop of milk']

/** Returns which of the texts occur in which files below a folder. */
function found(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .flatMap((name) => {
      const bytes = readFileSync(join(folder, name))
      return texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`)
    })
}

test('no text of a deleted account is left in any file or in the log', async () => {
  const { app, call, as, aDevice } = await createWorld()
  const { dataDir } = app.context.config
  const person = { firstName: 'Marigold', lastName: 'Quillfeather', email: 'marigold@example.org' }
  const { body } = await call(signInRoutes.register, {
    body: {
      ...person,
      birthday: '1990-05-01',
      country: 'Denmark',
      password: PASSWORD,
    },
  })
  const theirs = (route: Route, more: object) => call(route, { body: more, token: body.jwt })
  const { password_hash: hash } = await app.context.db
    .selectFrom('user')
    .select('password_hash')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  const { body: device } = await theirs(deviceRoutes.create, {
    deviceName: 'Moonlit propagator',
  })
  // Other users have rows on the same database pages, before and after.
  for (const name of ['ann', 'bob', 'cem']) await aDevice(await as(name))
  for (let plant = 0; plant < 60; plant++)
    await theirs(plantRoutes.create, {
      plantName: `Zanzibar basil ${plant}`,
      plantType: 'Herb',
      plantNotes: 'Needs a drop of milk. '.repeat(30),
    })
  for (let part = 0; part < 5; part++) {
    const readings = Array.from({ length: 1000 }, (_, index) => ({
      temperature: index / 50,
      time: new Date(Date.parse('2026-01-01T00:00:00Z') + (part * 1000 + index) * 60_000).toISOString(),
    }))
    await call(readingRoutes.send, { body: readings, token: device.deviceToken })
  }
  const traces = [...TRACES, hash]
  expect(found(dataDir, traces).length).toBeGreaterThan(traces.length - 1)

  expect((await theirs(userRoutes.remove, { password: PASSWORD })).status).toBe(204)
  expect(found(dataDir, traces)).toEqual([])
  await app.close()
  expect(found(dataDir, traces)).toEqual([])
})
