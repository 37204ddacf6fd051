import { labelRoutes, plantRoutes, shownPlantCode, type PlantLabel } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { insertMember } from '../households/member-store.ts'

const NOT_FOUND = { status: 404, body: { type: 'urn:greenhouse:problem:plant.not-found' } }

describe.each(databases)('labels on %s', (_name, open) => {
  const setUp = async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const add = async (person: Person, plantName: string, species = '') =>
      (await person.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', species } })).body
        .plantId as string
    const labels = async (person: Person, query = {}): Promise<PlantLabel[]> =>
      (await person.call(labelRoutes.list, { query })).body
    const byCode = (person: Person, code: string) => person.call(labelRoutes.plant, { params: { code } })
    return { ...world, ann, bob, add, labels, byCode }
  }

  test('each plant has a code of its own, of characters that nobody mixes up', async () => {
    const { ann, add, labels } = await setUp()
    for (const name of ['Mint', 'Basil', 'Thyme']) await add(ann, name, `${name} species`)
    const found = await labels(ann)
    expect(found.map(({ plantName, species }) => [plantName, species])).toEqual([
      ['Basil', 'Basil species'],
      ['Mint', 'Mint species'],
      ['Thyme', 'Thyme species'],
    ])
    for (const { code } of found) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(new Set(found.map(({ code }) => code)).size).toBe(3)
  })

  test('a code stays when the plant changes, and replies of the older routes do not have it', async () => {
    const { ann, add, labels } = await setUp()
    const plantId = await add(ann, 'Basil')
    const [before] = await labels(ann)
    const edited = await ann.call(plantRoutes.edit, { query: { plantId }, body: { plantName: 'Thai basil' } })
    expect(await labels(ann)).toEqual([{ ...before, plantName: 'Thai basil' }])
    expect(edited.body).not.toHaveProperty('code')
  })

  test('lists all living plants, and dead ones only when they are chosen', async () => {
    const { ann, add, labels } = await setUp()
    const [basil, mint] = [await add(ann, 'Basil'), await add(ann, 'Mint')]
    await ann.call(plantRoutes.markDead, { query: { plantId: mint } })
    expect((await labels(ann)).map(({ plantId }) => plantId)).toEqual([basil])
    expect((await labels(ann, { plants: `${mint},${basil},${mint}` })).map(({ plantId }) => plantId)).toEqual([
      basil,
      mint,
    ])
  })

  test('shows no label of another household, not even beside an own one', async () => {
    const { ann, bob, add } = await setUp()
    const [own, other] = [await add(ann, 'Basil'), await add(bob, 'Mint')]
    for (const plants of [other, `${own},${other}`, `${other},${own}`])
      expect(await ann.call(labelRoutes.list, { query: { plants } })).toMatchObject(NOT_FOUND)
  })

  test('a code finds its plant however it is typed, in every household of the person', async () => {
    const { app, clock, ann, bob, add, labels, byCode } = await setUp()
    const plantId = await add(ann, 'Basil')
    const { db } = app.context
    await db.updateTable('plant').set({ code: '0Q14MN2P' }).where('id', '=', plantId).execute()
    const [label] = await labels(ann)
    expect(shownPlantCode(label?.code ?? '')).toBe('0Q14-MN2P')
    const place = { plantId, householdId: ann.householdId }
    for (const typed of ['0Q14MN2P', '0q14-mn2p', 'OQI4 MN2P', 'oql4-mn2p'])
      expect(await byCode(ann, typed)).toMatchObject({ status: 200, body: place })
    expect(await byCode(bob, '0Q14MN2P')).toMatchObject(NOT_FOUND)
    const { householdId } = ann
    const member = { householdId, userId: bob.userId, role: 'viewer', tells: false, joinedAt: clock.now } as const
    await db.transaction().execute((tx) => insertMember(tx, member))
    expect(await byCode(bob, '0Q14MN2P')).toMatchObject({ status: 200, body: place })
  })

  test.each(['', 'ZZZZZZZZ', 'a%', '0Q14MN2P0Q14MN2P'])('the code %j finds nothing', async (code) => {
    const { ann, add, byCode } = await setUp()
    await add(ann, 'Basil')
    expect((await byCode(ann, code)).status).toBe(404)
  })
})
