import { boardMetrics, type ValueKind, Evaluation, type Samples, type Transition, hoursOf } from '@greenhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChangingWindows } from './changing-windows.ts'
import { evaluate, evaluateInSteps, type Outcome } from './evaluate.ts'
import type { EvaluatedRule } from './rule.ts'
import { cases } from '../../../../../testing/test-run.ts'
import { naiveTransitions } from '../../../../test/naive-rule.ts'

const [temperature, humidity] = boardMetrics
const hot = (isBroken = false): EvaluatedRule => ({
  ruleId: 'hot',
  seriesId: 'air',
  slot: 0,
  metric: temperature,
  kind: 'above',
  limit: 28,
  upperLimit: null,
  withinMinutes: null,
  clearAt: 28,
  holdSeconds: 0,
  activeHours: 'always',
  place: null,
  isBroken,
  changedAt: null,
  pendingSince: null,
  sinceSeq: 0,
})
const dry: EvaluatedRule = { ...hot(), ruleId: 'dry', slot: 3, metric: humidity, kind: 'below', limit: 30, clearAt: 30 }
const MINUTE = 60_000

/** Values of consecutive milliseconds from 1 on. */
const samples = (...values: number[]): Samples => ({ at: values.map((_, index) => index + 1), values })
const transitionsOf = (rule: EvaluatedRule, bySlot: ReadonlyMap<number, Samples>) =>
  evaluate([rule], bySlot).flatMap(({ transitions }) => transitions)
const briefly = (transitions: readonly Transition[]) =>
  transitions.map(({ isBroken, at, why }) => `${isBroken ? 'open' : 'closed'} ${at} ${why}`)
const found = (rule: EvaluatedRule, one: Samples) => briefly(transitionsOf(rule, new Map([[rule.slot, one]])))

