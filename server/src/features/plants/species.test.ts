import {
  accountExport,
  careRoutes,
  exportRoutes,
  householdRoutes,
  placeRoutes,
  plantRoutes,
  probeRoutes,
  readingRoutes,
  searchRoutes,
  seriesRoutes,
  SPECIES_PER_HOUSEHOLD_MAX,
  speciesRoutes,
  type Species,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'

const missing = (what: string) => ({ status: 404, body: { type: `urn:greenhouse:problem:${what}.not-found` } })
const listed = async (person: Person, query: object = {}): Promise<Species[]> =>
  (await person.call(speciesRoutes.list, { query })).body
const idOf = async (person: Person, name: string) =>
  (await listed(person)).find((one) => one.name === name)?.speciesId ?? ''
const make = (person: Person, body: object = {}) => person.call(speciesRoutes.create, { body: { ...MINE, ...body } })
const give = (person: Person, plantId: string, body: object) =>
  person.call(placeRoutes.movePlant, { params: { plantId }, body })
const addPlant = async (person: Person, body: object = {}): Promise<string> =>
  (await person.call(plantRoutes.create, { body: { plantName: 'San Marzano', plantType: 'Tomato', ...body } })).body
    .plantId
const idealOf = async (person: Person, plantId: string): Promise<unknown> =>
  Object.fromEntries(
    (await person.call(probeRoutes.show, { params: { plantId } })).body.ideal.map(
      ({ metric, low, high }: { metric: string; low: number; high: number }) => [metric, [low, high]],
    ),
  )
const found = async (person: Person, q: string): Promise<string[]> =>
  (await person.call(searchRoutes.find, { query: { q } })).body.plants.hits.map(
    ({ plantName }: { plantName: string }) => plantName,
  )

const MINE = {
  name: 'Ocimum tenuiflorum',
  family: 'Lamiaceae',
  names: { en: 'Holy basil', da: 'Hellig basilikum' },
  hardyTo: 8,
  gddBase: 11,
  gddTop: 35,
  waterEvery: 3,
  ranges: [
    { stage: 'any', metric: 'soilMoisture', low: 30, high: 60, source: '' },
    { stage: 'seedling', metric: 'soilMoisture', low: 50, high: 70, source: '' },
    { stage: 'any', metric: 'temperature', low: 18, high: 28, source: 'Own notes' },
  ],
}

describe.each(databases)('species on %s', (_name, open) => {
  const world = async () => {
    const made = await createWorld({}, await open())
    return { ...made, ann: await made.as('ann'), bob: await made.as('bob') }
  }

  test('lists the catalogue, and finds a kind by its name in any language', async () => {
    const { ann } = await world()
    const all = await listed(ann)
    expect([all.length, all.some(({ own }) => own)]).toEqual([60, false])
    for (const q of ['tomato', 'Tomat', 'tomaat', 'solanum lycop'])
      expect((await listed(ann, { q })).map(({ name }) => name)).toContain('Solanum lycopersicum')
    expect(await listed(ann, { q: 'tomato cactus' })).toEqual([])
  })

  test('adds, changes and deletes a species of the household, which comes first', async () => {
    const { ann } = await world()
    const made = await make(ann)
    expect(made).toMatchObject({ status: 200, body: { ...MINE, own: true } })
    const { speciesId } = made.body
    const [first, ...others] = await listed(ann)
    expect([first, others.length]).toEqual([made.body, 60])
    const edit = (body: object) => ann.call(speciesRoutes.edit, { params: { speciesId }, body })
    expect((await edit({ waterEvery: 5, ranges: [] })).body).toEqual({ ...made.body, waterEvery: 5, ranges: [] })
    expect((await edit({})).body).toMatchObject({ waterEvery: 5, name: MINE.name })
    expect((await edit({ hardyTo: null, gddTop: 40 })).body).toMatchObject({ hardyTo: null, gddBase: 11, gddTop: 40 })
    expect((await ann.call(speciesRoutes.remove, { params: { speciesId } })).status).toBe(204)
    expect(await listed(ann)).toHaveLength(60)
    expect(await ann.call(speciesRoutes.remove, { params: { speciesId } })).toMatchObject(missing('species'))
  })

  test('refuses what no species can have, naming the field', async () => {
    const { ann } = await world()
    const errorsOf = async (body: object) => {
      const { status, body: problem } = await make(ann, body)
      return [status, Object.keys(problem.errors)]
    }
    const range = { stage: 'any', metric: 'ph', low: 6, high: 7 }
    expect(await errorsOf({ name: '' })).toEqual([400, ['name']])
    expect(await errorsOf({ hardyTo: 21 })).toEqual([400, ['hardyTo']])
    expect(await errorsOf({ gddTop: 5 })).toEqual([400, ['gddTop']])
    expect(await errorsOf({ names: { en: 'x'.repeat(101) } })).toEqual([400, ['names.en']])
    expect(await errorsOf({ ranges: [{ ...range, high: 15 }] })).toEqual([400, ['ranges.0.high']])
    expect(await errorsOf({ ranges: [{ ...range, low: 8 }] })).toEqual([400, ['ranges.0.high']])
    expect(await errorsOf({ ranges: [{ ...range, metric: 'mood' }] })).toEqual([400, ['ranges.0.metric']])
    expect(await errorsOf({ ranges: [range, range] })).toEqual([400, ['ranges']])
    const { speciesId } = (await make(ann)).body
    const wrong = await ann.call(speciesRoutes.edit, { params: { speciesId }, body: { gddBase: 36 } })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['gddTop']])
  })

  test('refuses a species beyond the limit', async () => {
    const { ann, app } = await world()
    const { speciesId } = (await make(ann)).body
    const row = await app.context.db.selectFrom('species').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: SPECIES_PER_HOUSEHOLD_MAX - 1 }, (_, index) => ({ ...row, id: `${index}` }))
    await app.context.db.insertInto('species').values(more).execute()
    expect(await make(ann)).toMatchObject({ status: 409, body: { type: 'urn:greenhouse:problem:species.too-many' } })
    await ann.call(speciesRoutes.remove, { params: { speciesId } })
    expect((await make(ann)).status).toBe(200)
  })

  test('gives a plant the name and the ranges of its species, by stage', async () => {
    const { ann } = await world()
    const plantId = await addPlant(ann)
    const speciesId = await idOf(ann, 'Solanum lycopersicum')
    expect(await idealOf(ann, plantId)).toEqual({})
    expect((await give(ann, plantId, { speciesId, hardyTo: -1 })).body).toMatchObject({
      species: 'Solanum lycopersicum',
      plantType: 'Tomato',
      speciesId,
      hardyTo: -1,
    })
    expect(await idealOf(ann, plantId)).toMatchObject({
      vpd: [0.8, 1.2],
      temperature: [18, 27],
      soilMoisture: [35, 60],
    })
    const change = (body: object) => ann.call(probeRoutes.edit, { params: { plantId }, body })
    await change({ stage: 'fruiting' })
    expect(await idealOf(ann, plantId)).toMatchObject({ vpd: [0.8, 1.4], soilMoisture: [35, 60] })
    await change({ ranges: [{ metric: 'vpd', low: null, high: 1 }] })
    expect(await idealOf(ann, plantId)).toMatchObject({ vpd: [null, 1], temperature: [18, 29] })
    const cleared = (await give(ann, plantId, { speciesId: null, hardyTo: null })).body
    expect(Object.keys(cleared)).not.toContain('speciesId')
    expect(Object.keys(cleared)).not.toContain('hardyTo')
    expect(cleared.species).toBe('Solanum lycopersicum')
    expect(await idealOf(ann, plantId)).toEqual({ vpd: [null, 1] })
  })

  test('keeps the species of a plant until another name is written', async () => {
    const { ann } = await world()
    const plantId = await addPlant(ann)
    const { body: loaded } = await give(ann, plantId, { speciesId: await idOf(ann, 'Solanum lycopersicum') })
    const edit = async (body: object) => (await ann.call(plantRoutes.edit, { query: { plantId }, body })).body
    expect(await edit({ ...loaded, planted: null, plantNotes: 'Thirsty' })).toMatchObject({
      speciesId: loaded.speciesId,
    })
    expect(Object.keys(await edit({ species: 'Solanum pimpinellifolium' }))).not.toContain('speciesId')
  })

  test('shows the soil range of the species at a task for water', async () => {
    const { ann, call, clock, aDevice } = await world()
    const { deviceId, deviceToken } = await aDevice(ann, 'Probe')
    const plantId = await addPlant(ann, { waterEvery: 1, lastWatered: '2026-11-01T08:00:00Z' })
    const time = new Date(clock.now).toISOString()
    await call(readingRoutes.send, { body: [{ soil_moisture: 58, time }], token: deviceToken })
    const [series] = (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
    const params = { plantId }
    await ann.call(probeRoutes.link, { params, body: { seriesId: series.seriesId } })
    const change = (body: object) => ann.call(probeRoutes.edit, { params, body })
    const soil = async () => (await ann.call(careRoutes.today)).body.tasks[0].soil
    expect(await soil()).toEqual({ value: 58, low: null, high: null })
    await give(ann, plantId, { speciesId: (await make(ann)).body.speciesId })
    expect(await soil()).toEqual({ value: 58, low: 30, high: 60 })
    await change({ stage: 'seedling' })
    expect(await soil()).toEqual({ value: 58, low: 50, high: 70 })
    await give(ann, plantId, { speciesId: await idOf(ann, 'Solanum lycopersicum') })
    expect(await soil()).toEqual({ value: 58, low: 50, high: 75 })
    await change({ ranges: [{ metric: 'soilMoisture', low: 10, high: 20 }] })
    expect(await soil()).toEqual({ value: 58, low: 10, high: 20 })
  })

  test('renames its plants with a species, and leaves them its name when it is deleted', async () => {
    const { ann } = await world()
    const plantId = await addPlant(ann)
    const { speciesId } = (await make(ann)).body
    await give(ann, plantId, { speciesId })
    await ann.call(speciesRoutes.edit, { params: { speciesId }, body: { name: 'Ocimum sanctum' } })
    const plant = async () => (await ann.call(plantRoutes.get, { query: { plantId } })).body
    expect(await plant()).toMatchObject({ species: 'Ocimum sanctum', speciesId })
    expect(await found(ann, 'sanctum')).toEqual(['San Marzano'])
    await ann.call(speciesRoutes.remove, { params: { speciesId } })
    expect(await plant()).toMatchObject({ species: 'Ocimum sanctum' })
    expect(Object.keys(await plant())).not.toContain('speciesId')
    expect(await idealOf(ann, plantId)).toEqual({})
  })

  test('finds plants by the names of their species in all languages', async () => {
    const { ann } = await world()
    const [tomato, basil] = [await addPlant(ann, { plantType: 'Vine' }), await addPlant(ann, { plantName: 'Pot' })]
    await give(ann, tomato, { speciesId: await idOf(ann, 'Solanum lycopersicum') })
    await give(ann, basil, { speciesId: (await make(ann)).body.speciesId })
    for (const q of ['tomaat', 'Tomate marzano', 'solanac']) expect(await found(ann, q)).toEqual(['San Marzano'])
    for (const q of ['hellig', 'holy pot']) expect(await found(ann, q)).toEqual(['Pot'])
    expect(await found(ann, 'tomaat pot')).toEqual([])
  })

  test('keeps the species of a household from others', async () => {
    const { ann, bob } = await world()
    const plantId = await addPlant(bob)
    const { speciesId } = (await make(ann)).body
    const params = { speciesId }
    expect(await give(bob, plantId, { speciesId })).toMatchObject(missing('species'))
    expect(await bob.call(speciesRoutes.edit, { params, body: { name: 'Mine' } })).toMatchObject(missing('species'))
    expect(await bob.call(speciesRoutes.remove, { params })).toMatchObject(missing('species'))
    expect(await listed(bob)).toHaveLength(60)
    const shipped = { params: { speciesId: await idOf(bob, 'Aloe vera') } }
    expect(await bob.call(speciesRoutes.edit, { ...shipped, body: { name: 'Mine' } })).toMatchObject(missing('species'))
    expect(await bob.call(speciesRoutes.remove, shipped)).toMatchObject(missing('species'))
    expect((await listed(ann))[0]).toMatchObject({ speciesId, name: MINE.name })
  })

  test('exports the species of a household, and deletes them with it', async () => {
    const { ann, app } = await world()
    const { body: made } = await make(ann)
    const exported = accountExport.parse((await ann.call(exportRoutes.account)).body)
    expect(exported.species).toEqual([made])
    const [{ householdId }] = (await ann.call(householdRoutes.list)).body
    await app.context.db.deleteFrom('household').where('id', '=', householdId).execute()
    for (const table of ['species', 'species_range'] as const)
      expect(await app.context.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
