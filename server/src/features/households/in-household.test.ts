import {
  deviceRoutes,
  episodeRoutes,
  householdRoles,
  hubRoutes,
  plantRoutes,
  ruleRoutes,
  seriesRoutes,
  type HouseholdRole,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { removeHousehold } from './household-store.ts'
import { insertMember } from './member-store.ts'

const basil = { plantName: 'Sweet basil', plantType: 'Herb', waterEvery: 7 }

describe.each(databases)('requests on %s', (_name, open) => {
  const setUp = async () => {
    const world = await createWorld({}, await open())
    const { db } = world.app.context
    const [ann, bob, eve] = [await world.as('ann'), await world.as('bob'), await world.as('eve')]
    const join = (person: Person, { householdId }: Person, role: HouseholdRole) =>
      db
        .transaction()
        .execute((tx) =>
          insertMember(tx, { householdId, userId: person.userId, role, tells: true, joinedAt: world.clock.now + 1 }),
        )
    const plant = (await ann.call(plantRoutes.create, { body: basil })).body
    const device = await world.aDevice(ann)
    return { ...world, db, ann, bob, eve, join, plant, device }
  }

  test('the id of a thing names its household, for a member with a household of their own', async () => {
    const { ann, bob, eve, join, plant, device } = await setUp()
    await join(bob, ann, 'carer')
    const water = { query: { plantId: plant.plantId } }
    expect((await bob.call(plantRoutes.water, water)).status).toBe(200)
    expect((await eve.call(plantRoutes.water, water)).status).toBe(404)
    expect((await bob.call(deviceRoutes.get, { query: { userDeviceId: device.deviceId } })).status).toBe(200)
    expect((await bob.call(seriesRoutes.list, { params: { deviceId: device.deviceId } })).status).toBe(200)
    expect((await bob.call(plantRoutes.list)).body).toEqual([])
  })

  test('the query of a list and of a new thing names the household', async () => {
    const { ann, bob, eve, join } = await setUp()
    await join(bob, ann, 'gardener')
    const query = { household: ann.householdId }
    const namesOf = async (person: Person) =>
      (await person.call(plantRoutes.list, { query })).body
        .map(({ plantName }: { plantName: string }) => plantName)
        .toSorted()
    expect((await bob.call(plantRoutes.create, { query, body: { ...basil, plantName: 'Mint' } })).status).toBe(200)
    expect([await namesOf(ann), await namesOf(bob)]).toEqual([
      ['Mint', 'Sweet basil'],
      ['Mint', 'Sweet basil'],
    ])
    expect(await eve.call(plantRoutes.list, { query })).toMatchObject({
      status: 404,
      body: { type: 'urn:greenhouse:problem:household.not-found' },
    })
    expect((await eve.call(plantRoutes.create, { query, body: basil })).status).toBe(404)
  })

  test('each role may do what the register says, and nothing more', async () => {
    const { ann, bob, join, plant, db } = await setUp()
    const of = { query: { plantId: plant.plantId } }
    const statuses = async () => [
      (await bob.call(plantRoutes.get, of)).status,
      (await bob.call(plantRoutes.water, of)).status,
      (await bob.call(plantRoutes.edit, { ...of, body: { plantNotes: 'Moved' } })).status,
      (await bob.call(hubRoutes.create, { query: { household: ann.householdId }, body: { name: 'Zigbee' } })).status,
    ]
    await join(bob, ann, 'viewer')
    const seen: number[][] = []
    for (const role of householdRoles) {
      const member = db.updateTable('household_member').set({ role }).where('household_id', '=', ann.householdId)
      await member.where('user_id', '=', bob.userId).execute()
      seen.push(await statuses())
    }
    expect(seen).toEqual([
      [200, 403, 403, 403],
      [200, 200, 403, 403],
      [200, 200, 200, 403],
      [200, 200, 200, 200],
    ])
  })

  test('a member who was removed finds nothing of the household', async () => {
    const { ann, bob, join, plant, db } = await setUp()
    await join(bob, ann, 'owner')
    const of = { query: { plantId: plant.plantId } }
    expect((await bob.call(plantRoutes.get, of)).status).toBe(200)
    const member = db.deleteFrom('household_member').where('household_id', '=', ann.householdId)
    await member.where('user_id', '=', bob.userId).execute()
    expect((await bob.call(plantRoutes.get, of)).status).toBe(404)
    expect((await bob.call(plantRoutes.remove, of)).status).toBe(404)
    expect((await bob.call(plantRoutes.list, { query: { household: ann.householdId } })).status).toBe(404)
  })

  test('the first things of a person in no household found one', async () => {
    const { bob, db } = await setUp()
    await removeHousehold(db, bob.householdId)
    expect((await bob.call(plantRoutes.list)).body).toEqual([])
    expect((await bob.call(episodeRoutes.list)).status).toBe(200)
    const made = await Promise.all([
      bob.call(plantRoutes.create, { body: basil }),
      bob.call(deviceRoutes.create, { body: { deviceName: 'Tomato house' } }),
      bob.call(hubRoutes.create, { body: { name: 'Zigbee' } }),
    ])
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    const households = await db
      .selectFrom('household_member')
      .innerJoin('household', 'household.id', 'household_member.household_id')
      .select(['household.id', 'household.name', 'household_member.role'])
      .where('user_id', '=', bob.userId)
      .execute()
    expect(households).toMatchObject([{ name: 'bob’s garden', role: 'owner' }])
    expect(households[0]?.id).not.toBe(bob.userId)
    expect((await bob.call(ruleRoutes.list)).body).toMatchObject([{ kind: 'silent', deviceId: null }])
  })
})