describe('a rule', () => {
  test.each([
    ['never broken', [20, 25, 27.9], []],
    ['broken at its very limit', [20, 28], ['open 2 crossed']],
    ['broken and staying broken', [29, 30, 31], ['open 1 crossed']],
    ['broken, back and broken again', [29, 27, 29], ['open 1 crossed', 'closed 2 back', 'open 3 crossed']],
    ['broken only once in between', [20, 29, 20], ['open 2 crossed', 'closed 3 back']],
    ['without values', [], []],
  ])('%s', (_, values, transitions) => {
    expect(found(hot(), samples(...values))).toEqual(transitions)
  })

  test('triggers a broken rule again only after a value that did not break it', () => {
    expect(found(hot(true), samples(30))).toEqual([])
    expect(found(hot(true), samples(20, 30))).toEqual(['closed 1 back', 'open 2 crossed'])
  })

  test('yields after each rule that flaps', () => {
    const rules = Array.from({ length: 100 }, (_, index) => ({ ...hot(), ruleId: `hot ${index}` }))
    const bySlot = new Map([[0, samples(...Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? 20 : 30)))]])
    // The second time the rules are known by their slots.
    for (let round = 0; round < 2; round++) {
      const steps = evaluateInSteps(rules, bySlot, new Map(), Infinity, Infinity)
      const lengths: number[] = []
      let step = steps.next()
      for (; !step.done; step = steps.next()) lengths.push(step.value)
      expect(lengths).toEqual(rules.map(() => 1000))
      expect(step.value.map(({ transitions }) => transitions.length)).toEqual(rules.map(() => 999))
    }
  })

  test('takes no value again that came before the one that changed it last', () => {
    const since = { ...hot(), changedAt: 3 }
    expect(found(since, samples(30, 20, 30))).toEqual([])
    expect(found(since, samples(30, 20, 30, 31))).toEqual(['open 4 crossed'])
    // It was seen while a clock was ahead.
    expect(evaluate([since], new Map([[0, samples(30)]]), undefined, undefined, 2)).toHaveLength(1)
  })

  test('says which value it was, and nothing when its state is as before', () => {
    const cool = new Map([[0, samples(20)]])
    expect(transitionsOf(hot(true), cool)).toEqual([{ isBroken: false, at: 1, value: 20, why: 'back' }])
    expect(evaluate([hot()], cool)).toEqual([])
  })

  test('uses the values of its own series only, and ignores zero of a missing sensor', () => {
    expect(evaluate([dry], new Map([[0, samples(20)]]))).toEqual([])
    expect(found(dry, samples(50, 25, 0, 31))).toEqual(['open 2 crossed', 'closed 4 back'])
    expect(found(dry, samples(50, 0))).toEqual([])
  })

  test('closes a rule with a clear level once a value reaches it', () => {
    const rule = { ...hot(), clearAt: 27.5 }
    expect(found(rule, samples(28, 27.6, 28, 27.9, 29))).toEqual(['open 1 crossed'])
    expect(found(rule, samples(28, 27.5, 28))).toEqual(['open 1 crossed', 'closed 2 back', 'open 3 crossed'])
  })

  test('uses the same margin at both limits of a rule', () => {
    const rule: EvaluatedRule = { ...hot(), kind: 'outside', limit: 18, upperLimit: 24, clearAt: 23.7 }
    expect(found(rule, samples(20, 18, 18.29, 18.3))).toEqual(['open 2 crossed', 'closed 4 back'])
    expect(found(rule, samples(24, 23.8, 17, 23.7))).toEqual(['open 1 crossed', 'closed 4 back'])
  })

  test('triggers a rule with a hold after its duration, and restarts it with a value that does not break it', () => {
    const rule = { ...hot(), holdSeconds: 600 }
    const every5 = (...values: number[]) => ({ at: values.map((_, index) => index * 300_000), values })
    expect(found(rule, every5(29, 29))).toEqual([])
    expect(found(rule, every5(29, 29, 27, 29, 29))).toEqual([])
    expect(found(rule, every5(29, 29, 29))).toEqual(['open 600000 crossed'])
    expect(found(rule, { at: [0, 3_600_000], values: [29, 29] })).toEqual(['open 3600000 crossed'])
  })

  test('closes a rule with hours at the first value outside of them, which also ends a hold', () => {
    const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)
    const rule: EvaluatedRule = { ...hot(), activeHours: { from: '08:00', to: '10:00', timeZone: 'UTC' } }
    const times = ['07:59', '08:00', '09:59', '10:00', '10:01']
    const warm = { at: times.map((time) => at(time)), values: times.map(() => 30) }
    expect(found(rule, warm)).toEqual([`open ${at('08:00')} crossed`, `closed ${at('10:00')} hours`])
    const twoDays = {
      at: [at('09:30'), at('09:59'), at('12:00'), at('08:00') + 24 * 60 * MINUTE],
      values: [30, 30, 30, 30],
    }
    expect(found({ ...rule, holdSeconds: 3600 }, twoDays)).toEqual([])
  })

  test('triggers a rule with a clear level once for an hour of values around its limit, in any division', async () => {
    const times = Array.from({ length: 720 }, (_, index) => index * 5000)
    const values = times.map((_, index) => (index === 719 ? 27 : 28 + (index % 2 === 0 ? 0.2 : -0.2)))
    const cut = pieces({ at: times, values }, [100, 101, 400])
    expect(briefly(await inGroups({ ...hot(), clearAt: 27.5 }, cut))).toEqual(['open 0 crossed', 'closed 3595000 back'])
    expect(await inGroups(hot(), cut)).toHaveLength(720)
  })

  test('gives a rule the same outcome among others as by itself, unless it begins later', () => {
    const rules = fc.array(
      fc.record({
        drawn: shape.filter(({ kind }) => kind !== 'changing'),
        slot: fc.constantFrom(0, 3),
        isBroken: fc.boolean(),
        pendingSince: fc.constantFrom(null, null, -20_000),
        sinceSeq: fc.constantFrom(0, 0, 5),
      }),
      { minLength: 1, maxLength: 12, size: 'max' },
    )
    const values = fc.array(fc.integer({ min: 24, max: 32 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(rules, values, values, (drawn, air, soil) => {
        const all = drawn.map(({ drawn: own, ...state }, index): EvaluatedRule => {
          const pendingSince = state.isBroken ? null : state.pendingSince
          return { ...hot(), ...own, ...state, pendingSince, ruleId: `${index}` }
        })
        const bySlot = new Map([
          [0, samples(...air)],
          [3, samples(...soil)],
        ])
        const alone = all.filter(({ sinceSeq }) => sinceSeq < 5).flatMap((rule) => evaluate([rule], bySlot))
        // From the second time on a list is known.
        for (let time = 1; time <= 2; time++) expect(evaluate(all, bySlot, undefined, 5)).toEqual(alone)
        expect(alone).toEqual(
          all.filter(({ sinceSeq }) => sinceSeq < 5).flatMap((rule) => plainOutcome(rule, bySlot.get(rule.slot)!)),
        )
      }),
      { numRuns: cases(1000) },
    )
  })

  test('has the transitions that a naive look at all its values says, also when groups or some values come again', async () => {
    await fc.assert(
      fc.asyncProperty(shape, steps, places, places, repetitions, async (drawn, moments, cuts, kills, repeated) => {
        const rule = { ...hot(), ...drawn }
        let seconds = 0
        const at = moments.map(({ pause }) => (seconds += pause) * 1000)
        const all = { at, values: moments.map(({ value }) => 28 + value) }
        const found = await inGroups(rule, pieces(all, cuts), { kills: new Set(kills), repeated })
        expect(found).toEqual(naiveTransitions(rule, all))
      }),
      { numRuns: cases(2000) },
    )
  })
})

/** The outcome by taking every value. */
function plainOutcome(rule: EvaluatedRule, { at, values }: Samples): Outcome[] {
  const evaluation = new Evaluation(rule, rule, hoursOf(rule.activeHours, rule.place))
  for (const [index, value] of values.entries()) evaluation.add(at[index]!, value)
  const { transitions, pendingSince } = evaluation
  if (!evaluation.hasMoved) return []
  return [{ rule, transitions, pendingSince, seenAt: at.at(-1)! }]
}

