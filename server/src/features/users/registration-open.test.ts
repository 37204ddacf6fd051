import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, registration } from '../../../test/world.ts'

const REGISTER = '/api/auth/Register'

describe.each(databases)('with REGISTRATION=first on %s', (_name, open) => {
  test('registration is open until somebody has an account', async () => {
    const { request } = await createWorld({ registration: 'first' }, await open())
    const isOpen = async () => (await request('GET', '/api/Server/GetServerInfo')).body.registrationOpen
    expect(await isOpen()).toBe(true)
    expect((await request('POST', REGISTER, registration('ann'))).status).toBe(200)
    expect(await isOpen()).toBe(false)
    expect((await request('POST', REGISTER, registration('bob'))).body.type).toBe(
      'urn:greenhouse:problem:registration.closed',
    )
  })

  test('of three who come at once one is the first', async () => {
    const { request } = await createWorld({ registration: 'first' }, await open())
    const answers = await Promise.all(
      ['ann', 'bob', 'cem'].map((name) => request('POST', REGISTER, registration(name))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  })
})
