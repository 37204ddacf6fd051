import {
  householdRoutes,
  placeRoutes,
  PLACES_PER_HOUSEHOLD_MAX,
  PROBLEM_PREFIX,
  type Place,
} from '@greenhouse/contract'
import type { Kysely, KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import type { Db, Schema } from '../../platform/db/schema.ts'
import { changePlace, removePlace } from './arrange-places.ts'

const list = async (person: Person): Promise<Place[]> => (await person.call(placeRoutes.list)).body
const edit = (person: Person, placeId: string, body: object) =>
  person.call(placeRoutes.edit, { params: { placeId }, body })
const remove = (person: Person, placeId: string) => person.call(placeRoutes.remove, { params: { placeId } })

async function add(person: Person, name: string, more: object = {}): Promise<string> {
  return (await person.call(placeRoutes.create, { body: { name, ...more } })).body.placeId
}

/** Returns the tree as `{ House: { 'Bench A': {} } }`, and checks that siblings are numbered without gaps. */
async function treeOf(person: Person): Promise<object> {
  const places = await list(person)
  const below = (parentId: string | null): object => {
    const siblings = places.filter((place) => place.parentId === parentId)
    expect(siblings.map(({ position }) => position)).toEqual(siblings.map((_, index) => index))
    return Object.fromEntries(siblings.map(({ placeId, name }) => [name, below(placeId)]))
  }
  return below(null)
}

/** Returns the names of the topmost places, in order. */
const orderOf = async (person: Person) => Object.keys(await treeOf(person))

const problem = (status: number, code: string, title: string) => ({
  status,
  body: { type: PROBLEM_PREFIX + code, title },
})

/** Counts statements. */
class Counting implements KyselyPlugin {
  count = 0

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    this.count++
    return node
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result
  }
}

