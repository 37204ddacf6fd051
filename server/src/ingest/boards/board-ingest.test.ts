import { describe, expect, onTestFinished, test } from 'vitest'
import { storedReadings } from '../../../test/stored-readings.ts'
import { createWorld, ingestParts } from '../../../test/world.ts'
import type { BoardOwner } from '../../features/boards/board-owner.ts'
import {
  BoardMessage,
  type BoardReport,
  type BoardValue,
  type Decoder,
  type Slices,
} from '../../features/boards/board-report.ts'
import type { Boards } from '../../features/boards/boards.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import { overloaded } from '../../platform/problem.ts'
import { AnnouncedFacts } from './announced.ts'
import { openBoardIngest } from './board-ingest.ts'
import { LIMITS } from '../ingest-types.ts'
import { openIngest } from '../ingest.ts'

const owner: BoardOwner = { householdId: 'ann', source: { kind: 'hub', id: 'hub-1' } }

/** Decodes `<board>/<metric>` with a number, in the unit that was announced for it. `<board>/unit` announces one. */
const decodeNumber: Decoder = ({ topic, text }, announced) => {
  const [externalId = '', metric = ''] = topic.split('/')
  const board = { family: 'json', externalId } as const
  if (metric === 'unit') return [{ board, readings: [], announces: [{ key: externalId, fact: text || null }] }]
  if (metric === 'fault') throw new Error('a fault')
  if (metric === 'slices') return slicesOf(text)
  if (Number.isNaN(Number(text))) return undefined
  const value = announced.get(externalId) === 'F' ? ((Number(text) - 32) * 5) / 9 : Number(text)
  return [{ board, readings: [{ values: [{ metric, channel: '', value }] }] }]
}

/** Decodes in two slices; `fault` fails in the second, and an empty text is none of its messages. */
function* slicesOf(text: string): Slices {
  yield
  if (text === 'fault') throw new Error('a fault')
  return text === '' ? undefined : [{ board: { family: 'json', externalId: 'bench' }, readings: [] }]
}

/** An boardIngest on the store of a world, and the boards that nobody has claimed. `claimed`: devices by the id of the board. */
async function aBoardIngest({ isBehind = false } = {}) {
  const world = await createWorld()
  const { context } = world.app
  const ingest = openIngest(context, { ...ingestParts(context), limits: LIMITS })
  onTestFinished(() => ingest.close())
  const { deviceId } = await world.aDevice(await world.as('ann'))
  const { key: deviceKey } = await context.db
    .selectFrom('device')
    .select('key')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  const claimed: Record<string, DeviceRef> = { bench: { deviceId, deviceKey } }
  const kept: Array<{ report: BoardReport; arrivedAt: number; isRetained: boolean }> = []
  const boards: Pick<Boards, 'receive'> = {
    async receive(_owner, report, arrival) {
      const device = claimed[report.board.externalId]
      if (!device || arrival.isRetained) kept.push({ report, ...arrival })
      return device
    },
  }
  const faults: unknown[] = []
  const log = { ...context.log, error: (line: object) => void faults.push(line) }
  const charged: number[] = []
  const rateLimits = { charge: (_owner: BoardOwner, units: number) => void (units > 0 && charged.push(units)) }
  const needs = {
    announced: new AnnouncedFacts(),
    ingest,
    boards,
    clock: { isBehind: () => isBehind },
    rateLimits,
    decoders: [decodeNumber],
  }
  const boardIngest = openBoardIngest({ ...context, log: log as typeof context.log }, needs)
  return {
    ...world,
    boards,
    charged,
    faults,
    ingest,
    boardIngest,
    kept,
    take: (topic: string, payload: string, { isRetained = false, from = owner } = {}) =>
      boardIngest.ingest(from, new BoardMessage(topic, Buffer.from(payload), { isRetained })),
    stored: async () => (await storedReadings(context, deviceId)).map(({ at, ...values }) => [at - START, values]),
  }
}

