import { conditionRoutes, plantRoutes, PLANTS_PER_USER_MAX } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'

const DAY = 86_400_000
const basil = { plantName: 'Sweet basil', plantType: 'Herb', waterEvery: 7 }
const add = async (person: Person, more: object = {}) =>
  (await person.call(plantRoutes.create, { body: { ...basil, ...more } })).body

describe.each(databases)('plants on %s', (_name, open) => {
  const world = async () => {
    const made = await createWorld({}, await open())
    return { ...made, ann: await made.as('ann'), bob: await made.as('bob') }
  }

  test('adds plants, lists them in the order of creation, and removes them', async () => {
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
      (await ann.call(plantRoutes.list)).body.map((plant: { plantName: string }) => plant.plantName)
    expect(await names()).toEqual(['Sweet basil', 'Monstera'])
    await ann.call(plantRoutes.remove, { query: { plantId: first.plantId } })
    expect(await names()).toEqual(['Monstera'])
  })

  test('refuses plants with the messages of the form', async () => {
    const { ann } = await world()
    const { status, body } = await ann.call(plantRoutes.create, {
      body: {
        plantName: ' ',
        plantType: 'x'.repeat(51),
        plantNotes: 'x'.repeat(1001),
        waterEvery: 400,
      },
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
    const interval = async (waterEvery: unknown) =>
      (await ann.call(plantRoutes.create, { body: { ...basil, waterEvery } })).body.errors.waterEvery
    expect(await interval(0)).toEqual(['Water every must be at least 1 day'])
    for (const wrong of [1.5, 'often'])
      expect(await interval(wrong)).toEqual(['Water every must be a whole number of days'])
  })

  test('sets and removes the species of a plant', async () => {
    const { ann } = await world()
    const species = 'Ocimum basilicum'
    const { plantId } = await add(ann, { species })
    const shown = async () =>
      (await ann.call(plantRoutes.list)).body.find((plant: { plantId: string }) => plant.plantId === plantId)
    expect(await shown()).toMatchObject({ species })
    const edit = (change: object) => ann.call(plantRoutes.edit, { query: { plantId }, body: change })
    await edit({ plantNotes: 'Thirsty' })
    expect(await shown()).toMatchObject({ species })
    await edit({ species: '' })
    expect(await shown()).not.toHaveProperty('species')
    expect((await edit({ species: 'x'.repeat(101) })).body.errors).toEqual({
      species: ['Species cannot be longer than 100 characters'],
    })
  })

  test('changes some fields of a plant', async () => {
    const { ann } = await world()
    const { plantId } = await add(ann)
    const edit = async (change: object) => (await ann.call(plantRoutes.edit, { query: { plantId }, body: change })).body
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

  test('keeps a newer watering when an older copy of the plant is sent back', async () => {
    const { ann } = await world()
    const loaded = await add(ann, { planted: '2026-03-01T00:00:00Z' })
    expect(loaded.lastWatered).toBeNull()
    const watered = (await ann.call(plantRoutes.water, { query: { plantId: loaded.plantId } })).body
    const edit = async (change: object) =>
      (await ann.call(plantRoutes.edit, { query: { plantId: loaded.plantId }, body: change })).body
    expect(await edit({ ...loaded, planted: null, plantNotes: 'Thirsty' })).toMatchObject({
      plantNotes: 'Thirsty',
      lastWatered: watered.lastWatered,
      planted: '2026-03-01T00:00:00.000Z',
    })
    expect(await edit({ planted: '' })).toMatchObject({ planted: null, lastWatered: watered.lastWatered })
  })

  test('waters one plant or all living ones, and keeps every watering', async () => {
    const { ann, bob, clock } = await world()
    const [first, second, dead] = [await add(ann), await add(ann), await add(ann, { isDead: true })]
    const theirs = await add(bob)
    const { body } = await ann.call(plantRoutes.water, { query: { plantId: first.plantId } })
    expect(body.lastWatered).toBe(new Date(clock.now).toISOString())
    clock.now += DAY
    const all = await ann.call(plantRoutes.waterAll, { query: { userId: ann.userId } })
    expect(new Set(all.body.map((plant: { plantId: string }) => plant.plantId))).toEqual(
      new Set([first.plantId, second.plantId]),
    )
    const range = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
    const waterings = await ann.call(plantRoutes.waterings, { query: range })
    expect(waterings.body).toHaveLength(3)
    expect(waterings.body[0].time).toBe(new Date(clock.now).toISOString())
    const ofFirst = await ann.call(plantRoutes.waterings, { query: { ...range, plantId: first.plantId } })
    expect(ofFirst.body).toHaveLength(2)
    for (const { plantId } of [dead, theirs]) {
      const owner = plantId === theirs.plantId ? bob : ann
      expect((await owner.call(plantRoutes.get, { query: { plantId } })).body.lastWatered).toBeNull()
    }
  })

  test('counts waterings within a minute as one', async () => {
    const { ann, clock } = await world()
    const plant = await add(ann, basil)
    const water = () => ann.call(plantRoutes.water, { query: { plantId: plant.plantId } })
    for (const wait of [0, 1000, 58_000, 60_000, 60_000]) {
      clock.now += wait
      await water()
    }
    const { body } = await ann.call(plantRoutes.waterings, {
      query: { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
    })
    expect(body.map(({ time }: { time: string }) => clock.now - Date.parse(time))).toEqual([0, 60_000, 120_000])
  })

  const waterings = async (person: Person, plantId?: string) => {
    const of = plantId === undefined ? {} : { plantId }
    const query = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', ...of }
    const { body } = await person.call(plantRoutes.waterings, { query })
    return body.map(({ time }: { time: string }) => time)
  }

  test('accepts a watering before the plant was added', async () => {
    const { ann } = await world()
    const { plantId, lastWatered } = await add(ann, { lastWatered: '2026-11-18T00:00:00Z' })
    expect(lastWatered).toBe('2026-11-18T00:00:00.000Z')
    expect(await waterings(ann, plantId)).toEqual([lastWatered])
  })

  test('takes a changed date of the last watering as a correction of the waterings', async () => {
    const { ann } = await world()
    const { plantId } = await add(ann, { lastWatered: '2026-11-10T08:00:00Z' })
    const other = await add(ann, { lastWatered: '2026-11-19T08:00:00Z' })
    const correct = async (lastWatered: string) => {
      const { body } = await ann.call(plantRoutes.edit, { query: { plantId }, body: { lastWatered } })
      return [body.lastWatered, await waterings(ann, plantId)]
    }
    const on = (day: number) => `2026-11-${day}T08:00:00.000Z`
    expect(await correct(on(18))).toEqual([on(18), [on(18), on(10)]])
    expect(await correct(on(14))).toEqual([on(14), [on(14), on(10)]])
    expect(await correct('')).toEqual([null, []])
    expect(await waterings(ann, other.plantId)).toEqual([other.lastWatered])
  })

  test('restores the watering before when the last one is undone', async () => {
    const { ann, clock } = await world()
    const before = '2026-11-10T08:00:00.000Z'
    const [never, once] = [await add(ann), await add(ann, { lastWatered: before })]
    const undo = (query: object) => ann.call(plantRoutes.undoWatering, { query })
    const water = async ({ plantId }: { plantId: string }) =>
      (await ann.call(plantRoutes.water, { query: { plantId } })).body.lastWatered

    for (const [plant, lastWatered] of [
      [never, null],
      [once, before],
    ] as const) {
      const wateredAt = await water(plant)
      const { plantId } = plant
      expect((await undo({ wateredAt, plantId })).body).toEqual([{ ...plant, lastWatered }])
      expect((await undo({ wateredAt, plantId })).status).toBe(404)
    }
    expect(await waterings(ann)).toEqual([before])

    // A plant that was watered since keeps that watering.
    const first = await water(once)
    clock.now += 3_600_000
    const second = await water(once)
    expect((await undo({ wateredAt: first, plantId: once.plantId })).body).toEqual([])
    expect(await waterings(ann, once.plantId)).toEqual([second, before])
  })

  test('restores the waterings before when the watering of all is undone', async () => {
    const { ann, bob } = await world()
    const mine = [await add(ann), await add(ann, { lastWatered: '2026-11-10T08:00:00Z' })]
    const dead = await add(ann, { isDead: true, lastWatered: '2026-11-01T08:00:00Z' })
    const theirs = await add(bob)
    const [{ lastWatered: wateredAt }] = (await ann.call(plantRoutes.waterAll)).body
    await bob.call(plantRoutes.waterAll)
    const undone = await ann.call(plantRoutes.undoWatering, { query: { wateredAt } })
    expect(undone.body).toHaveLength(2)
    expect((await ann.call(plantRoutes.list)).body).toEqual(expect.arrayContaining([...mine, dead]))
    expect(await waterings(bob, theirs.plantId)).toEqual([wateredAt])
  })

  test('revives a plant', async () => {
    const { ann } = await world()
    const plant = await add(ann)
    const query = { plantId: plant.plantId }
    await ann.call(plantRoutes.markDead, { query })
    expect((await ann.call(plantRoutes.edit, { query, body: { isDead: false } })).body).toEqual(plant)
    expect((await ann.call(plantRoutes.water, { query })).status).toBe(200)
  })

  test('counts dead plants toward the limit and says so', async () => {
    const { ann, app } = await world()
    const { plantId } = await add(ann)
    const { db } = app.context
    const row = await db.selectFrom('plant').selectAll().executeTakeFirstOrThrow()
    for (let count = 1; count < PLANTS_PER_USER_MAX; count += 100) {
      const many = Array.from({ length: Math.min(100, PLANTS_PER_USER_MAX - count) }, (_, index) => ({
        ...row,
        id: `${count + index}`,
        code: `${count + index}`,
        is_dead: 1,
      }))
      await db.insertInto('plant').values(many).execute()
    }
    const { status, body } = await ann.call(plantRoutes.create, { body: basil })
    expect([status, body.title]).toEqual([
      409,
      'You have 1000 plants, dead ones included. Turn on View dead and delete one to make room.',
    ])
    await ann.call(plantRoutes.markDead, { query: { plantId } })
    expect((await ann.call(plantRoutes.create, { body: basil })).status).toBe(409)
    await ann.call(plantRoutes.remove, { query: { plantId } })
    expect((await ann.call(plantRoutes.create, { body: basil })).status).toBe(200)
  })

  test('waters no dead plant, and removes the condition of a dying one', async () => {
    const { ann } = await world()
    const { plantId } = await add(ann)
    await ann.call(conditionRoutes.createForPlant, { body: { plantId } })
    const condition = async () => (await ann.call(conditionRoutes.ofPlant, { query: { plantId } })).status
    expect(await condition()).toBe(200)
    expect((await ann.call(plantRoutes.markDead, { query: { plantId } })).body.isDead).toBe(true)
    expect(await condition()).toBe(404)
    expect((await ann.call(plantRoutes.water, { query: { plantId } })).status).toBe(409)
    expect((await ann.call(conditionRoutes.createForPlant, { body: { plantId } })).status).toBe(409)
  })

  test("returns 404 for another user's plant", async () => {
    const { ann, bob } = await world()
    const { plantId } = await add(ann)
    expect((await bob.call(plantRoutes.list, { query: { userId: ann.userId } })).status).toBe(403)
    expect((await bob.call(plantRoutes.waterAll, { query: { userId: ann.userId } })).status).toBe(403)
    expect((await bob.call(plantRoutes.list)).body).toEqual([])
    const wateredAt = (await ann.call(plantRoutes.water, { query: { plantId } })).body.lastWatered
    expect((await bob.call(plantRoutes.undoWatering, { query: { wateredAt, plantId } })).status).toBe(404)
    expect((await bob.call(plantRoutes.undoWatering, { query: { wateredAt } })).status).toBe(404)
    expect(await waterings(ann)).toEqual([wateredAt])
    for (const route of [plantRoutes.get, plantRoutes.water, plantRoutes.markDead, plantRoutes.remove]) {
      expect((await bob.call(route, { query: { plantId } })).status).toBe(404)
    }
    expect((await ann.call(plantRoutes.get, { query: { plantId } })).body.isDead).toBe(false)
  })
})
