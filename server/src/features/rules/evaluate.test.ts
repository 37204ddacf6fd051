import { boardMetrics } from '@greenhouse/contract'
import fc from 'fast-check'
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
  clearAt: 28,
  holdSeconds: 0,
  isBroken,
  pendingSince: null,
  sinceSeq: 0,
})
const dry: EvaluatedRule = { ...hot(), ruleId: 'dry', slot: 3, metric: humidity, kind: 'below', limit: 30, clearAt: 30 }

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

  test('with a clear level is over only once a value has come back as far', () => {
    const rule = { ...hot(), clearAt: 27.5 }
    expect(triggeredAt(rule, new Map([[0, samples(28, 27.6, 28, 27.9, 29)]]))).toEqual([[1, 1]])
    expect(triggeredAt(rule, new Map([[0, samples(28, 27.5, 28)]]))).toEqual([[3, 2]])
    const cold = { ...dry, slot: 0, metric: temperature, clearAt: 31 }
    expect(triggeredAt(cold, new Map([[0, samples(30, 30.9, 29)]]))).toEqual([[1, 1]])
  })

  test('with a hold is triggered when values have broken it for so long, and begins again with one that does not', () => {
    const rule = { ...hot(), holdSeconds: 600 }
    const every5 = (...values: number[]) => ({ at: values.map((_, index) => index * 300_000), values })
    expect(triggeredAt(rule, new Map([[0, every5(29, 29)]]))).toEqual([])
    expect(triggeredAt(rule, new Map([[0, every5(29, 29, 27, 29, 29)]]))).toEqual([])
    expect(triggeredAt(rule, new Map([[0, every5(29, 29, 29)]]))).toEqual([[600_000, 1]])
    expect(triggeredAt(rule, new Map([[0, { at: [0, 3_600_000], values: [29, 29] }]]))).toEqual([[3_600_000, 1]])
  })

  test('with a clear level is triggered once by an hour that trembles at its limit, however that is divided', () => {
    const times = Array.from({ length: 720 }, (_, index) => index * 5000)
    const values = times.map((_, index) => 28 + (index % 2 === 0 ? 0.2 : -0.2))
    const cut = pieces({ at: times, values }, [100, 101, 400])
    expect(triggerings({ ...hot(), clearAt: 27.5 }, cut)).toEqual([[1, 0]])
    const often = triggerings(hot(), cut).reduce((sum, [times]) => sum + times, 0)
    expect(often).toBe(360)
  })

  test('is triggered as often as a naive look at all its values says', () => {
    const shape = fc.record({
      kind: fc.constantFrom('above' as const, 'below' as const),
      margin: fc.integer({ min: 0, max: 3 }),
      holdSeconds: fc.integer({ min: 0, max: 40 }),
    })
    const steps = fc.array(
      fc.record({ pause: fc.integer({ min: 1, max: 20 }), value: fc.integer({ min: -4, max: 4 }) }),
    )
    fc.assert(
      fc.property(shape, steps, fc.array(fc.nat(60)), ({ kind, margin, holdSeconds }, moments, cuts) => {
        const clearAt = kind === 'above' ? 28 - margin : 28 + margin
        const rule = { ...hot(), kind, clearAt, holdSeconds }
        let seconds = 0
        const at = moments.map(({ pause }) => (seconds += pause) * 1000)
        const all = { at, values: moments.map(({ value }) => 28 + value) }
        expect(triggerings(rule, pieces(all, cuts))).toEqual(naive(rule, all, pieces(all, cuts)))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Divides samples at indexes. */
function pieces({ at, values }: Samples, cuts: readonly number[]): Samples[] {
  const edges = [0, ...cuts.filter((cut) => cut < at.length).toSorted((a, b) => a - b), at.length]
  return edges.slice(1).map((to, index) => ({
    at: at.slice(edges[index], to),
    values: values.slice(edges[index], to),
  }))
}

/** How often a rule is triggered in each piece, and when last, on the state that the piece before has left. */
function triggerings(rule: EvaluatedRule, parts: readonly Samples[]): Array<readonly [number, number]> {
  let { isBroken, pendingSince } = rule
  return parts.flatMap((part) => {
    const [outcome] = evaluate([{ ...rule, isBroken, pendingSince }], new Map([[rule.slot, part]]))
    if (!outcome) return []
    ;[isBroken, pendingSince] = [outcome.changed?.isBroken ?? isBroken, outcome.pendingSince]
    return outcome.triggered ? [[outcome.triggered.times, outcome.triggered.at] as const] : []
  })
}

/** The same by looking at all values at once: where each stretch beyond the limit begins, and what ends an alert. */
function naive(rule: EvaluatedRule, all: Samples, parts: readonly Samples[]): Array<readonly [number, number]> {
  const found = new Set(naiveTimes(rule, all))
  return parts.flatMap(({ at }) => {
    const own = at.filter((one) => found.has(one))
    return own.length === 0 ? [] : [[own.length, own.at(-1)!] as const]
  })
}

function naiveTimes({ kind, limit, clearAt, holdSeconds }: EvaluatedRule, { at, values }: Samples): number[] {
  const beyond = values.map((value) => (kind === 'above' ? value >= limit : value <= limit))
  const back = values.map((value, index) => !beyond[index] && (kind === 'above' ? value <= clearAt : value >= clearAt))
  const found: number[] = []
  for (let index = 0; index < at.length; index++) {
    const begin = beyond.lastIndexOf(false, index) + 1
    if (!beyond[index] || at[index]! - at[begin]! < holdSeconds * 1000) continue
    found.push(at[index]!)
    const end = back.indexOf(true, index)
    if (end === -1) break
    index = end
  }
  return found
}
