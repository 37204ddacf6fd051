import { householdRoutes, plantRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { listTold, removeHousehold } from './household-store.ts'
import { insertMember } from './member-store.ts'

const basil = { plantName: 'Sweet basil', plantType: 'Herb', waterEvery: 7 }
const add = (person: Person, plantName: string) => person.call(plantRoutes.create, { body: { ...basil, plantName } })
const namesOf = async (person: Person) =>
  (await person.call(plantRoutes.list)).body.map((plant: { plantName: string }) => plant.plantName)

describe.each(databases)('households on %s', (_name, open) => {
  const setUp = async () => {
    const world = await createWorld({}, await open())
    const { db } = world.app.context
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const join = (person: Person, household: Person, more: Partial<Parameters<typeof insertMember>[1]> = {}) =>
      db.transaction().execute((tx) =>
        insertMember(tx, {
          householdId: household.householdId,
          userId: person.userId,
          role: 'carer',
          tells: true,
          joinedAt: world.clock.now + 1,
          ...more,
        }),
      )
    return { ...world, db, ann, bob, join }
  }

  test('the first household of a person has their id and name, and their things', async () => {
    const { db, ann, bob } = await setUp()
    await add(ann, 'Basil')
    const rows = await db.selectFrom('household').select(['id', 'name']).orderBy('name').execute()
    expect(rows).toEqual([
      { id: ann.userId, name: 'ann’s garden' },
      { id: bob.userId, name: 'bob’s garden' },
    ])
    expect(await db.selectFrom('plant').select('household_id').execute()).toEqual([{ household_id: ann.householdId }])
  })

  test('lists show the oldest household that a person owns, else the one that they joined first', async () => {
    const { db, ann, bob, join } = await setUp()
    await add(ann, 'Basil')
    await add(bob, 'Mint')
    await join(bob, ann, { joinedAt: 0 })
    expect(await namesOf(bob)).toEqual(['Mint'])
    await removeHousehold(db, bob.householdId)
    expect(await namesOf(bob)).toEqual(['Basil'])
  })

  test('lists households with their people, those that a person owns first', async () => {
    const { ann, bob, join } = await setUp()
    await join(bob, ann, { role: 'viewer', tells: false })
    const { body } = await bob.call(householdRoutes.list)
    expect(body).toMatchObject([
      { householdId: bob.householdId, name: 'bob’s garden', timeZone: null, role: 'owner' },
      {
        householdId: ann.householdId,
        role: 'viewer',
        people: [
          { userId: ann.userId, name: 'ann', role: 'owner', tells: true },
          { userId: bob.userId, name: 'bob', role: 'viewer', tells: false },
        ],
      },
    ])
  })

  test('an owner changes the name and the time zone; nobody else does', async () => {
    const { ann, bob, join } = await setUp()
    const params = { householdId: ann.householdId }
    const edit = (person: Person, body: object) => person.call(householdRoutes.edit, { params, body })
    expect((await edit(ann, { name: ' Glass house ', timeZone: 'Europe/Copenhagen' })).body).toMatchObject({
      name: 'Glass house',
      timeZone: 'Europe/Copenhagen',
    })
    expect((await edit(ann, {})).body).toMatchObject({ name: 'Glass house' })
    expect((await edit(bob, { name: 'Mine' })).status).toBe(404)
    await join(bob, ann, { role: 'gardener' })
    expect(await edit(bob, { name: 'Mine' })).toMatchObject({
      status: 403,
      body: { type: 'urn:greenhouse:problem:household.role' },
    })
    expect((await edit(ann, { name: 'x'.repeat(61) })).body.errors.name).toEqual([
      'Name cannot be longer than 60 characters',
    ])
    expect((await edit(ann, { timeZone: 'Atlantis' })).body.errors.timeZone).toEqual(['Unknown time zone'])
    expect((await bob.call(householdRoutes.list)).body[1].name).toBe('Glass house')
  })

  test('a person in no household sees nothing', async () => {
    const { db, ann, bob } = await setUp()
    await add(ann, 'Basil')
    await removeHousehold(db, bob.householdId)
    expect(await namesOf(bob)).toEqual([])
  })

  test('the deletion of an account ends the households that nobody else owns, and leaves the others', async () => {
    const { db, ann, bob, join } = await setUp()
    await add(ann, 'Basil')
    await add(bob, 'Mint')
    await join(bob, ann, { role: 'owner' })
    await ann.call(userRoutes.remove, { body: { password: PASSWORD } })
    expect(await db.selectFrom('plant').select('name').orderBy('name').execute()).toEqual([
      { name: 'Basil' },
      { name: 'Mint' },
    ])
    await bob.call(userRoutes.remove, { body: { password: PASSWORD } })
    expect(await db.selectFrom('household').select('id').execute()).toEqual([])
    expect(await db.selectFrom('plant').select('name').execute()).toEqual([])
  })

  test('lists the members of each household who want its messages', async () => {
    const { db, ann, bob, join } = await setUp()
    await join(bob, ann, { tells: false })
    await join(ann, bob)
    expect(await listTold(db, [ann.householdId, bob.householdId])).toEqual(
      new Map([
        [ann.householdId, [ann.userId]],
        [bob.householdId, [bob.userId, ann.userId]],
      ]),
    )
  })
})
