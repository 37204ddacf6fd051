import { serverRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { registration } from '../../../../testing/growers.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'

describe.each(databases)('with REGISTRATION=first on %s', (_name, open) => {
  test('keeps registration open until there is an account', async () => {
    const { call } = await createWorld({ registration: 'first' }, await open())
    const isOpen = async () => (await call(serverRoutes.info)).body.registrationOpen
    expect(await isOpen()).toBe(true)
    expect((await call(signInRoutes.register, { body: registration('ann') })).status).toBe(200)
    expect(await isOpen()).toBe(false)
    expect((await call(signInRoutes.register, { body: registration('bob') })).body.type).toBe(
      'urn:greenhouse:problem:registration.closed',
    )
  })

  test('lets one of three concurrent registrations succeed', async () => {
    const { call } = await createWorld({ registration: 'first' }, await open())
    const answers = await Promise.all(
      ['ann', 'bob', 'cem'].map((name) => call(signInRoutes.register, { body: registration(name) })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  })
})
