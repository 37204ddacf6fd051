import { authRoutes, signInRoutes, userRoutes } from '@greenhouse/contract'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { databases } from '../../../test/databases.ts'
import { PASSWORD_COST } from '../../platform/secrets/password-cost.ts'
import { createWorld } from '../../../test/world.ts'
import { insertSession, SESSIONS_PER_USER_MAX } from './session-store.ts'
import { signIn } from './sign-in.ts'

const EMAIL = 'ann@example.org'
const tokens = { sign: () => Promise.resolve('a token'), verify: () => Promise.resolve(undefined) }

test.each(databases)(
  'refuses on %s a sign-in with the old password when the password changes meanwhile',
  async (_name, open) => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const change = { oldPassword: PASSWORD, newPassword: 'Sprout-43!' }
    const input = {
      email: EMAIL,
      password: PASSWORD,
      // Right after the old password was verified.
      afterPassword: async () => {
        expect((await ann.call(userRoutes.changePassword, { body: change })).status).toBe(204)
      },
    }
    await expect(
      signIn(world.app.context, tokens, input, { address: '192.0.2.1', userAgent: '', origin: '' }),
    ).rejects.toThrow('Incorrect email or password')
    const { body } = await ann.call(authRoutes.sessions)
    expect(body.map(({ current }: { current: boolean }) => current)).toEqual([true])
  },
)

test('rehashes a password of another cost at the next sign-in', async () => {
  const { app, as, call } = await createWorld({ passwordCost: PASSWORD_COST })
  const { db } = app.context
  await as('ann')
  const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await db.updateTable('user').set({ password_hash: weak }).execute()
  expect((await call(signInRoutes.login, { body: { email: EMAIL, password: PASSWORD } })).status).toBe(200)
  const { password_hash } = await db.selectFrom('user').select('password_hash').executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await call(signInRoutes.login, { body: { email: EMAIL, password: PASSWORD } })).status).toBe(200)
})

test(`ends the least recently used session beyond ${SESSIONS_PER_USER_MAX} of a user`, async () => {
  const { app, as, clock } = await createWorld()
  const [ann, bob] = [await as('ann'), await as('bob')]
  const add = async (index: number) => {
    clock.now += 1000
    const session = { id: app.context.newId(), userId: ann.userId, device: `Device ${index}`, now: clock.now }
    await insertSession(app.context.db, session)
  }
  for (let index = 1; index < SESSIONS_PER_USER_MAX; index++) await add(index)
  expect((await ann.call(authRoutes.secured)).status).toBe(200)
  await add(SESSIONS_PER_USER_MAX)
  expect((await ann.call(authRoutes.secured)).status).toBe(401)
  expect((await bob.call(authRoutes.secured)).status).toBe(200)
  const { length } = await app.context.db.selectFrom('session').selectAll().where('user_id', '=', ann.userId).execute()
  expect(length).toBe(SESSIONS_PER_USER_MAX)
})