const shape = fc
  .record({
    kind: fc.constantFrom<ValueKind>('above', 'below', 'outside', 'changing'),
    margin: fc.integer({ min: 0, max: 2 }),
    holdSeconds: fc.constantFrom(0, 0, 10, 40, 90),
    activeHours: fc.constantFrom(
      'always' as const,
      'day' as const,
      { from: '00:02', to: '00:05', timeZone: 'UTC' },
      { from: '00:06', to: '00:04', timeZone: 'UTC' },
    ),
    place: fc.constant({ latitude: 0, longitude: 90 }),
  })
  .map(({ margin, ...rest }) => {
    if (rest.kind === 'outside') return { ...rest, limit: 26, upperLimit: 30, clearAt: 30 - margin }
    if (rest.kind === 'changing') return { ...rest, limit: 3, withinMinutes: 1, clearAt: 3 - margin }
    return { ...rest, clearAt: rest.kind === 'above' ? 28 - margin : 28 + margin }
  })
const steps = fc.array(
  fc.record({ pause: fc.constantFrom(10, 10, 10, 20, 30, 50, 63), value: fc.integer({ min: -4, max: 4 }) }),
  { maxLength: 60, size: 'max' },
)

const places = fc.array(fc.nat(60), { maxLength: 20, size: 'max' })

/** Values that came before and come once more with a group, by their places among those that came before it. */
interface Repetition {
  readonly group: number
  readonly earlier: readonly number[]
}
const repetitions: fc.Arbitrary<Repetition[]> = fc.array(
  fc.record({ group: fc.nat(20), earlier: fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }) }),
  { maxLength: 6 },
)

/** Adds some of the samples that came earlier to samples, all in order of time. */
function withSome(samples: Samples, earlier: Samples, places: readonly number[]): Samples {
  const some = [...new Set(places)].filter((place) => place < earlier.at.length).toSorted((a, b) => a - b)
  const pick = (from: readonly number[]) => some.map((place) => from[place]!)
  return { at: [...pick(earlier.at), ...samples.at], values: [...pick(earlier.values), ...samples.values] }
}

function joined(groups: readonly Samples[]): Samples {
  return { at: groups.flatMap(({ at }) => at), values: groups.flatMap(({ values }) => values) }
}

/** Divides samples at indexes. */
function pieces({ at, values }: Samples, cuts: readonly number[]): Samples[] {
  const edges = [0, ...cuts.filter((cut) => cut < at.length).toSorted((a, b) => a - b), at.length]
  return edges.slice(1).map((to, index) => ({
    at: at.slice(edges[index], to),
    values: values.slice(edges[index], to),
  }))
}

/**
 * Evaluates groups in order, each on the state that the one before has left, as the follower does: first to see whether
 * anything changes, then in a transaction. Before a group in `kills` the process ends: the state and the position are those
 * of the last group that changed the state, and what came after it comes again.
 */
async function inGroups(
  rule: EvaluatedRule,
  groups: readonly Samples[],
  { kills = new Set(), repeated = [] }: { kills?: ReadonlySet<number>; repeated?: readonly Repetition[] } = {},
): Promise<Transition[]> {
  const all = joined(groups)
  const load = async (_: number, __: number, from: number, to: number) => {
    const [start, end] = [from, to].map((edge) => all.at.filter((at) => at < edge).length)
    return { at: all.at.slice(start, end), values: all.values.slice(start, end) }
  }
  const newestAt = async () => all.at.at(-1) ?? -Infinity
  let windows = new ChangingWindows({ load, newestAt })
  const done: Transition[] = []
  const killed = new Set<number>()
  let state = rule
  let committed = 0
  for (let index = 0; index < groups.length; index++) {
    if (kills.has(index) && !killed.has(index)) {
      killed.add(index)
      // A rolled-back transaction leaves the windows as they are, and an end of the process none.
      if (index % 2 === 0) windows = new ChangingWindows({ load, newestAt })
      index = committed
    }
    const again = repeated.filter(({ group }) => group === index).flatMap(({ earlier }) => earlier)
    const samples = withSome(groups[index]!, joined(groups.slice(0, index)), again)
    const appended = { bySlot: new Map([[rule.slot, samples]]), seq: index + 1 }
    const changes = await windows.changesOf(1, [state], appended)
    expect(await windows.changesOf(1, [state], appended)).toEqual(changes)
    const rules = [state]
    const [outcome] = evaluate(rules, appended.bySlot, changes)
    expect(evaluate(rules, appended.bySlot, changes, appended.seq)).toEqual(outcome ? [outcome] : [])
    if (!outcome) continue
    done.push(...outcome.transitions)
    state = {
      ...state,
      isBroken: outcome.transitions.at(-1)?.isBroken ?? state.isBroken,
      changedAt: outcome.seenAt,
      pendingSince: outcome.pendingSince,
    }
    committed = index + 1
  }
  return done
}
