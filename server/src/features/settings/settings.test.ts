import { addressOf, settingRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'

test('gives a new account Celsius and nothing else', async () => {
  const { as } = await createWorld()
  const ann = await as('ann')
  expect((await ann.call(settingRoutes.get)).body).toEqual({
    celsius: true,
    darkTheme: false,
    confirmDialog: false,
    secretMode: false,
    browserFormat: false,
    twelveHours: false,
    locale: null,
  })
})

test("changes a user's own setting by a value or a bare boolean", async () => {
  const { as } = await createWorld()
  const [ann, bob] = [await as('ann'), await as('bob')]
  expect(
    (await ann.call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: true } })).status,
  ).toBe(204)
  await ann.call(settingRoutes.set, { params: { settingName: 'CELSIUS' }, body: { value: false } })
  await ann.call(settingRoutes.set, { params: { settingName: 'twelvehours' }, body: { value: true } })
  expect((await ann.call(settingRoutes.get)).body).toEqual({
    celsius: false,
    darkTheme: true,
    confirmDialog: false,
    secretMode: false,
    browserFormat: false,
    twelveHours: true,
    locale: null,
  })
  expect((await bob.call(settingRoutes.get)).body).toMatchObject({ celsius: true, darkTheme: false })
})

test('accepts a bare boolean as a value', async () => {
  const { as, app } = await createWorld()
  const { token, call } = await as('ann')
  const answer = await app.http.fastify.inject({
    method: 'PATCH',
    url: addressOf(settingRoutes.set, { params: { settingName: 'confirmdialog' } }),
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: 'true',
  })
  expect(answer.statusCode).toBe(204)
  expect((await call(settingRoutes.get)).body).toMatchObject({ confirmDialog: true })
})

test('keeps the locale of a browser with its format', async () => {
  const { as } = await createWorld()
  const ann = await as('ann')
  const params = { settingName: 'browserformat' }
  const set = (body: object) => ann.call(settingRoutes.set, { params, body })
  expect((await set({ value: true, locale: 'en-US' })).status).toBe(204)
  expect((await set({ value: false })).status).toBe(204)
  expect((await ann.call(settingRoutes.get)).body).toMatchObject({ browserFormat: false, locale: 'en-US' })
  const wrong = await set({ value: true, locale: 'English, please' })
  expect([wrong.status, JSON.stringify(wrong.body.errors)]).toEqual([400, expect.stringContaining('locale')])
})

test.each([
  ['celsius', { value: 'yes' }],
  ['celsius', {}],
  ['volume', { value: true }],
  ['__proto__', { value: true }],
])('refuses %s with %j', async (settingName, body) => {
  const { as } = await createWorld()
  const ann = await as('ann')
  expect((await ann.call(settingRoutes.set, { params: { settingName }, body })).status).toBe(400)
})
