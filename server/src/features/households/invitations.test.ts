import {
  channelRoutes,
  DAY_MS,
  householdRoutes,
  invitationRoutes,
  plantRoutes,
  ruleRoutes,
  signInRoutes,
  userRoutes,
  type InvitationInput,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD, registration } from '../../../../testing/growers.ts'
import { databases } from '../../../test/databases.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { insertUser } from '../users/user-store.ts'
import { insertMember } from './member-store.ts'

const GONE = { status: 404, body: { type: 'urn:greenhouse:problem:invitation.not-found' } }

describe.each(databases)('invitations on %s', (_name, open) => {
  const setUp = async (changes: Parameters<typeof createWorld>[0] = {}) => {
    const world = await createWorld(changes, await open())
    const [ann, bob, eve] = [await world.as('ann'), await world.as('bob'), await world.as('eve')]
    const params = { householdId: ann.householdId }
    const invite = (body: Partial<InvitationInput> = {}, by: Person = ann) =>
      by.call(invitationRoutes.create, { params, body: { role: 'carer', ...body } })
    const tokenOf = async (body?: Partial<InvitationInput>) => tokenIn((await invite(body)).body.url)
    const join = (person: Person, token: string) => person.call(invitationRoutes.join, { params: { token } })
    const show = (token: string) => world.call(invitationRoutes.show, { params: { token } })
    const rolesOf = async (person: Person) =>
      (await person.call(householdRoutes.list)).body
        .find(({ householdId }: { householdId: string }) => householdId === ann.householdId)
        ?.people.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`)
        .toSorted()
    return { ...world, ann, bob, eve, params, invite, tokenOf, join, show, rolesOf }
  }

  test('a link shows household, inviter and role, and lets one person join', async () => {
    const { ann, bob, eve, tokenOf, show, join, rolesOf } = await setUp()
    const token = await tokenOf()
    expect((await show(token)).body).toEqual({
      household: 'ann’s garden',
      invitedBy: 'ann',
      role: 'carer',
      expiresAt: '2026-11-27T09:41:00.000Z',
    })
    expect((await join(bob, token)).body).toMatchObject({ householdId: ann.householdId, role: 'carer' })
    expect(await rolesOf(bob)).toEqual(['ann owner', 'bob carer'])
    expect(await join(eve, token)).toMatchObject(GONE)
    expect(await show(token)).toMatchObject(GONE)
  })

  test('a wrong, a withdrawn and an expired link have the same reply as a used one', async () => {
    const { ann, bob, clock, params, invite, tokenOf, show, join } = await setUp()
    const used = await tokenOf()
    const { invitationId, url } = (await invite()).body
    const withdrawn = tokenIn(url)
    await ann.call(invitationRoutes.withdraw, { params: { invitationId } })
    await join(bob, used)
    const expired = await tokenOf({ days: 1 })
    clock.now += DAY_MS
    const replies = await Promise.all([used, withdrawn, expired, 'wrong'].map(show))
    expect(replies.map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => replies[0]?.body))
    expect(replies[0]).toMatchObject(GONE)
    expect((await ann.call(invitationRoutes.list, { params })).body).toEqual([])
  })

  test('one of two people who open a link at the same moment joins', async () => {
    const { bob, eve, tokenOf, join, ann, rolesOf } = await setUp()
    const token = await tokenOf()
    const replies = await Promise.all([join(bob, token), join(eve, token)])
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
    expect(await rolesOf(ann)).toHaveLength(2)
  })

  test('a member who opens a link stays what they are, and the link stays good', async () => {
    const { ann, bob, tokenOf, join, rolesOf } = await setUp()
    const token = await tokenOf({ role: 'viewer' })
    expect((await join(ann, token)).body.role).toBe('owner')
    expect((await join(bob, token)).status).toBe(200)
    expect(await rolesOf(ann)).toEqual(['ann owner', 'bob viewer'])
  })

  test('a household has at most 10 open invitations, and makes 20 a day', async () => {
    const { ann, params, invite, clock } = await setUp()
    for (let made = 0; made < 10; made++) expect((await invite()).status).toBe(200)
    expect(await invite()).toMatchObject({
      status: 409,
      body: { title: 'A household can have 10 open invitations. Withdraw one first.' },
    })
    for (let made = 0; made < 10; made++) {
      const [{ invitationId }] = (await ann.call(invitationRoutes.list, { params })).body
      await ann.call(invitationRoutes.withdraw, { params: { invitationId } })
      expect((await invite()).status).toBe(200)
    }
    const [{ invitationId }] = (await ann.call(invitationRoutes.list, { params })).body
    await ann.call(invitationRoutes.withdraw, { params: { invitationId } })
    expect((await invite()).status).toBe(429)
    clock.now += DAY_MS
    // A session older than 10 minutes needs the password.
    expect((await invite({ password: PASSWORD })).status).toBe(200)
    expect((await invite()).body).toMatchObject({ type: 'urn:greenhouse:problem:confirm.password' })
  })

  test('a person is in at most 10 households, and a household has at most 20 people', async () => {
    const { app, ann, bob, eve, clock, tokenOf, join } = await setUp()
    for (let made = 1; made < 10; made++)
      expect((await bob.call(householdRoutes.create, { body: { name: `Bed ${made}` } })).status).toBe(200)
    const full = { status: 409, body: { title: 'You can be in 10 households. Leave one first.' } }
    expect(await bob.call(householdRoutes.create, { body: { name: 'Bed' } })).toMatchObject(full)
    const token = await tokenOf()
    expect(await join(bob, token)).toMatchObject(full)
    await app.context.db.transaction().execute(async (tx) => {
      for (let index = 0; index < 19; index++) {
        const guest = { ...registration(`Guest${index}`), id: `guest${index}`, passwordHash: '', createdAt: clock.now }
        await insertUser(tx, guest)
        const member = { householdId: ann.householdId, userId: guest.id, role: 'viewer' as const, tells: false }
        await insertMember(tx, { ...member, joinedAt: clock.now })
      }
    })
    expect(await join(eve, token)).toMatchObject({ status: 409, body: { title: 'A household can have 20 people.' } })
  })

  test('a registration by an invitation works where registration is closed, and founds no household', async () => {
    const { app, call, ann, params, tokenOf } = await setUp()
    const token = await tokenOf({ role: 'gardener' })
    Reflect.set(app.context.config, 'registration', 'closed')
    const body = registration('Kim')
    expect((await call(signInRoutes.register, { body })).status).toBe(403)
    expect((await call(signInRoutes.register, { body: { ...body, invitation: 'wrong' } })).status).toBe(403)
    const { jwt } = (await call(signInRoutes.register, { body: { ...body, invitation: token } })).body
    expect((await call(householdRoutes.list, { token: jwt })).body).toEqual([])
    expect((await call(invitationRoutes.join, { params: { token }, token: jwt })).status).toBe(200)
    const plant = { plantName: 'Mint', plantType: 'Herb' }
    expect((await call(plantRoutes.create, { body: plant, token: jwt })).status).toBe(200)
    expect((await ann.call(plantRoutes.list)).body).toMatchObject([{ plantName: 'Mint' }])
    expect((await ann.call(invitationRoutes.list, { params })).body).toEqual([])
  })

  test('an invitation is mailed where the server sends mail, and holds nothing that a member typed', async () => {
    const { smtpUrl, mails } = await startSmtp()
    const { app, invite } = await setUp({ smtpUrl })
    expect((await invite({ email: 'kim@example.org' })).body.email).toBe('kim@example.org')
    await app.mail.runNow()
    const mail = mails.find(({ to }) => to.includes('kim@example.org'))
    expect(mail?.text).toMatch(/\/join\/[\w-]{43}/)
    expect(mail?.text).not.toContain('ann')
  })

  test('a server without mail refuses to mail an invitation', async () => {
    const { invite } = await setUp()
    expect(await invite({ email: 'kim@example.org' })).toMatchObject({ status: 409 })
  })

  test('invitations of a person end with their account and when they leave', async () => {
    const { ann, bob, eve, params, tokenOf, join, invite, show } = await setUp()
    await join(bob, await tokenOf())
    const person = (role: string, userId = bob.userId) =>
      ann.call(householdRoutes.editMember, { params: { ...params, userId }, body: { role } })
    expect((await person('owner')).status).toBe(200)
    const token = tokenIn((await invite({}, bob)).body.url)
    await bob.call(householdRoutes.removeMember, { params: { ...params, userId: bob.userId } })
    expect(await show(token)).toMatchObject(GONE)
    await join(eve, await tokenOf())
    await person('owner', eve.userId)
    const other = tokenIn((await invite({}, eve)).body.url)
    await eve.call(userRoutes.remove, { body: { password: PASSWORD } })
    expect(await show(other)).toMatchObject(GONE)
  })

  test('channels of a rule are those of its reader, and a save keeps those of others', async () => {
    const { ann, bob, tokenOf, join } = await setUp()
    await join(bob, await tokenOf({ role: 'gardener' }))
    const channelOf = async (person: Person) =>
      (await person.call(channelRoutes.create, { body: { name: 'Phone', target: NTFY } })).body.channelId
    const [annsPhone, bobsPhone] = [await channelOf(ann), await channelOf(bob)]
    const [{ ruleId }] = (await ann.call(ruleRoutes.list)).body
    const edit = async (person: Person, body: object) =>
      (await person.call(ruleRoutes.edit, { params: { ruleId }, body })).body.channelIds
    expect(await edit(ann, { channelIds: [annsPhone] })).toEqual([annsPhone])
    expect(await edit(bob, { channelIds: [bobsPhone] })).toEqual([bobsPhone])
    expect(await edit(ann, { name: 'Quiet' })).toEqual([annsPhone])
    expect(await edit(ann, { channelIds: [] })).toEqual([])
    expect(await edit(bob, { name: '' })).toEqual([bobsPhone])
    expect(
      (await ann.call(ruleRoutes.edit, { params: { ruleId }, body: { channelIds: [bobsPhone] } })).body.channelIds,
    ).toEqual([])
  })
})

const NTFY = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: '' }

function tokenIn(url: string): string {
  return url.split('/').at(-1) ?? ''
}
