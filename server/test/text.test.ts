import { signInRoutes } from '@greenhouse/contract'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { PASSWORD, registration } from '../../testing/growers.ts'
import { namedRoutes } from '@greenhouse/contract/register'
import { createWorld } from './world.ts'

/** Passwords and tokens, which are only stored hashed or encrypted. */
const NEVER_KEPT = /password|confirm|token|ticket|recoveryCode/i

/** Returns the text fields of an object schema. */
function textFields(schema: unknown): string[] {
  const { shape } = (schema ?? {}) as { shape?: Readonly<Record<string, z.ZodMiniType>> }
  return Object.entries(shape ?? {})
    .filter(
      ([name, field]) => !NEVER_KEPT.test(name) && JSON.stringify(z.toJSONSchema(field, OUTSIDE)).includes('"string"'),
    )
    .map(([name]) => name)
}
const OUTSIDE = { io: 'input', unrepresentable: 'any' } as const

const fields = namedRoutes.flatMap(({ name, route }) => [
  ...textFields(route.body).map((field) => ({ name, schema: route.body, field })),
  ...textFields(route.query).map((field) => ({ name, schema: route.query, field })),
])

test('no text field of a route accepts characters that PostgreSQL can not store', () => {
  expect(fields.length).toBeGreaterThan(30)
  const taken = fields.flatMap(({ name, schema, field }) =>
    ['good\0bad', '2026-01-01T00:00:00Z\0', '\ud800'].flatMap((text) => {
      const result = (schema as z.ZodMiniType).safeParse({ [field]: text })
      const refused = result.error?.issues.some(({ path }) => path[0] === field)
      return refused ? [] : [`${name}.${field} takes ${JSON.stringify(text)}`]
    }),
  )
  expect(taken).toEqual([])
})

test('a password is the same in any encoding of its accents', async () => {
  const { call } = await createWorld()
  const login = (password: string) =>
    call(signInRoutes.login, { body: { email: 'ann@example.org', password } }).then(({ status }) => status)
  await call(signInRoutes.register, { body: { ...registration('ann'), password: `${PASSWORD}ren\u0065\u0301` } })
  expect(await login(`${PASSWORD}ren\u00e9`)).toBe(200)
  expect(await login(`${PASSWORD}ren\u0065\u0301`)).toBe(200)
  expect(await login(`${PASSWORD}rene`)).toBe(401)
})
