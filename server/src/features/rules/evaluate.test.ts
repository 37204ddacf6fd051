import { boardMetrics } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { evaluate, type EvaluatedRule, type Samples } from './evaluate.ts'

const [temperature, humidity] = boardMetrics
const hot = (isBroken = false): EvaluatedRule => ({
  ruleId: 'hot',
  seriesId: 'air',
  slot: 0,
  metric: temperature,
  kind: 'above',
  limit: 28,
  isBroken,
  sinceSeq: 0,
})
const dry: EvaluatedRule = { ...hot(), ruleId: 'dry', slot: 3, metric: humidity, kind: 'below', limit: 30 }

/** Values of consecutive milliseconds from 1 on. */
const samples = (...values: number[]): Samples => ({ at: values.map((_, index) => index + 1), values })
const triggeredAt = (rule: EvaluatedRule, bySlot: ReadonlyMap<number, Samples>) =>
  evaluate([rule], bySlot).flatMap(({ triggered }) => (triggered ? [[triggered.at, triggered.times]] : []))

describe('a rule', () => {
  test.each([
    ['never broken', [20, 25, 27.9], []],
    ['broken at its very limit', [20, 28], [[2, 1]]],
    ['broken and staying broken', [29, 30, 31], [[1, 1]]],
    ['broken, kept and broken again: it speaks of the last time, and says that there were two', [29, 27, 29], [[3, 2]]],
    ['broken only once in between', [20, 29, 20], [[2, 1]]],
    ['without values', [], []],
  ])('%s', (_, values, triggered) => {
    expect(triggeredAt(hot(), new Map([[0, samples(...values)]]))).toEqual(triggered)
  })

  test('that is broken is triggered again only after a value that did not break it', () => {
    expect(triggeredAt(hot(true), new Map([[0, samples(30)]]))).toEqual([])
    expect(triggeredAt(hot(true), new Map([[0, samples(20, 30)]]))).toEqual([[2, 1]])
  })

  test('has the last state as its outcome, and none when the state is as before', () => {
    const cool = new Map([[0, samples(20)]])
    expect(evaluate([hot(true)], cool)[0]?.changed).toEqual({ isBroken: false, at: 1, value: 20 })
    expect(evaluate([hot()], cool)).toEqual([])
  })

  test('uses the values of its own series alone, and takes zero for a missing sensor', () => {
    expect(triggeredAt(dry, new Map([[0, samples(20)]]))).toEqual([])
    expect(triggeredAt(dry, new Map([[3, samples(50, 25)]]))).toEqual([[2, 1]])
    expect(triggeredAt(dry, new Map([[3, samples(50, 0)]]))).toEqual([])
  })
})
