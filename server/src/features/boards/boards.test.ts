import { randomUUID } from 'node:crypto'
import { boardRoutes, deviceRoutes, seriesRoutes, type Board } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { hear, ownerOf, rowsOf, temperature, type Heard } from '../../../test/report-board.ts'
import { createWorld, testConfig, type Person, type World } from '../../../test/world.ts'
import type { BoardOwner } from './board-owner.ts'
import { insertBoard } from './board-store.ts'
import { openWaitingReadings } from './move-waiting.ts'

const MINUTE = 60_000

describe.each(databases)('boards on %s', (_name, open) => {
  async function aWorld() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const report = (over: Partial<Heard> = {}) => hear(world, ownerOf(ann), over)
    const list = async (): Promise<Board[]> => (await ann.call(boardRoutes.list)).body
    return { ...world, ann, report, list }
  }

  test('lists a board with its first message and stores the reading until it is claimed', async () => {
    const { report, list, clock } = await aWorld()
    expect(await report()).toBeUndefined()
    expect(await list()).toMatchObject([{ externalId: 'tasmota_1', waiting: 1, everySeconds: null }])
    clock.now += 5 * MINUTE
    await report({ values: [temperature(22)] })
    expect(await list()).toEqual([
      expect.objectContaining({
        family: 'tasmota',
        externalId: 'tasmota_1',
        name: 'Herb shelf',
        measures: [{ metric: 'temperature', channel: '', value: 22, unit: '°C' }],
        everySeconds: 300,
        waiting: 2,
        deviceId: null,
        ignored: false,
      }),
    ])
  })

  test('turns a claimed board into a device with its stored readings and all later ones', async () => {
    const { ann, report, list, clock, app } = await aWorld()
    await report({ values: [temperature(20), { metric: 'other', channel: 'flow', value: 3, unit: 'l/h' }] })
    clock.now += MINUTE
    await report({ values: [temperature(21)] })
    const [board] = await list()
    const series = [
      { metric: 'temperature', channel: '', label: 'North bench' },
      { metric: 'other', channel: 'flow', visible: false },
    ]
    const { status, body } = await claim(ann, board, { deviceName: 'Herbs', waitTime: '60', series })
    expect([status, body.deviceName, body.waitTime, body.deviceToken]).toEqual([
      200,
      'Herbs',
      '60',
      expect.stringMatching(/^[\w-]{43}$/),
    ])
    expect(await report()).toMatchObject({ deviceId: body.deviceId })
    const stored = (await ann.call(seriesRoutes.list, { params: { deviceId: body.deviceId } })).body
    expect(stored).toEqual([
      expect.objectContaining({
        metric: 'temperature',
        label: 'North bench',
        newest: { time: expect.any(String), value: 21 },
      }),
      expect.objectContaining({ metric: 'other', channel: 'flow', unit: 'l/h', visible: false }),
    ])
    expect(await list()).toEqual([expect.objectContaining({ deviceId: body.deviceId, waiting: 0 })])
    expect(await rowsOf(app, 'board_reading')).toBe(0)
  })

  test('removes the longest unseen board with its readings at the limit', async () => {
    const { ann, report, list, app, clock } = await aWorld()
    await report({ externalId: 'oldest' })
    clock.now += MINUTE
    await report({ externalId: 'oldest' })
    await app.boards.change(ann.householdId, async () => {
      for (let place = 1; place < 200; place++)
        await addRow(app, { householdId: ann.householdId, seenAt: clock.now + place })
    })
    clock.now += MINUTE
    await report({ externalId: 'newest' })
    await report({ externalId: 'newest', time: clock.now + 1 })
    const boards = await list()
    expect(boards).toHaveLength(200)
    expect(boards.map(({ externalId }) => externalId)).toContain('newest')
    expect(boards.map(({ externalId }) => externalId)).not.toContain('oldest')
    expect(await rowsOf(app, 'board_reading')).toBe(2)
  })

  test('stores the newest 2,000 readings of the last day of an unclaimed board', { timeout: 20_000 }, async () => {
    const { report, list, app, clock } = await aWorld()
    const readings = Array.from({ length: 2001 }, (_, index) => ({
      time: clock.now - (2001 - index) * 1000,
      values: [temperature(20)],
    }))
    const old = { time: clock.now - 86_400_000, values: [temperature(1)] }
    await report({ more: { readings: [old, ...readings] } })
    expect(await list()).toMatchObject([{ waiting: 2000 }])
    expect(await rowsOf(app, 'board_reading')).toBe(2000)
  })

  test(
    'limits a user to 20,000 stored readings, at the cost of the board with the most',
    { timeout: 60_000 },
    async () => {
      const { report, list, app, clock } = await aWorld()
      const send = (externalId: string, count: number) => {
        const times = Array.from({ length: count }, (_, index) => clock.now - (count - index) * 1000)
        const readings = times.map((time) => ({ time, values: [temperature(20)] }))
        return report({ externalId, more: { readings } })
      }
      for (let id = 0; id < 10; id++) {
        await send(`full_${id}`, 1)
        await send(`full_${id}`, 1990)
      }
      await send('small', 1)
      await send('small', 300)
      const waiting = (await list()).map(({ externalId, waiting }) => [externalId, waiting] as const)
      expect(waiting.reduce((sum, [, count]) => sum + count, 0)).toBe(20_000)
      expect(new Map(waiting).get('small')).toBe(300)
      expect(await rowsOf(app, 'board_reading')).toBe(20_000)
    },
  )

  test('removes the readings of a board that was silent for a day, and keeps the board', async () => {
    const { report, list, app, clock } = await aWorld()
    for (const externalId of ['silent', 'heard']) {
      await report({ externalId })
      await report({ externalId, time: clock.now + 1 })
    }
    clock.now += 1440 * MINUTE - 1000
    await report({ externalId: 'heard' })
    clock.now += 2000
    const sweep = openWaitingReadings(app.context, { boards: app.boards, ingestReadings: async () => {} })
    await sweep.job.runNow()
    const waiting = (await list()).map((board) => [board.externalId, board.waiting])
    expect(Object.fromEntries(waiting)).toEqual({ silent: 0, heard: 3 })
    expect(await rowsOf(app, 'board_reading')).toBe(3)
  })

  test('takes a retained message as the last value of a known board, not as a reading', async () => {
    const { report, list, app } = await aWorld()
    await report({ isRetained: true })
    await report({ isRetained: true })
    expect(await list()).toEqual([])
    await report({ isRetained: true, values: [], more: { announces: [{ key: 'a', fact: 1 }] } })
    await report({ isRetained: true, values: [temperature(7)] })
    expect(await list()).toMatchObject([{ measures: [{ value: 7 }], waiting: 0, everySeconds: null }])
    expect(await rowsOf(app, 'board_reading')).toBe(0)
  })

  test('keeps boards of the same name of different users apart', async () => {
    const world = await aWorld()
    const { ann, report, list } = world
    const bob = await world.as('bob')
    for (const owner of [ownerOf(ann), ownerOf(bob)]) {
      await hear(world, owner)
      await hear(world, owner, { time: world.clock.now + 1 })
    }
    const [board] = await list()
    expect((await claim(bob, board, { deviceName: 'Mine' })).status).toBe(404)
    expect((await claim(ann, board, { deviceName: 'Herbs' })).status).toBe(200)
    expect((await bob.call(boardRoutes.list)).body).toMatchObject([{ deviceId: null, waiting: 2 }])
    expect(await report()).toBeDefined()
    expect(await hear(world, ownerOf(bob))).toBeUndefined()
  })

  test("takes the first board of a family with a device's token as that device, and the next one as new", async () => {
    const world = await aWorld()
    const { deviceId } = await world.aDevice(world.ann)
    const owner: BoardOwner = { householdId: world.ann.householdId, source: { kind: 'device', id: deviceId } }
    expect(await hear(world, owner)).toMatchObject({ deviceId })
    expect(await hear(world, owner, { externalId: 'tasmota_2' })).toBeUndefined()
    await hear(world, owner, { externalId: 'tasmota_2', time: world.clock.now + 1 })
    const devices = new Map((await world.list()).map((one) => [one.externalId, one.deviceId]))
    expect(Object.fromEntries(devices)).toEqual({ tasmota_1: deviceId, tasmota_2: null })
  })

  test('gives a board to a device of its owner once, and lists it as new after the device is removed', async () => {
    const world = await aWorld()
    const { ann, report, list } = world
    const { deviceId } = await world.aDevice(ann)
    await report()
    await report({ time: world.clock.now + 1 })
    const [board] = await list()
    expect((await claim(ann, board, { deviceId })).body).toMatchObject({ deviceId, deviceName: 'Tomato house' })
    expect((await claim(ann, board, { deviceId })).body).toMatchObject({ status: 409 })
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: deviceId } })
    expect(await list()).toEqual([])
    expect(await report()).toBeUndefined()
    await report({ time: world.clock.now + 2 })
    expect(await list()).toMatchObject([{ deviceId: null, waiting: 2 }])
  })

  test('stores no readings of an ignored board until it is shown again', async () => {
    const { ann, report, list, app, clock } = await aWorld()
    await report()
    await report({ time: clock.now + 1 })
    const [board] = await list()
    const params = { boardId: board?.boardId ?? '' }
    await ann.call(boardRoutes.ignore, { params, body: { ignored: true } })
    await report({ time: clock.now + 2 })
    expect(await list()).toMatchObject([{ ignored: true, waiting: 0 }])
    expect(await rowsOf(app, 'board_reading')).toBe(0)
    await ann.call(boardRoutes.ignore, { params, body: { ignored: false } })
    await report({ time: clock.now + 3 })
    expect(await list()).toMatchObject([{ ignored: false, waiting: 1 }])
  })
})

