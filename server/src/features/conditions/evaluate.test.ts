import { boardMetrics } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { evaluate, type Rule, type Sample } from './evaluate.ts'

const [temperature, humidity] = boardMetrics
const hot = (isMet = false): Rule => ({
  conditionId: 'hot',
  metric: temperature,
  limit: { operator: '>=', threshold: 28 },
  isMet,
  sinceSeq: 0,
})
const dry: Rule = {
  conditionId: 'dry',
  metric: humidity,
  limit: { operator: '<=', threshold: 30 },
  isMet: false,
  sinceSeq: 0,
}
const reading = (at: number, value: number | null, moisture: number | null = null): Sample => ({
  at,
  temperature: value,
  humidity: moisture,
  airPressure: null,
  airQuality: null,
})
const triggeredAt = (rule: Rule, readings: Sample[]) =>
  evaluate([rule], readings).flatMap(({ triggered }) => (triggered ? [[triggered.at, triggered.times]] : []))

describe('a rule', () => {
  test.each([
    ['never met', [20, 25, 27.9], []],
    ['met at its very limit', [20, 28], [[2, 1]]],
    ['met and staying met', [29, 30, 31], [[1, 1]]],
    ['met, left and met again: it speaks of the last time, and says that there were two', [29, 27, 29], [[3, 2]]],
    ['met only once in between', [20, 29, 20], [[2, 1]]],
    ['with a silent sensor in between', [29, null, 30], [[1, 1]]],
    ['with nothing but silence', [null, null], []],
  ])('%s', (_, values, triggered) => {
    expect(
      triggeredAt(
        hot(),
        values.map((value, index) => reading(index + 1, value)),
      ),
    ).toEqual(triggered)
  })

  test('that is met is triggered again only after a value that did not meet it', () => {
    expect(triggeredAt(hot(true), [reading(1, 30)])).toEqual([])
    expect(triggeredAt(hot(true), [reading(1, 20), reading(2, 30)])).toEqual([[2, 1]])
  })

  test('is evaluated in order of time, whatever the order of arrival', () => {
    expect(triggeredAt(hot(), [reading(3, 30), reading(1, 29), reading(2, 20)])).toEqual([[3, 2]])
  })

  test('has the last state as its outcome, and none when the state is as before', () => {
    expect(evaluate([hot(true)], [reading(1, 20)])[0]?.changed).toEqual({ isMet: false, at: 1, value: 20 })
    expect(evaluate([hot()], [reading(1, 20)])).toEqual([])
  })

  test('uses the values of its own sensor alone, and treats zero as a missing sensor', () => {
    expect(triggeredAt(dry, [reading(1, 50, 25)])).toEqual([[1, 1]])
    expect(triggeredAt(dry, [reading(1, 50, 0)])).toEqual([])
  })
})
