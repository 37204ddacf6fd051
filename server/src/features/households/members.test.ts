import {
  householdRoutes,
  householdRoles,
  liveRoutes,
  plantRoutes,
  readingRoutes,
  topic,
  type HouseholdRole,
} from '@greenhouse/contract'
import { describe, expect, test, vi } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import { databases } from '../../../test/databases.ts'
import { openSocket } from '../../../test/two-processes.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { insertMember } from './member-store.ts'

const refused = (status: number, code: string) => ({ status, body: { type: `urn:greenhouse:problem:${code}` } })
const LAST_OWNER = refused(409, 'household.last-owner')
const FORBIDDEN = refused(403, 'household.role')

describe.each(databases)('members of a household on %s', (_name, open) => {
  const setUp = async () => {
    const world = await createWorld({}, await open())
    const { db } = world.app.context
    const people = {} as Record<HouseholdRole, Person>
    for (const role of householdRoles) people[role] = await world.as(role)
    const { householdId } = people.owner
    const addAs = (person: Person, role: HouseholdRole) =>
      db.transaction().execute((tx) => {
        return insertMember(tx, { householdId, userId: person.userId, role, tells: true, joinedAt: world.clock.now })
      })
    for (const role of householdRoles) if (role !== 'owner') await addAs(people[role], role)
    const of = ({ userId }: Person) => ({ params: { householdId, userId } })
    const edit = (by: Person, whom: Person, body: object) => by.call(householdRoutes.editMember, { ...of(whom), body })
    const remove = (by: Person, whom: Person) => by.call(householdRoutes.removeMember, of(whom))
    const handOver = (by: Person, to: Person, password = PASSWORD) =>
      by.call(householdRoutes.handOver, { params: { householdId }, body: { userId: to.userId, password } })
    const roles = async () => {
      const rows = await db
        .selectFrom('household_member')
        .select(['user_id', 'role', 'tells'])
        .where('household_id', '=', householdId)
        .execute()
      const nameOf = (id: string) => householdRoles.find((role) => people[role].userId === id) ?? '?'
      return Object.fromEntries(
        rows.map((row) => [nameOf(row.user_id), row.role + (row.tells === 1 ? '' : ', silent')]),
      )
    }
    return { ...world, ...people, householdId, edit, remove, handOver, roles }
  }

  test('an owner gives roles, and the last owner stays one', async () => {
    const { owner, carer, gardener, viewer, edit, remove, roles } = await setUp()
    expect((await edit(owner, carer, { role: 'gardener' })).status).toBe(200)
    expect(await edit(owner, owner, { role: 'carer' })).toMatchObject(LAST_OWNER)
    expect(await remove(owner, owner)).toMatchObject(LAST_OWNER)
    expect(await edit(owner, viewer, { role: 'owner' })).toMatchObject(refused(409, 'household.viewer'))
    expect((await edit(owner, gardener, { role: 'owner' })).status).toBe(200)
    expect((await remove(owner, owner)).status).toBe(204)
    expect(await roles()).toEqual({ gardener: 'owner', carer: 'gardener', viewer: 'viewer' })
  })

  test('two owners who leave at the same moment leave one of them', async () => {
    const { owner, gardener, edit, remove, roles } = await setUp()
    await edit(owner, gardener, { role: 'owner' })
    const left = await Promise.all([remove(owner, owner), remove(gardener, gardener)])
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set([204, 409]))
    expect(Object.values(await roles()).filter((role) => role === 'owner')).toHaveLength(1)
  })

  test('a session older than ten minutes gives the role of an owner only with the password', async () => {
    const { owner, carer, clock, edit, handOver, roles } = await setUp()
    clock.now += 11 * 60_000
    expect(await edit(owner, carer, { role: 'owner' })).toMatchObject(refused(401, 'confirm.password'))
    expect(await handOver(owner, carer, 'wrong')).toMatchObject(refused(401, 'password.wrong'))
    expect(await roles()).toMatchObject({ owner: 'owner', carer: 'carer' })
    expect((await edit(owner, carer, { role: 'owner', password: PASSWORD })).status).toBe(200)
    expect(await roles()).toMatchObject({ owner: 'owner', carer: 'owner' })
  })

  test('a household is handed over to a carer at once, and the giver becomes a gardener', async () => {
    const { owner, carer, viewer, handOver, roles } = await setUp()
    expect(await handOver(owner, viewer)).toMatchObject(refused(409, 'household.viewer'))
    expect((await handOver(owner, owner)).status).toBe(200)
    expect((await handOver(owner, carer)).status).toBe(200)
    expect(await roles()).toMatchObject({ owner: 'gardener', carer: 'owner' })
    expect(await handOver(owner, carer)).toMatchObject(FORBIDDEN)
  })

  test.each(['viewer', 'carer', 'gardener'] as const)(
    'a %s changes and removes nobody else, and leaves',
    async (role) => {
      const { edit, remove, roles, ...people } = await setUp()
      const [me, before] = [people[role], await roles()]
      for (const other of householdRoles.filter((one) => one !== role)) {
        expect(await edit(me, people[other], { role: 'viewer' })).toMatchObject(FORBIDDEN)
        expect(await edit(me, people[other], { tells: false })).toMatchObject(FORBIDDEN)
        expect(await remove(me, people[other])).toMatchObject(FORBIDDEN)
      }
      expect(await edit(me, me, { role: 'owner', password: PASSWORD })).toMatchObject(FORBIDDEN)
      expect(await roles()).toEqual(before)
      expect((await remove(me, me)).status).toBe(204)
      expect(await roles()).not.toHaveProperty(role)
    },
  )

  test('a member turns messages on and off for themselves, not for others', async () => {
    const { owner, viewer, edit, roles } = await setUp()
    expect(await edit(owner, viewer, { tells: false })).toMatchObject(FORBIDDEN)
    expect((await edit(viewer, viewer, { tells: false })).status).toBe(200)
    expect(await roles()).toMatchObject({ viewer: 'viewer, silent' })
  })

  test('the live connection of a removed member ends, and receives nothing more of the household', async () => {
    const { app, owner, carer, householdId, remove, ...world } = await setUp()
    await app.listen()
    const { deviceId, deviceToken } = await world.aDevice(owner)
    const measure = (temperature: number) =>
      world.call(readingRoutes.send, { body: { temperature }, token: deviceToken })
    const topicIds = [topic.readingsOf(deviceId), topic.householdOf(householdId)]
    const socket = await openSocket({ ...world, app }, 'carers')
    const subscribe = () => carer.call(liveRoutes.subscribe, { body: { clientId: 'carers', topicIds } })
    expect((await subscribe()).status).toBe(204)
    await measure(21.0625)
    await vi.waitFor(() => expect(JSON.stringify(socket.frames)).toContain('21.0625'), PATIENT)
    expect((await remove(owner, carer)).status).toBe(204)
    expect(await socket.closed).toBe(1012)
    const again = await openSocket({ ...world, app }, 'carers')
    expect((await subscribe()).status).toBe(403)
    await measure(33.0625)
    const basil = await owner.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })
    await owner.call(plantRoutes.water, { query: { plantId: basil.body.plantId } })
    expect(JSON.stringify([...socket.frames, ...again.frames])).not.toMatch(/33\.0625|"plants"|"care"/)
  })

  test('the live connections of all members end when the household is deleted', async () => {
    const { app, owner, viewer, householdId, ...world } = await setUp()
    await app.listen()
    const sockets = []
    for (const [clientId, person] of Object.entries({ owner, viewer })) {
      const socket = await openSocket({ ...world, app }, clientId)
      const body = { clientId, topicIds: [topic.householdOf(householdId)] }
      expect((await person.call(liveRoutes.subscribe, { body })).status).toBe(204)
      sockets.push(socket)
    }
    const removal = { params: { householdId }, body: { password: PASSWORD } }
    expect((await owner.call(householdRoutes.remove, removal)).status).toBe(204)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012])
  })
})