test('moves stored readings at the next start when the server was killed after a claim', async () => {
  const dataDir = testConfig().dataDir
  const world = await createWorld({ dataDir })
  const ann = await world.as('ann')
  const { deviceId } = await world.aDevice(ann)
  await hear(world, ownerOf(ann), { time: world.clock.now - 2000 })
  await hear(world, ownerOf(ann), { time: world.clock.now - 1000 })
  const { db } = world.app.context
  const { key } = await db.selectFrom('device').select('key').where('id', '=', deviceId).executeTakeFirstOrThrow()
  await db.updateTable('board').set({ device_key: key }).execute()
  await world.app.close()

  const next = await createWorld({ dataDir })
  const call = { params: { deviceId }, token: ann.token }
  expect((await next.call(seriesRoutes.list, call)).body).toMatchObject([
    { metric: 'temperature', newest: { value: 21 } },
  ])
  expect(await rowsOf(next.app, 'board_reading')).toBe(0)
})

function claim(person: Person, board: Board | undefined, body: object) {
  return person.call(boardRoutes.claim, { params: { boardId: board?.boardId ?? '' }, body })
}

/** Adds a board that was last seen at an instant. */
async function addRow(
  { context: { db } }: World['app'],
  { householdId, seenAt }: { householdId: string; seenAt: number },
) {
  const boardId = randomUUID()
  const nothing = { name: null, model: null, firmware: null, measures: [], notes: [], everySeconds: null, waiting: 0 }
  const { source } = ownerOf({ householdId })
  const seen = { firstSeenAt: seenAt, lastSeenAt: seenAt, deviceKey: null }
  const board = { ...nothing, ...seen, boardId, householdId, source, family: 'tasmota', externalId: boardId } as const
  await db.transaction().execute((tx) => insertBoard(tx, board))
}
