import { metricById, ChangingWindow, type Samples } from '@greenhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChangingWindows } from './changing-windows.ts'
import type { EvaluatedRule } from './rule.ts'
import { cases } from '../../../../../testing/test-run.ts'

const MINUTE = 60_000
const rule = (ruleId: string, withinMinutes: number, sinceSeq = 0, slot = 0): EvaluatedRule => ({
  ruleId,
  seriesId: 'air',
  slot,
  metric: metricById('temperature'),
  kind: 'changing',
  limit: 0.1,
  upperLimit: null,
  withinMinutes,
  clearAt: 0.1,
  holdSeconds: 0,
  activeHours: 'always',
  place: null,
  isBroken: false,
  changedAt: null,
  pendingSince: null,
  sinceSeq,
})

/**
 * One value each minute: 0, 1, 2 … degrees; those up to the latest requested one are stored. Returns the changes at the
 * value of a minute, and counts loaded values.
 */
function rising(sizes?: { windows: number; numbers: number }) {
  const loaded: number[] = []
  const load = async (_: number, __: number, from: number, to: number): Promise<Samples> => {
    const minutes = Array.from({ length: 1000 }, (_, minute) => minute)
    const own = minutes.filter((minute) => minute * MINUTE >= from && minute * MINUTE < to)
    loaded.push(own.length)
    return { at: own.map((minute) => minute * MINUTE), values: own }
  }
  let newest = 0
  const windows = new ChangingWindows({ load, newestAt: async () => newest * MINUTE }, sizes)
  const ask = async (minute: number, rules: EvaluatedRule[], device = 1) => {
    newest = Math.max(newest, minute)
    const bySlot = new Map([[0, { at: [minute * MINUTE], values: [minute] }]])
    const changes = await windows.changesOf(device, rules, { bySlot, seq: minute })
    return rules.map(({ ruleId }) => changes.get(ruleId)?.values[0])
  }
  return { windows, loaded, ask }
}

describe('the windows of changes', () => {
  test('loads earlier values once while values follow each other', async () => {
    const { loaded, ask } = rising()
    const rules = [rule('short', 5), rule('long', 30)]
    expect(await ask(100, rules)).toEqual([5, 30])
    expect(await ask(101, rules)).toEqual([5, 30])
    expect(await ask(101, rules)).toEqual([5, 30])
    expect(loaded).toEqual([31])
  })

  test('loads again for earlier values, with the same changes', async () => {
    const { loaded, ask } = rising()
    const rules = [rule('short', 5)]
    expect([await ask(100, rules), await ask(101, rules), await ask(100, rules)]).toEqual([[5], [5], [5]])
    expect(loaded).toEqual([6, 6])
    // A window that lacks the value of minute 101 would lack it for those that follow, too.
    expect(await ask(102, rules)).toEqual([5])
    expect(loaded).toEqual([6, 6, 6])
  })

  test('loads again for a rule after unseen values, or with a longer span', async () => {
    const { loaded, ask } = rising()
    await ask(100, [rule('one', 5)])
    expect(await ask(104, [rule('two', 5, 103)])).toEqual([5])
    expect(await ask(105, [rule('two', 5, 103), rule('three', 5, 104)])).toEqual([5, 5])
    expect(await ask(106, [rule('two', 5, 103), rule('far', 20, 105)])).toEqual([5, 20])
    expect(loaded).toEqual([6, 6, 21])
  })

  test('counts no values for a rule that begins with them', async () => {
    const { ask } = rising()
    expect(await ask(100, [rule('old', 5), rule('new', 5, 100)])).toEqual([5, undefined])
  })

  test('drops all windows when values were evaluated elsewhere', async () => {
    const { windows, loaded, ask } = rising()
    await ask(100, [rule('one', 5)])
    windows.clear()
    expect(await ask(110, [rule('one', 5)])).toEqual([5])
    expect(loaded).toEqual([6, 6])
  })

  test('bounds the number of windows and of their values', async () => {
    const few = rising({ windows: 3, numbers: 1000 })
    for (const device of [1, 2, 3, 4]) await few.ask(100, [rule('one', 5)], device)
    expect(few.windows.size.windows).toBe(3)
    await few.ask(101, [rule('one', 5)], 4)
    await few.ask(101, [rule('one', 5)], 1)
    expect(few.loaded).toHaveLength(5)
    const small = rising({ windows: 100, numbers: 200 })
    for (let device = 0; device < 50; device++) await small.ask(100, [rule('one', 30)], device)
    expect(small.windows.size.numbers).toBeLessThanOrEqual(200)
    expect(small.windows.size.windows).toBeGreaterThan(0)
  })
})

test('a window has the change within any of its minutes, ends included', () => {
  const steps = fc.array(fc.record({ pause: fc.integer({ min: 1, max: 5 }), value: fc.integer({ min: -9, max: 9 }) }), {
    maxLength: 80,
    size: 'max',
  })
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 40 }), (moments, within) => {
      const window = new ChangingWindow(40)
      const seen: Array<{ at: number; value: number }> = []
      let at = 0
      for (const { pause, value } of moments) {
        at += pause
        seen.push({ at, value })
        window.add(at, value)
        const own = seen.filter((one) => one.at >= at - within).map((one) => one.value)
        expect(window.change(within)).toBe(Math.max(...own) - Math.min(...own))
      }
    }),
    { numRuns: cases(100) },
  )
  const rising = new ChangingWindow(100)
  for (let at = 0; at < 100_000; at++) rising.add(at, at)
  expect(rising.change()).toBe(100)
  expect(rising.size).toBeLessThan(6000)
})