const START = Date.parse('2026-11-20T09:41:00Z')
const missing = { temperature: null, humidity: null, airPressure: null, airQuality: null }
const temperature = (value: number): BoardValue => ({ metric: 'temperature', channel: '', value })

describe('a message of a board', () => {
  test('stores a message of a claimed board as a reading of its device', async () => {
    const { take, stored } = await aBoardIngest()
    expect(await take('bench/temperature', '21.5')).toEqual({
      isKnown: true,
      stored: 1,
      duplicates: 0,
      waiting: 0,
      refused: [],
    })
    expect(await stored()).toEqual([[0, { ...missing, temperature: 21.5 }]])
  })

  test('joins messages on several topics within a second to one reading, with derived values', async () => {
    const { app, clock, ingest, take, stored } = await aBoardIngest()
    await take('bench/temperature', '25')
    clock.now += 300
    await take('bench/humidity', '60')
    clock.now += 900
    await take('bench/temperature', '26')
    expect(await stored()).toEqual([
      [0, { ...missing, temperature: 25, humidity: 60 }],
      [1200, { ...missing, temperature: 26 }],
    ])
    const series = await app.context.db.selectFrom('series').select('metric').execute()
    expect(series.map(({ metric }) => metric).toSorted()).toEqual(['dewPoint', 'humidity', 'temperature', 'vpd'])
    expect(ingest.counts).toMatchObject({ stored: 3, duplicates: 0, refused: 0 })
  })

  test('keeps messages of an unclaimed board, with the time and the values of its reading', async () => {
    const { clock, kept, take } = await aBoardIngest()
    await take('shed/temperature', '25')
    clock.now += 300
    expect(await take('shed/humidity', '60')).toMatchObject({ stored: 0, waiting: 1 })
    const humidity = { metric: 'humidity', channel: '', value: 60 }
    expect(kept.map(({ report, ...arrival }) => ({ ...arrival, readings: report.readings }))).toEqual([
      { arrivedAt: START, isRetained: false, readings: [{ time: START, values: [temperature(25)] }] },
      { arrivedAt: START + 300, isRetained: false, readings: [{ time: START, values: [temperature(25), humidity] }] },
    ])
  })

  test('treats a retained message as a last known value and never as a reading', async () => {
    const { kept, take, stored } = await aBoardIngest()
    expect(await take('bench/temperature', '21.5', { isRetained: true })).toMatchObject({ stored: 0, waiting: 0 })
    expect(await stored()).toEqual([])
    expect(kept).toMatchObject([{ isRetained: true }])
  })

  test('decodes a message with the announcements of its source, also retained ones, until the source is forgotten', async () => {
    const { boardIngest, take, stored, clock } = await aBoardIngest()
    await take('bench/unit', 'F', { isRetained: true })
    await take('bench/temperature', '77')
    await boardIngest.forget(owner)
    clock.now += 5000
    await take('bench/temperature', '77')
    expect(await stored()).toMatchObject([
      [0, { temperature: 25 }],
      [5000, { temperature: 77 }],
    ])
  })

  test('gives a message decoded in slices the same outcome as one decoded at once', async () => {
    const { faults, take } = await aBoardIngest()
    expect(await take('bench/slices', 'known')).toMatchObject({ isKnown: true })
    expect(await take('bench/slices', '')).toMatchObject({ isKnown: false })
    expect(faults).toEqual([])
    expect(await take('bench/slices', 'fault')).toMatchObject({ isKnown: false })
    expect(faults).toMatchObject([{ event: 'board.decoder-failed' }])
  })

  test('reports a message that no decoder knows as unknown', async () => {
    const { kept, take } = await aBoardIngest()
    expect(await take('bench/state', 'on')).toMatchObject({ isKnown: false, stored: 0, waiting: 0 })
    expect(kept).toEqual([])
  })

  test('loses only the message on a fault of a decoder, and logs the fault without its content', async () => {
    const { faults, take, stored } = await aBoardIngest()
    expect(await take('bench/fault', '1')).toMatchObject({ isKnown: false })
    expect(faults).toMatchObject([{ event: 'board.decoder-failed' }])
    await take('bench/temperature', '21.5')
    expect(await stored()).toHaveLength(1)
  })

  test('stores a message that failed as a reading of its own when it is sent again', async () => {
    const { boards, clock, stored, take } = await aBoardIngest()
    const { receive: find } = boards
    boards.receive = async () => {
      throw overloaded()
    }
    await expect(take('bench/temperature', '25')).rejects.toThrow('busy')
    boards.receive = find
    clock.now += 200
    await take('bench/humidity', '60')
    await take('bench/temperature', '25')
    expect(await stored()).toEqual([[200, { ...missing, temperature: 25, humidity: 60 }]])
  })

  test('rejects a message without a time while the clock of the server is behind, and no other', async () => {
    const { boardIngest, kept, take } = await aBoardIngest({ isBehind: true })
    await expect(take('bench/temperature', '25')).rejects.toThrow('clock')
    const board = { family: 'json', externalId: 'shed' } as const
    const readings = [{ time: START - 1000, values: [temperature(25)] }]
    expect(await boardIngest.ingestReports(owner, [{ board, readings }], 10)).toMatchObject({ waiting: 1 })
    expect(kept).toMatchObject([{ report: { readings } }])
  })
})

