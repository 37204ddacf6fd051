import { randomUUID } from 'node:crypto'
import {
  CARE_LIVE_MAX,
  CARE_NOTE_MAX,
  careRoutes,
  plantRoutes,
  placeRoutes,
  serverMessage,
  TASK_LABEL_MAX,
  taskRoutes,
  type ServerMessage,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { hubTopic } from '../../platform/live/topics.ts'
import { insertPlant } from '../plants/plant-store.ts'

const DAY = 86_400_000
/** The most that a message of NATS may hold. */
const MEGABYTE = 1024 * 1024

describe.each(databases)('live care on %s', (_name, open) => {
  async function garden() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { hub } = world.app.context
    const frames: string[] = []
    const reports: string[] = []
    await hub.subscribe(hubTopic.careOf(ann.householdId), { send: (frame) => void frames.push(frame) })
    await hub.subscribe(hubTopic.careReportsOf(ann.householdId), { send: (frame) => void reports.push(frame) })
    /** Returns the messages since the last call, and how many changes were reported to older clients. */
    const heard = () => ({
      messages: frames.splice(0).map((frame): ServerMessage => serverMessage.parse(JSON.parse(frame))),
      reports: reports.splice(0).length,
    })
    const plant = async (plantName: string) =>
      (await ann.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', waterEvery: 7 } })).body
        .plantId as string
    const plan = async (body: object) =>
      (await ann.call(taskRoutes.create, { body: { repeat: 'after', every: 7, startsOn: '2026-01-01', ...body } })).body
        .taskId as string
    return { ...world, ann, frames, heard, plant, plan }
  }

  test('a done task is shown with its entry, itself and the last watering, once and in the shape of the contract', async () => {
    const { ann, heard, plant } = await garden()
    const plantId = await plant('Basil')
    const [{ taskId }] = (await ann.call(taskRoutes.list)).body
    expect(heard()).toEqual({ messages: [], reports: 0 })
    const done = (await ann.call(careRoutes.done, { params: { taskId }, body: { careId: randomUUID() } })).body
    const { care, task } = done
    const watered = [{ plantId, lastWatered: care[0].at }]
    expect(heard()).toEqual({
      messages: [{ eventType: 'care', householdId: ann.householdId, care, removed: [], tasks: [task], watered }],
      reports: 1,
    })
    // Somebody was quicker: nothing was logged.
    expect((await ann.call(careRoutes.done, { params: { taskId }, body: { careId: randomUUID() } })).body.merged).toBe(
      true,
    )
    expect(heard().messages).toEqual([])
  })

  test('a skip, a snooze, a change and an undo are shown', async () => {
    const { ann, clock, heard, plant, plan } = await garden()
    const plantId = await plant('Lemon')
    const taskId = await plan({ plantId, kind: 'feed' })
    const { careId } = (await ann.call(careRoutes.skip, { params: { taskId }, body: { careId: randomUUID() } })).body
      .care[0]
    expect(heard().messages).toMatchObject([{ care: [{ careId, kind: 'skipped' }], tasks: [{ taskId }], watered: [] }])
    await ann.call(careRoutes.edit, { params: { careId }, body: { note: 'Too wet' } })
    expect(heard().messages).toMatchObject([{ care: [{ careId, note: 'Too wet' }], removed: [] }])
    await ann.call(careRoutes.remove, { params: { careId }, query: {} })
    expect(heard().messages).toMatchObject([{ care: [], removed: [careId], tasks: [{ taskId, lastDoneAt: null }] }])
    const until = new Date(clock.now + DAY).toISOString()
    await ann.call(taskRoutes.snooze, { params: { taskId }, body: { until } })
    expect(heard()).toMatchObject({ messages: [{ care: [], tasks: [{ taskId, snoozedUntil: until }] }], reports: 1 })
  })

  test('shows work on a place with its task, and nothing of a refused act', async () => {
    const { ann, heard, plan } = await garden()
    const { placeId } = (await ann.call(placeRoutes.create, { body: { name: 'Bench', parentId: null } })).body
    const taskId = await plan({ placeId, kind: 'clean' })
    await ann.call(careRoutes.done, { params: { taskId }, body: { careId: randomUUID() } })
    expect(heard().messages).toMatchObject([{ care: [{ placeId, taskId }], tasks: [{ taskId }], watered: [] }])
    expect((await ann.call(careRoutes.done, { params: { taskId: randomUUID() }, body: {} })).status).toBe(400)
    expect(heard()).toEqual({ messages: [], reports: 0 })
  })

  test('the waterings of older clients and their undo are shown', async () => {
    const { ann, clock, heard, plant } = await garden()
    const [basil, lemon] = [await plant('Basil'), await plant('Lemon')]
    const { lastWatered } = (await ann.call(plantRoutes.water, { query: { plantId: basil } })).body
    const [first] = heard().messages
    expect(first).toMatchObject({
      care: [{ plantId: basil, at: lastWatered }],
      watered: [{ plantId: basil, lastWatered }],
    })
    clock.now += 1000
    // It takes the place of the watering a second before.
    const all = (await ann.call(plantRoutes.waterAll)).body
    const at = all[0].lastWatered
    const careId = first?.eventType === 'care' ? first.care[0]?.careId : undefined
    expect(heard().messages).toMatchObject([{ care: [{ at }, { at }], removed: [careId], tasks: [{}, {}] }])
    await ann.call(plantRoutes.undoWatering, { query: { wateredAt: at } })
    const [undone] = heard().messages
    expect(undone).toMatchObject({ care: [], removed: [expect.any(String), expect.any(String)] })
    const dry = [basil, lemon].map((plantId) => ({ plantId, lastWatered: null }))
    expect(undone).toMatchObject({ watered: expect.arrayContaining(dry) })
  })

  test('an act on more than fifty plants is only reported, and the largest that is shown fits into a message', async () => {
    const { ann, app, clock, frames, heard } = await garden()
    const plantIds = Array.from({ length: CARE_LIVE_MAX + 1 }, () => randomUUID())
    await app.context.db.transaction().execute(async (tx) => {
      for (const id of plantIds)
        await insertPlant(tx, ann.householdId, {
          id,
          plantName: 'Fern',
          plantType: 'Fern',
          plantNotes: '',
          planted: null,
          lastWatered: null,
          waterEvery: null,
          isDead: false,
          createdAt: 1,
          max: 1000,
        })
    })
    const add = (ids: readonly string[]) =>
      ann.call(careRoutes.add, {
        body: {
          careId: randomUUID(),
          plantIds: ids,
          kind: 'custom',
          // Three bytes each, the most that a character of text takes.
          label: '木'.repeat(TASK_LABEL_MAX),
          note: '木'.repeat(CARE_NOTE_MAX),
        },
      })
    expect((await add(plantIds)).status).toBe(200)
    expect(heard()).toEqual({
      messages: [{ eventType: 'ServerReportsChange', changed: ['care', 'tasks', 'plants', 'alerts'] }],
      reports: 1,
    })
    clock.now += DAY
    expect((await add(plantIds.slice(1))).status).toBe(200)
    expect(Buffer.byteLength(frames[0] ?? '')).toBeLessThan(MEGABYTE / 2)
    expect(heard().messages).toMatchObject([{ eventType: 'care', removed: [] }])
  })
})
