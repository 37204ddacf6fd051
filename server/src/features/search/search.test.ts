import { randomUUID } from 'node:crypto'
import {
  deviceRoutes,
  HITS_MAX,
  labelRoutes,
  placeRoutes,
  plantRoutes,
  searchRoutes,
  speciesRoutes,
  careRoutes,
  taskRoutes,
} from '@greenhouse/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'

describe.each(databases)('the search on %s', (_name, open) => {
  const setUp = async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const plant = async (plantName: string, more = {}, person: Person = ann) =>
      (await person.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', ...more } })).body
        .plantId as string
    const find = (q: string, person: Person = ann) => person.call(searchRoutes.find, { query: { q } })
    const plants = async (q: string): Promise<string[]> =>
      (await find(q)).body.plants.hits.map((hit: { plantName: string }) => hit.plantName)
    return { ...world, ann, bob, plant, find, plants }
  }

  test('finds a plant by each of its texts and by its code', async () => {
    const { ann, plant, plants } = await setUp()
    await plant('Basil')
    await plant('San Marzano', { plantType: 'Tomato', species: 'Solanum lycopersicum', plantNotes: 'From Grethe' })
    const code = (await ann.call(labelRoutes.list)).body[1].code as string
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`
    for (const q of ['marz', 'TOMATO', 'lycoper', 'grethe', code.toLowerCase(), shown])
      expect([q, await plants(q)]).toEqual([q, ['San Marzano']])
  })

  test('ignores case, accents and the order of words, and requires every word', async () => {
    const { plant, plants } = await setUp()
    await plant('Bird’s eye chili', { plantNotes: 'Stærk, på højen hylde' })
    expect(await plants('PA HOJEN')).toEqual(['Bird’s eye chili'])
    expect(await plants("staerk chilí bird's")).toEqual(['Bird’s eye chili'])
    expect(await plants('chili tomato')).toEqual([])
  })

  test('searches for the signs of patterns literally', async () => {
    const { plant, plants } = await setUp()
    await plant('100% mint')
    await plant('1000 mints')
    await plant('A_1 \\ basil')
    expect(await plants('100%')).toEqual(['100% mint'])
    expect(await plants('a_1')).toEqual(['A_1 \\ basil'])
    expect(await plants('%%')).toEqual([])
    expect(await plants('_ \\')).toEqual(['A_1 \\ basil'])
  })

  test('lists starts of words before other hits, and dead plants last', async () => {
    const { ann, plant, plants } = await setUp()
    const dead = await plant('Mint, chocolate')
    await plant('Peppermint')
    await plant('Water mint')
    await ann.call(plantRoutes.markDead, { query: { plantId: dead } })
    expect(await plants('mint')).toEqual(['Water mint', 'Peppermint', 'Mint, chocolate'])
  })

  test('returns ten hits of each kind, and how many there are', async () => {
    const { plant, find } = await setUp()
    for (let count = 0; count < HITS_MAX + 2; count++) await plant(`Basil ${count}`)
    const { plants } = (await find('basil')).body
    expect([plants.total, plants.hits.length]).toEqual([HITS_MAX + 2, HITS_MAX])
  })

  test('finds places and devices by their current texts', async () => {
    const { ann, aDevice, find } = await setUp()
    const { deviceId } = await aDevice(ann, 'North end')
    const { placeId } = (await ann.call(placeRoutes.create, { body: { name: 'North end', kind: 'zone' } })).body
    expect((await find('north')).body).toMatchObject({
      places: { total: 1, hits: [{ placeId, name: 'North end', kind: 'zone', parentId: null }] },
      devices: { total: 1, hits: [{ deviceId, deviceName: 'North end', placeId: null }] },
    })
    await ann.call(placeRoutes.edit, { params: { placeId }, body: { name: 'South end' } })
    const change = { deviceDescription: 'Behind the fig' }
    await ann.call(deviceRoutes.edit, { query: { userDeviceId: deviceId }, body: change })
    const { places, devices } = (await find('north')).body
    expect([places.total, devices.total]).toEqual([0, 1])
    expect((await find('north fig')).body.devices.hits).toHaveLength(1)
  })

  test('finds a plant by its current name, and nothing of another household', async () => {
    const { ann, bob, plant, plants, find } = await setUp()
    const plantId = await plant('Basil')
    await plant('Basilisk', {}, bob)
    expect(await plants('basil')).toEqual(['Basil'])
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { plantName: 'Thyme' } })
    expect(await plants('basil')).toEqual([])
    expect(await plants('thyme')).toEqual(['Thyme'])
    const inOther = await bob.call(searchRoutes.find, { query: { q: 'thyme', household: ann.householdId } })
    expect(inOther.status).toBe(404)
    expect((await find('thyme', bob)).body.plants.total).toBe(0)
  })

  test('finds a task by its own words and the name of its plant, and an entry by its note', async () => {
    const { ann, plant, find } = await setUp()
    const plantId = await plant('Citron', { waterEvery: 3 })
    const plan = { plantId, kind: 'feed', note: 'Søpulver', repeat: 'after', every: 7, startsOn: '2026-01-01' } as const
    const { taskId } = (await ann.call(taskRoutes.create, { body: plan })).body
    const note = { careId: randomUUID(), plantIds: [plantId], kind: 'note', note: 'Scale on the ståm' } as const
    await ann.call(careRoutes.add, { body: note })
    const tasks = async (q: string) =>
      (await find(q)).body.tasks.hits.map((hit: { kind: string; subject: string }) => [hit.kind, hit.subject])
    expect(await tasks('feed citron')).toEqual([['feed', 'Citron']])
    expect(await tasks('sopulver')).toEqual([['feed', 'Citron']])
    expect(await tasks('citron')).toEqual([])
    expect((await find('scale stam')).body.care.hits).toMatchObject([
      { careId: note.careId, subject: 'Citron', plantId },
    ])
    await ann.call(careRoutes.edit, { params: { careId: note.careId }, body: { note: 'Aphids' } })
    expect([(await find('scale')).body.care.total, (await find('aphid')).body.care.total]).toEqual([0, 1])
    await ann.call(taskRoutes.end, { params: { taskId } })
    expect(await tasks('feed')).toEqual([])
  })

  test('finds own species by their current names, ten at most, and none of another household or of the catalogue', async () => {
    const { ann, bob, find } = await setUp()
    const add = async (name: string, names = {}, person: Person = ann) =>
      (await person.call(speciesRoutes.create, { body: { name, family: 'Lamiaceae', names } })).body.speciesId as string
    const speciesId = await add('Ocimum gratissimum', { da: 'Nellikebasilikum' })
    await add('Ocimum kilimandscharicum', {}, bob)
    const hit = { speciesId, name: 'Ocimum gratissimum', commonName: 'Nellikebasilikum' }
    for (const q of ['ocim', 'nellike gratis', 'LAMIACEAE'])
      expect((await find(q)).body.species).toEqual({ total: 1, hits: [hit] })
    expect((await find('lycopersicum')).body.species).toEqual({ total: 0, hits: [] })
    const change = { names: { en: 'Clove basil' } }
    await ann.call(speciesRoutes.edit, { params: { speciesId }, body: change })
    expect((await find('nellike')).body.species.total).toBe(0)
    expect((await find('clove')).body.species.hits).toEqual([{ ...hit, commonName: 'Clove basil' }])
    for (let count = 0; count < HITS_MAX; count++) await add(`Ocimum ${count}`)
    const { species } = (await find('ocimum')).body
    expect([species.total, species.hits.length]).toEqual([HITS_MAX + 1, HITS_MAX])
  })

  test.each([
    ['', 400],
    ['b', 400],
    ['a b c d e f', 400],
    ['\u0301\u0301', 200],
  ])('the search %j has the status %d', async (q, status) => {
    expect((await (await setUp()).find(q)).status).toBe(status)
  })

  test('fills the search text of every new plant, place and device', async () => {
    const { app, ann, aDevice, plant } = await setUp()
    await plant('Basil')
    await aDevice(ann, 'Board')
    await ann.call(placeRoutes.create, { body: { name: 'Bench' } })
    for (const table of ['plant', 'place', 'device']) {
      const empty = sql`select id from ${sql.table(table)} where search_text = ''`
      expect([table, (await empty.execute(app.context.db)).rows]).toEqual([table, []])
    }
  })
})