test('a reading of the future has the time of arrival, and its owner is informed', async () => {
  const { boardIngest, stored } = await aBoardIngest()
  const board = { family: 'json', externalId: 'bench' } as const
  const readings = [{ time: START + 3_600_000, values: [temperature(25)] }]
  expect(await boardIngest.ingestReports(owner, [{ board, readings }], 10)).toMatchObject({
    stored: 1,
    refused: ['The time is more than a minute ahead. The time of arrival was stored.'],
  })
  expect(await stored()).toMatchObject([[0, { temperature: 25 }]])
})

test('a message is charged by its readings or its bytes, whichever is more, and one that nobody knows as well', async () => {
  const { charged, boardIngest, take } = await aBoardIngest()
  const board = { family: 'json', externalId: 'bench' } as const
  const readings = Array.from({ length: 30 }, (_, second) => ({
    time: START - second * 1000,
    values: [temperature(20)],
  }))
  await boardIngest.ingestReports(owner, [{ board, readings }], 1000)
  await boardIngest.ingestReports(owner, [{ board, readings: readings.slice(0, 1) }], 1000)
  await take('bench/temperature', '21')
  await take('bench/temperature', 'x'.repeat(401))
  expect(charged).toEqual([30, 5, 1, 3])
})

test('a list of readings without times keeps all of them', async () => {
  const { boardIngest, stored } = await aBoardIngest()
  const board = { family: 'json', externalId: 'bench' } as const
  const readings = [20, 21, 22].map((value) => ({ values: [temperature(value)] }))
  expect(await boardIngest.ingestReports(owner, [{ board, readings }], 10)).toMatchObject({ stored: 3 })
  expect(await stored()).toMatchObject([
    [0, { temperature: 20 }],
    [1, { temperature: 21 }],
    [2, { temperature: 22 }],
  ])
})

test('decodes messages of a board as announced, however much another member announces with many hubs', async () => {
  const { take, stored } = await aBoardIngest()
  await take('bench/unit', 'F')
  const text = 'x'.repeat(250_000)
  for (let id = 0; id < 150; id++) {
    const from: BoardOwner = { householdId: 'dave', source: { kind: 'hub', id: `hub of Dave ${id}` } }
    await take('flood/unit', text, { from })
  }
  await take('bench/temperature', '77')
  expect(await stored()).toMatchObject([[0, { temperature: 25 }]])
})
