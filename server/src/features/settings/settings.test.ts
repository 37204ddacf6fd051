import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'

test('a new person has Celsius on and all else off', async () => {
  const { as } = await createWorld()
  const ann = await as('ann')
  expect((await ann.request('GET', '/api/UserSettings')).body).toEqual({
    celsius: true,
    darkTheme: false,
    confirmDialog: false,
    secretMode: false,
  })
})

test('a setting is changed by a value or a bare boolean, for oneself alone', async () => {
  const { as } = await createWorld()
  const [ann, bob] = [await as('ann'), await as('bob')]
  expect((await ann.request('PATCH', '/api/UserSettings/darktheme', { value: true })).status).toBe(204)
  await ann.request('PATCH', '/api/UserSettings/CELSIUS', { value: false })
  expect((await ann.request('GET', '/api/UserSettings')).body).toMatchObject({ celsius: false, darkTheme: true })
  expect((await bob.request('GET', '/api/UserSettings')).body).toMatchObject({ celsius: true, darkTheme: false })
})

test('a bare boolean is a value too', async () => {
  const { as, app } = await createWorld()
  const { token, request } = await as('ann')
  const answer = await app.http.fastify.inject({
    method: 'PATCH',
    url: '/api/UserSettings/confirmdialog',
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: 'true',
  })
  expect(answer.statusCode).toBe(204)
  expect((await request('GET', '/api/UserSettings')).body).toMatchObject({ confirmDialog: true })
})

test.each([
  ['/api/UserSettings/celsius', { value: 'yes' }],
  ['/api/UserSettings/celsius', {}],
  ['/api/UserSettings/volume', { value: true }],
  ['/api/UserSettings/__proto__', { value: true }],
])('%s with %j is refused', async (path, body) => {
  const { as } = await createWorld()
  const ann = await as('ann')
  expect((await ann.request('PATCH', path, body)).status).toBe(400)
})
