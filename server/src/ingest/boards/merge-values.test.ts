import { expect, test } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import type { BoardValue } from '../../features/boards/board-report.ts'
import { MergeValues, type MergedValues } from './merge-values.ts'
import { SEED } from '../../../../testing/test-run.ts'

const AT = Date.parse('2026-11-20T09:41:00Z')

function of(series: string, value = 1): BoardValue {
  return { metric: series, channel: '', value }
}

function namesOf(values: readonly BoardValue[]): string {
  return values.map(({ metric, value }) => `${metric}${value}`).join(' ')
}

/** Merges messages of one board, each a time after AT and its values. Returns the time and what came before. */
function merged(...messages: ReadonlyArray<readonly [number, ...BoardValue[]]>): Array<[number, string]> {
  const merging = new MergeValues()
  return messages.map(([after, ...values]) => {
    const { time, before } = merging.merge('board', AT + after, values)
    return [time - AT, namesOf(before)]
  })
}

test('joins values of several topics within a second to one reading at the time of the first', () => {
  expect(merged([0, of('t')], [20, of('h')], [999, of('p')], [1000, of('q')])).toEqual([
    [0, ''],
    [0, 't1'],
    [0, 't1 h1'],
    [1000, ''],
  ])
})

test('a series that comes again begins a new reading, to which the next values belong', () => {
  expect(merged([0, of('t')], [400, of('h')], [500, of('t', 2)], [600, of('h', 2)])).toEqual([
    [0, ''],
    [0, 't1'],
    [500, ''],
    [500, 't2'],
  ])
})

test('two readings in the same millisecond have two times', () => {
  expect(merged([0, of('t')], [0, of('t', 2)], [0, of('t', 3)])).toEqual([
    [0, ''],
    [1, ''],
    [2, ''],
  ])
})

test('a clock that was set back by more than ten minutes is followed at once', () => {
  expect(merged([700_000, of('t')], [0, of('t')])).toEqual([
    [700_000, ''],
    [0, ''],
  ])
})

test('a reading has no more than 64 values', () => {
  const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => of(`s${from + index}`))
  expect(merged([0, ...many(0, 60)], [1, ...many(60, 4)], [2, of('t')]).map(([time]) => time)).toEqual([0, 0, 2])
})

test('starts a new reading after a forgotten one', () => {
  const merging = new MergeValues()
  merging.merge('board', AT, [of('t')])
  merging.forget('board')
  expect(merging.merge('board', AT + 5, [of('h')])).toEqual({ time: AT + 5, before: [] })
})

test('adds nothing to the oldest reading with too many boards', () => {
  const merging = new MergeValues({ boardsMax: 2 })
  for (const board of ['a', 'b', 'c']) merging.merge(board, AT, [of('t')])
  expect(merging.merge('c', AT + 1, [of('h')]).time).toBe(AT)
  expect(merging.merge('b', AT + 1, [of('h')]).time).toBe(AT)
  expect(merging.merge('a', AT + 1, [of('h')])).toEqual({ time: AT + 1, before: [] })
})

test('20,000 random messages of many boards are merged as by a model that keeps all of them', () => {
  const random = seededRandom(SEED)
  const pick = (most: number) => Math.floor(random() * most)
  const merging = new MergeValues()
  const model = new Map<string, Array<{ time: number; values: BoardValue[] }>>()
  let now = AT
  for (let round = 0; round < 20_000; round++) {
    now += pick(3) === 0 ? pick(600) : 0
    const board = `board ${pick(5)}`
    const names = ['t', 'h', 'p', 'q'].filter(() => pick(3) === 0)
    const values = names.map((name) => of(name, round))
    expect(merging.merge(board, now, values)).toEqual(naively(model, { board, now, values }))
  }
})

/** Looks through all that came of a board. */
function naively(
  model: Map<string, Array<{ time: number; values: BoardValue[] }>>,
  { board, now, values }: { board: string; now: number; values: readonly BoardValue[] },
): MergedValues {
  const readings = model.get(board) ?? []
  model.set(board, readings)
  const last = readings.at(-1)
  const isNew = (value: BoardValue) => last?.values.every(({ metric }) => metric !== value.metric)
  if (last && now - last.time < 1000 && values.every(isNew)) {
    const before = [...last.values]
    last.values.push(...values)
    return { time: last.time, before }
  }
  const time = Math.max(now, last ? last.time + 1 : 0)
  readings.push({ time, values: [...values] })
  return { time, before: [] }
}