describe.each(databases)('places on %s', (_name, open) => {
  const setUp = async () => {
    const world = await createWorld({}, await open())
    return { ...world, db: world.app.context.db, ann: await world.as('ann'), bob: await world.as('bob') }
  }

  test('adds places at the end of their siblings, with defaults, and counts them in the household', async () => {
    const { ann } = await setUp()
    const house = await ann.call(placeRoutes.create, { body: { name: ' Tomato house ' } })
    expect(house).toMatchObject({
      status: 200,
      body: {
        name: 'Tomato house',
        kind: 'other',
        shelter: 'outdoors',
        parentId: null,
        position: 0,
        latitude: null,
        longitude: null,
        leafOffset: null,
        lightSource: null,
      },
    })
    const parentId = house.body.placeId
    for (const name of ['Bench A', 'Bench B']) await add(ann, name, { parentId, kind: 'bench' })
    await add(ann, 'Balcony', { kind: 'balcony', shelter: 'cold', latitude: 56.16, longitude: 10.21 })
    expect(await treeOf(ann)).toEqual({ 'Tomato house': { 'Bench A': {}, 'Bench B': {} }, Balcony: {} })
    expect((await list(ann)).find(({ name }) => name === 'Balcony')).toMatchObject({ shelter: 'cold', latitude: 56.16 })
    expect((await ann.call(householdRoutes.list)).body[0].counts).toEqual({ places: 4, devices: 0, plants: 0 })
  })

  test('changes only the fields of a request, and removes both coordinates together', async () => {
    const { ann } = await setUp()
    const placeId = await add(ann, 'Bench', { kind: 'bench', latitude: 1, longitude: 2 })
    expect((await edit(ann, placeId, { name: 'Shelf', shelter: 'heated' })).body).toEqual({
      placeId,
      parentId: null,
      name: 'Shelf',
      kind: 'bench',
      position: 0,
      shelter: 'heated',
      latitude: 1,
      longitude: 2,
      leafOffset: null,
      lightSource: null,
      rain: 'propose',
    })
    expect((await edit(ann, placeId, {})).body).toMatchObject({ name: 'Shelf', latitude: 1 })
    expect((await edit(ann, placeId, { latitude: 3 })).body.errors).toEqual({
      latitude: ['Latitude and longitude belong together'],
    })
    expect((await edit(ann, placeId, { latitude: null })).body).toMatchObject({ latitude: null, longitude: null })
    expect(await list(ann)).toMatchObject([{ name: 'Shelf', latitude: null, longitude: null }])
  })

  test('moves a place among its siblings and to other ones, which stay numbered without gaps', async () => {
    const { ann } = await setUp()
    const [a, b, c, d] = [await add(ann, 'A'), await add(ann, 'B'), await add(ann, 'C'), await add(ann, 'D')]
    await edit(ann, d, { position: 0 })
    expect(await orderOf(ann)).toEqual(['D', 'A', 'B', 'C'])
    await edit(ann, d, { position: 2 })
    expect(await orderOf(ann)).toEqual(['A', 'B', 'D', 'C'])
    expect((await edit(ann, a, { position: 500 })).body.position).toBe(3)
    expect(await orderOf(ann)).toEqual(['B', 'D', 'C', 'A'])
    await edit(ann, c, { parentId: b })
    await edit(ann, a, { parentId: b, position: 0 })
    expect(await treeOf(ann)).toEqual({ B: { A: {}, C: {} }, D: {} })
    await edit(ann, a, { parentId: b })
    expect(await treeOf(ann)).toEqual({ B: { A: {}, C: {} }, D: {} })
    await edit(ann, a, { parentId: null })
    expect(await treeOf(ann)).toEqual({ B: { C: {} }, D: {}, A: {} })
  })

  test('moves the places in a removed one to the end of those beside it', async () => {
    const { ann } = await setUp()
    const [house, gone] = [await add(ann, 'House'), await add(ann, 'Gone')]
    await add(ann, 'Balcony')
    const inner = await add(ann, 'Inner', { parentId: gone })
    await add(ann, 'Pot', { parentId: inner })
    await add(ann, 'Shelf', { parentId: gone })
    expect((await remove(ann, gone)).status).toBe(204)
    expect(await treeOf(ann)).toEqual({ House: {}, Balcony: {}, Inner: { Pot: {} }, Shelf: {} })
    await edit(ann, inner, { parentId: house })
    await remove(ann, inner)
    expect(await treeOf(ann)).toEqual({ House: { Pot: {} }, Balcony: {}, Shelf: {} })
  })

  test('refuses circles, a sixth level and places that are not there', async () => {
    const { ann, bob } = await setUp()
    const chain: string[] = []
    for (const name of ['1', '2', '3', '4', '5']) chain.push(await add(ann, name, { parentId: chain.at(-1) ?? null }))
    const [top = '', second = '', , , fifth = ''] = chain
    const body = { name: '6', parentId: fifth }
    const tooDeep = problem(409, 'place.depth', 'Places can be nested 5 deep.')
    expect(await ann.call(placeRoutes.create, { body })).toMatchObject(tooDeep)
    const house = await add(ann, 'House')
    const inHouse = await edit(ann, top, { parentId: house })
    expect(inHouse).toMatchObject(tooDeep)
    expect((await edit(ann, second, { parentId: house })).status).toBe(200)
    expect((await edit(ann, second, { parentId: top })).status).toBe(200)
    const circle = problem(409, 'place.circle', 'A place can’t be moved into itself.')
    expect(await edit(ann, top, { parentId: top })).toMatchObject(circle)
    expect(await edit(ann, top, { parentId: fifth })).toMatchObject(circle)
    const missing = problem(404, 'place.not-found', 'There is no such place.')
    const foreign = await add(bob, 'Of Bob')
    for (const parentId of [foreign, '6f1c2a5e-9f0b-4d53-8a52-0d6f3a1b7c11']) {
      expect(await edit(ann, house, { parentId })).toMatchObject(missing)
      expect(await ann.call(placeRoutes.create, { body: { name: 'x', parentId } })).toMatchObject(missing)
      expect(await edit(ann, parentId, { name: 'x' })).toMatchObject(missing)
      expect(await edit(ann, parentId, { parentId: house })).toMatchObject(missing)
      expect(await remove(ann, parentId)).toMatchObject(missing)
    }
    expect(await treeOf(ann)).toEqual({ 1: { 2: { 3: { 4: { 5: {} } } } }, House: {} })
    expect(await treeOf(bob)).toEqual({ 'Of Bob': {} })
  })

  test('refuses fields with the messages of the form', async () => {
    const { ann } = await setUp()
    const unlit = { leafOffset: 10.5, lightSource: 'moon' }
    const body = { name: ' ', kind: 'cave', shelter: 'none', latitude: 91, longitude: 181, ...unlit }
    expect((await ann.call(placeRoutes.create, { body })).body.errors).toEqual({
      name: ['Name is required'],
      kind: ['Unknown kind of place'],
      shelter: ['Unknown shelter'],
      latitude: ['Not a latitude'],
      longitude: ['Not a longitude'],
      leafOffset: ['Enter a number from −10 to 10'],
      lightSource: ['Unknown light source'],
    })
    const half = await ann.call(placeRoutes.create, { body: { name: 'x', longitude: 1 } })
    expect(half.body.errors).toEqual({ latitude: ['Latitude and longitude belong together'] })
    const placeId = await add(ann, 'Bench')
    const wrong = await edit(ann, placeId, { name: 'x'.repeat(61), position: -1 })
    expect(wrong.body.errors).toEqual({
      name: ['Name cannot be longer than 60 characters'],
      position: ['position must be a whole number from 0'],
    })
  })

  test('makes no circle and no sixth level by concurrent moves', async () => {
    const { ann } = await setUp()
    const second = await add(ann, 'Second', { parentId: await add(ann, 'First') })
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await add(ann, `A${round}`), await add(ann, `B${round}`)]
      const both = await Promise.all([edit(ann, a, { parentId: b }), edit(ann, b, { parentId: a })])
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
      const [x, y, z] = [await add(ann, `X${round}`), await add(ann, `Y${round}`), await add(ann, `Z${round}`)]
      await add(ann, 'Inner', { parentId: x })
      // Each of the moves fits, and together they would make six levels.
      const three = [edit(ann, x, { parentId: y }), edit(ann, y, { parentId: z }), edit(ann, z, { parentId: second })]
      expect((await Promise.all(three)).map(({ status }) => status)).toContain(409)
    }
    // In a circle no place would be below the top.
    const shown = JSON.stringify(await treeOf(ann)).split(':').length - 1
    expect(shown).toBe((await list(ann)).length)
  })

  test('has no more places than the limit allows, also by concurrent requests', async () => {
    const { ann, bob, db } = await setUp()
    await fill(db, ann.householdId, PLACES_PER_HOUSEHOLD_MAX - 2)
    const added = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => ann.call(placeRoutes.create, { body: { name } })),
    )
    expect(added.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 409, 409])
    expect(added.find(({ status }) => status === 409)).toMatchObject(
      problem(409, 'place.too-many', 'A household can have 500 places.'),
    )
    expect(await list(ann)).toHaveLength(PLACES_PER_HOUSEHOLD_MAX)
    expect((await bob.call(placeRoutes.create, { body: { name: 'Bench' } })).status).toBe(200)
  })

  test('runs as many statements for a move and a removal among 500 places as among five', async () => {
    const { ann, bob, db } = await setUp()
    const statementsOf = async (person: Person, places: number) => {
      const ids = await fill(db, person.householdId, places)
      const counting = new Counting()
      const counted = (db as Kysely<Schema>).withPlugin(counting)
      const [first = '', second = '', third = ''] = ids
      const change = { parentId: second, latitude: 1, longitude: 2 }
      await counted.transaction().execute((tx) => changePlace(tx, person.householdId, first, change))
      await counted.transaction().execute((tx) => changePlace(tx, person.householdId, third, { position: 0 }))
      await counted.transaction().execute((tx) => removePlace(tx, person.householdId, second))
      await treeOf(person)
      return counting.count
    }
    const few = await statementsOf(ann, 5)
    expect(few).toBeLessThan(30)
    expect(await statementsOf(bob, PLACES_PER_HOUSEHOLD_MAX)).toBe(few)
  })
})

/** Adds places at the top of a household that has none. Returns their ids. */
async function fill(db: Db, householdId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const same = { household_id: householdId, parent_id: null, kind: 'bench', shelter: 'cold', created_at: 0 } as const
  const rows = ids.map((id, position) => ({ ...same, id, name: `Bench ${position}`, position }))
  await db.insertInto('place').values(rows).execute()
  return ids
}
