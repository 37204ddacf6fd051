import { expect, test } from 'vitest'
import {
  BoardMessage,
  type BoardReading,
  type BoardReport,
  type Decoder,
} from '../../../server/src/features/boards/board-report.ts'
import { decoders } from '../../../server/src/features/boards/decoders/decoders.ts'
import { decodeEcowitt } from '../../../server/src/features/boards/decoders/ecowitt.ts'
import { decodeLineProtocol } from '../../../server/src/features/boards/decoders/line-protocol.ts'
import { allOf } from '../../../server/test/board-samples/sample.ts'
import { measure, sensor } from '../sensors.ts'
import { families } from './families.ts'
import { familyBoards, type Family, type FamilyBoard, type HttpFamily } from './family.ts'

const AT = Date.parse('2026-06-21T12:00:00Z')
const SITE = { seed: 1, warmth: 6, sun: 1.4, moisture: 4 }
const overMqtt = [...families].filter(([, { over }]) => over === 'mqtt')

test.each(overMqtt)('the messages of a simulated %s board are decoded to its measurements', (name, family) => {
  const [board] = familyBoards(name, 1, 1) as [FamilyBoard]
  const { ids, values, unknown } = decoded(messagesOf(family, board))
  expect(unknown).toEqual([])
  expect(ids.size).toBe(1)
  expect(values).toMatchObject(measured(family))
})

test.each(overMqtt)('the boards of %s have names of their own', (name, family) => {
  const { ids } = decoded(familyBoards(name, 3, 1).flatMap((board) => messagesOf(family, board)))
  expect(ids.size).toBe(3)
})

test.each([
  ['ecowitt', decodeEcowitt],
  ['line-protocol', decodeLineProtocol],
])('the posts of a simulated %s board are decoded to its measurements', (name, decode) => {
  const family = families.get(name) as HttpFamily
  const [board] = familyBoards(name, 1, 1) as [FamilyBoard]
  const body = family.body(board, measure(SITE, family.sensors.map(sensor), AT) ?? {}, AT)
  const message = new BoardMessage(`/${family.path('token')}`, Buffer.from(body))
  const [report, ...more] = allOf(decode(message, new Map())) ?? []
  expect(more).toEqual([])
  expect(report?.readings.map(({ time }) => time)).toEqual([AT])
  expect(Object.fromEntries(valuesOf(report?.readings ?? []))).toMatchObject(measured(family, 0))
})

/** Returns the values by metric and channel, with the decimals of the family. */
function measured({ sensors }: Family, decimals = 1): Readonly<Record<string, unknown>> {
  const own = sensors.map(sensor)
  const values = measure(SITE, own, AT)
  return Object.fromEntries(
    own.map(({ metric, channel, field }) => [
      channel === '' ? metric.id : `${metric.id} ${channel}`,
      expect.closeTo(values?.[field] ?? Number.NaN, decimals) as unknown,
    ]),
  )
}

function messagesOf(family: Family, board: FamilyBoard): BoardMessage[] {
  const values = measure(SITE, family.sensors.map(sensor), AT)
  if (family.over !== 'mqtt' || !values) return []
  return [...family.born([board]), ...family.report(board, values, AT)].map(
    ({ topic, payload }) => new BoardMessage(topic, Buffer.from(payload)),
  )
}

function valuesOf(readings: readonly BoardReading[]): ReadonlyArray<readonly [string, number]> {
  return readings.flatMap(({ values }) =>
    values.map(({ metric, channel, value }) => [channel === '' ? metric : `${metric} ${channel}`, value] as const),
  )
}

function decoded(messages: readonly BoardMessage[]) {
  const facts = new Map<string, unknown>()
  const ids = new Set<string>()
  const values: Record<string, number> = {}
  const unknown: string[] = []
  for (const message of messages) {
    const reports = first(message, facts)
    if (!reports) unknown.push(message.topic)
    for (const { board, readings, announces = [] } of reports ?? []) {
      ids.add(`${board.family} ${board.externalId}`)
      for (const { key, fact } of announces) facts.set(key, fact)
      for (const [sensorName, value] of valuesOf(readings)) values[sensorName] = value
    }
  }
  return { ids, values, unknown }
}

function first(message: BoardMessage, facts: Parameters<Decoder>[1]): readonly BoardReport[] | undefined {
  for (const decode of decoders) {
    const reports = allOf(decode(message, facts))
    if (reports) return reports
  }
  return undefined
}
