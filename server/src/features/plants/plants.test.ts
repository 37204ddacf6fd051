import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'

const ROUTE = '/api/Plant'
const DAY = 86_400_000
const basil = { plantName: 'Sweet basil', plantType: 'Herb', waterEvery: 7 }
const add = async (person: Person, more: object = {}) =>
  (await person.request('POST', `${ROUTE}/CreatePlant`, { ...basil, ...more })).body

describe.each(databases)('plants on %s', (_name, open) => {
  const world = async () => {
    const made = await createWorld({}, await open())
    return { ...made, ann: await made.as('ann'), bob: await made.as('bob') }
  }

  test('are added, listed in the order they came, and removed', async () => {
    const { ann, clock } = await world()
    const first = await add(ann, { planted: '2026-05-01T00:00:00Z', plantNotes: 'By the window' })
    clock.now += 1000
    await add(ann, { plantName: 'Monstera', waterEvery: null })
    expect(first).toMatchObject({
      plantName: 'Sweet basil',
      plantType: 'Herb',
      plantNotes: 'By the window',
      planted: '2026-05-01T00:00:00.000Z',
      lastWatered: null,
      waterEvery: 7,
      isDead: false,
    })
    const names = async () =>
      (await ann.request('GET', `${ROUTE}/GetAllPlants`)).body.map((plant: { plantName: string }) => plant.plantName)
    expect(await names()).toEqual(['Sweet basil', 'Monstera'])
    await ann.request('DELETE', `${ROUTE}/DeletePlant?plantId=${first.plantId}`)
    expect(await names()).toEqual(['Monstera'])
  })

  test('are refused in the words of the form', async () => {
    const { ann } = await world()
    const { status, body } = await ann.request('POST', `${ROUTE}/CreatePlant`, {
      plantName: ' ',
      plantType: 'x'.repeat(51),
      plantNotes: 'x'.repeat(1001),
      waterEvery: 400,
    })
    expect([status, body.errors]).toEqual([
      400,
      {
        plantName: ['Name is required'],
        plantType: ['Type cannot be longer than 50 characters'],
        plantNotes: ['Notes cannot be longer than 1000 characters'],
        waterEvery: ['Water every cannot be more than 365 days'],
      },
    ])
    const zero = await ann.request('POST', `${ROUTE}/CreatePlant`, { ...basil, waterEvery: 0 })
    expect(zero.body.errors).toEqual({ waterEvery: ['Water every must be at least 1 day'] })
  })

  test('are changed in part', async () => {
    const { ann } = await world()
    const { plantId } = await add(ann)
    const edit = async (change: object) =>
      (await ann.request('PATCH', `${ROUTE}/EditPlant?plantId=${plantId}`, change)).body
    expect(await edit({ plantNotes: 'Thirsty' })).toMatchObject({
      plantName: 'Sweet basil',
      plantNotes: 'Thirsty',
      waterEvery: 7,
    })
    expect(await edit({ waterEvery: null, lastWatered: '2026-11-01T08:00:00Z' })).toMatchObject({
      waterEvery: null,
      lastWatered: '2026-11-01T08:00:00.000Z',
    })
    expect(await edit({})).toMatchObject({ plantNotes: 'Thirsty' })
  })

  test('keep a watering of a moment ago when an older copy of them is sent back', async () => {
    const { ann } = await world()
    const loaded = await add(ann, { planted: '2026-03-01T00:00:00Z' })
    expect(loaded.lastWatered).toBeNull()
    const watered = (await ann.request('PATCH', `${ROUTE}/WaterPlant?plantId=${loaded.plantId}`)).body
    const edit = async (change: object) =>
      (await ann.request('PATCH', `${ROUTE}/EditPlant?plantId=${loaded.plantId}`, change)).body
    expect(await edit({ ...loaded, planted: null, plantNotes: 'Thirsty' })).toMatchObject({
      plantNotes: 'Thirsty',
      lastWatered: watered.lastWatered,
      planted: '2026-03-01T00:00:00.000Z',
    })
    expect(await edit({ planted: '' })).toMatchObject({ planted: null, lastWatered: watered.lastWatered })
  })

  test('are watered one by one or all that live, and every watering is kept', async () => {
    const { ann, bob, clock } = await world()
    const [first, second, dead] = [await add(ann), await add(ann), await add(ann, { isDead: true })]
    const theirs = await add(bob)
    const { body } = await ann.request('PATCH', `${ROUTE}/WaterPlant?plantId=${first.plantId}`)
    expect(body.lastWatered).toBe(new Date(clock.now).toISOString())
    clock.now += DAY
    const all = await ann.request('PATCH', `${ROUTE}/WaterAllPlants?userId=${ann.userId}`)
    expect(new Set(all.body.map((plant: { plantId: string }) => plant.plantId))).toEqual(
      new Set([first.plantId, second.plantId]),
    )
    const range = `from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`
    const waterings = await ann.request('GET', `${ROUTE}/GetWaterings?${range}`)
    expect(waterings.body).toHaveLength(3)
    expect(waterings.body[0].time).toBe(new Date(clock.now).toISOString())
    expect((await ann.request('GET', `${ROUTE}/GetWaterings?${range}&plantId=${first.plantId}`)).body).toHaveLength(2)
    for (const { plantId } of [dead, theirs]) {
      const plants = (
        await (plantId === theirs.plantId ? bob : ann).request('GET', `${ROUTE}/GetPlant?plantId=${plantId}`)
      ).body
      expect(plants.lastWatered).toBeNull()
    }
  })

  test('that are watered again within a minute were watered once', async () => {
    const { ann, clock } = await world()
    const plant = await add(ann, basil)
    const water = () => ann.request('PATCH', `${ROUTE}/WaterPlant?plantId=${plant.plantId}`)
    for (const wait of [0, 1000, 58_000, 60_000, 60_000]) {
      clock.now += wait
      await water()
    }
    const { body } = await ann.request('GET', `${ROUTE}/GetWaterings?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`)
    expect(body.map(({ time }: { time: string }) => clock.now - Date.parse(time))).toEqual([0, 60_000, 120_000])
  })

  test('that are dead can not be watered, and lose their condition as they die', async () => {
    const { ann } = await world()
    const { plantId } = await add(ann)
    await ann.request('POST', '/api/AlertCondition/CreateConditionAlertPlant', { plantId })
    const condition = async () =>
      (await ann.request('GET', `/api/AlertCondition/GetConditionAlertPlant?plantId=${plantId}`)).status
    expect(await condition()).toBe(200)
    expect((await ann.request('PATCH', `${ROUTE}/MarkPlantAsDead?plantId=${plantId}`)).body.isDead).toBe(true)
    expect(await condition()).toBe(404)
    expect((await ann.request('PATCH', `${ROUTE}/WaterPlant?plantId=${plantId}`)).status).toBe(409)
    expect((await ann.request('POST', '/api/AlertCondition/CreateConditionAlertPlant', { plantId })).status).toBe(409)
  })

  test('of another person do not exist', async () => {
    const { ann, bob } = await world()
    const { plantId } = await add(ann)
    expect((await bob.request('GET', `${ROUTE}/GetAllPlants?userId=${ann.userId}`)).status).toBe(403)
    expect((await bob.request('PATCH', `${ROUTE}/WaterAllPlants?userId=${ann.userId}`)).status).toBe(403)
    expect((await bob.request('GET', `${ROUTE}/GetAllPlants`)).body).toEqual([])
    for (const [method, path] of [
      ['GET', 'GetPlant'],
      ['PATCH', 'WaterPlant'],
      ['PATCH', 'MarkPlantAsDead'],
      ['DELETE', 'DeletePlant'],
    ] as const) {
      expect((await bob.request(method, `${ROUTE}/${path}?plantId=${plantId}`)).status).toBe(404)
    }
    expect((await ann.request('GET', `${ROUTE}/GetPlant?plantId=${plantId}`)).body.isDead).toBe(false)
  })
})
