import {
  boardMetrics,
  countFirings,
  DAY_MS,
  HOUR_MS,
  isMissing,
  MINUTE_MS,
  type ActiveHours,
  type ValueKind,
  type Samples,
  type RuleMeaning,
  type TimeRange,
} from '@greenhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../../testing/random.ts'
import { openTestSqlite } from '../../../../test/databases.ts'
import { changesOf, memoryReader } from '../../../../test/memory-series.ts'
import { openDatabaseLog, openTimeSeries } from '@greenhouse/timeseries'
import { evaluate } from '../evaluate/evaluate.ts'
import type { EvaluatedRule } from '../evaluate/rule.ts'
import { preview, type Preview } from './preview.ts'
import { seriesReader } from './series-reader.ts'
import { cases, SEED } from '../../../../../testing/test-run.ts'

const [temperature, humidity] = boardMetrics
const FROM = Date.parse('2026-03-01T08:20:00Z')
const rule: RuleMeaning = {
  metric: temperature,
  kind: 'above',
  limit: 28,
  upperLimit: null,
  withinMinutes: null,
  clearAt: 27.5,
  holdSeconds: 0,
  activeHours: 'always',
  place: null,
}

/** Returns the outcome of a preview by evaluating all values as live ones. */
function plainPreview(meaning: RuleMeaning, samples: Samples, range: TimeRange): Omit<Preview, 'alternatives'> {
  const evaluated: EvaluatedRule = {
    ...meaning,
    ruleId: 'rule',
    seriesId: 'series',
    slot: 0,
    isBroken: false,
    changedAt: null,
    pendingSince: null,
    sinceSeq: 0,
  }
  const inRange = (one: Samples): Samples => {
    const kept = one.at.map((at, index) => ({ at, value: one.values[index]! }))
    const own = kept.filter(({ at }) => at >= range.from && at < range.to)
    return { at: own.map(({ at }) => at), values: own.map(({ value }) => value) }
  }
  const own = inRange(samples)
  const known = own.at.filter((_, index) => !isMissing(meaning.metric, own.values[index]))
  const measured = meaning.kind === 'changing' ? inRange(changesOf(meaning, samples)) : own
  const [outcome] = evaluate([evaluated], new Map([[0, own]]), new Map([['rule', measured]]))
  const episodes: Array<{ openedAt: number; closedAt: number | null }> = []
  for (const { isBroken, at } of outcome?.transitions ?? [])
    if (isBroken) episodes.push({ openedAt: at, closedAt: null })
    else episodes.at(-1)!.closedAt = at
  const beyond = (value: number) => {
    if (meaning.kind === 'below') return -value
    return meaning.kind === 'outside' ? Math.max(value - meaning.upperLimit!, meaning.limit - value) : value
  }
  return {
    episodes: episodes.map(({ openedAt, closedAt }) => {
      let worst = -1
      for (const [index, at] of measured.at.entries()) {
        const isMeant =
          at >= openedAt &&
          at < (closedAt ?? Infinity) &&
          (meaning.kind === 'changing' || !isMissing(meaning.metric, measured.values[index]))
        if (isMeant && (worst < 0 || beyond(measured.values[index]!) > beyond(measured.values[worst]!))) worst = index
      }
      return { openedAt, closedAt, worst: measured.values[worst]!, worstAt: measured.at[worst]! }
    }),
    count: episodes.length,
    openSeconds: Math.round(episodes.reduce((sum, one) => sum + (one.closedAt ?? range.to) - one.openedAt, 0) / 1000),
    covered: known.length === 0 ? null : { from: known[0]!, to: known.at(-1)! },
  }
}

/** Returns the outcome as the app counts it. */
function counted(meaning: RuleMeaning, samples: Samples, range: TimeRange) {
  const readings = { at: Float64Array.from(samples.at), values: Float64Array.from(samples.values) }
  const { count, openMs, episodes } = countFirings(meaning, readings, range)
  const listed = episodes.map(({ openedAt, closedAt, worst, worstAt }) => ({ openedAt, closedAt, worst, worstAt }))
  return { episodes: listed, count, openSeconds: Math.round(openMs / 1000), covered: undefined }
}

/** A random walk that is drawn back to `middle`, with gaps; every `stepMs` or so. */
function someValues(
  seed: number,
  { middle, wild, stepMs, days }: { middle: number; wild: number; stepMs: number; days: number },
) {
  const random = seededRandom(seed)
  const samples = { at: [] as number[], values: [] as number[] }
  let value = middle
  for (let at = FROM - 5 * HOUR_MS; at < FROM + days * DAY_MS; at += Math.ceil(stepMs * (0.7 + 0.6 * random()))) {
    if (random() < 0.002) at += random() * 20 * HOUR_MS
    value += (random() - 0.5) * wild + (middle - value) * 0.01
    samples.at.push(Math.ceil(at))
    samples.values.push(random() < 0.01 ? 0 : Math.round(value * 10) / 10)
  }
  return samples
}

const shape = fc.record({
  kind: fc.constantFrom<ValueKind>('above', 'below', 'outside', 'changing'),
  margin: fc.constantFrom(0, 0.5, 2),
  away: fc.constantFrom(-1, 0, 1, 2, 4),
  holdSeconds: fc.constantFrom(0, 0, 600, 5400, 20_000),
  activeHours: fc.constantFrom<ActiveHours>('always', 'always', 'day', 'night', {
    from: '21:30',
    to: '05:00',
    timeZone: 'America/New_York',
  }),
  place: fc.constantFrom(null, { latitude: 55.68, longitude: 12.57 }),
})
const series = fc.record({
  seed: fc.nat(1e6),
  wild: fc.constantFrom(0.3, 1, 3),
  stepMs: fc.constantFrom(2 * MINUTE_MS, 10 * MINUTE_MS, 90 * MINUTE_MS),
  days: fc.integer({ min: 1, max: 12 }),
})

/** Returns a rule whose limits lie some way from the middle of the values. */
function drawnRule(
  { margin, away, ...rest }: typeof shape extends fc.Arbitrary<infer T> ? T : never,
  middle: number,
): RuleMeaning {
  const own = { ...rule, ...rest, metric: middle === 30 ? humidity : temperature }
  if (own.kind === 'outside')
    return {
      ...own,
      limit: middle - 2 - away / 2,
      upperLimit: middle + 2 + away / 2,
      clearAt: middle + 2 + away / 2 - Math.min(margin, 1),
    }
  if (own.kind === 'changing') return { ...own, limit: 4 + away, withinMinutes: 60, clearAt: 4 + away - margin }
  const direction = own.kind === 'above' ? 1 : -1
  const limit = middle + direction * away
  return { ...own, limit, clearAt: limit - direction * margin }
}

describe('a preview', () => {
  test('matches an evaluation of every value', async () => {
    const totals = { episodes: 0, skipped: 0 }
    await fc.assert(
      fc.asyncProperty(shape, series, fc.constantFrom(30, 60), async (drawn, { seed, ...look }, middle) => {
        const meaning = drawnRule(drawn, middle)
        const samples = someValues(seed, { ...look, middle })
        const range = { from: FROM, to: FROM + look.days * DAY_MS - 3 * HOUR_MS }
        const reader = memoryReader(samples, middle === 30 ? 1 : 0, seed)
        const { alternatives, ...found } = await preview(meaning, reader, range)
        expect(found).toEqual(plainPreview(meaning, samples, range))
        expect(counted(meaning, samples, range)).toEqual({ ...found, covered: undefined })
        for (const { limit, ...other } of alternatives) {
          const clearAt = limit + (meaning.clearAt - meaning.limit)
          const plain = plainPreview({ ...meaning, limit, clearAt }, samples, range)
          expect(other).toEqual({ episodes: plain.count, openSeconds: plain.openSeconds })
        }
        totals.episodes += found.count
        totals.skipped += samples.at.length - reader.read
      }),
      { numRuns: cases(400) },
    )
    expect(totals.episodes).toBeGreaterThan(400)
    expect(totals.skipped).toBeGreaterThan(10_000)
  })

  test('matches an evaluation of all stored readings, in chunks of all sizes and in the log', async () => {
    const { db } = await openTestSqlite()
    const limits = { chunkValues: 300, coarseChunks: 4 }
    const timeSeries = await openTimeSeries({
      db,
      log: openDatabaseLog(db),
      now: () => FROM,
      onError: (error) => expect.unreachable(String(error)),
      limits,
    })
    const stored = someValues(SEED, { middle: 30, wild: 1, stepMs: 3 * MINUTE_MS, days: 12 })
    const entries = stored.at.map((at, index) => ({
      deviceKey: 1,
      at,
      slots: [1, 2],
      values: [stored.values[index]!, 7],
    }))
    const range = { from: FROM, to: FROM + 12 * DAY_MS }
    for (const [index, middle] of [0, 2500, 5000, entries.length].entries()) {
      if (index > 0) await timeSeries.append(entries.slice([0, 0, 2500, 5000][index], middle))
      if (index < 3) await timeSeries.compact()
    }
    const reader = seriesReader(timeSeries, 1, 1)
    for (const drawn of fc.sample(shape, cases(40))) {
      const meaning = drawnRule(drawn, 30)
      const { alternatives: _, ...found } = await preview(meaning, reader, range)
      expect(found).toEqual(plainPreview(meaning, stored, range))
    }
    await timeSeries.close()
  })

  test('has five other limits, the strictest first', async () => {
    const samples = { at: [FROM, FROM + 60_000], values: [29, 20] }
    const range = { from: FROM, to: FROM + DAY_MS }
    const of = async (own: RuleMeaning) => (await preview(own, memoryReader(samples, 0), range)).alternatives
    expect(await of(rule)).toEqual([
      { limit: 26, episodes: 1, openSeconds: 60 },
      { limit: 27, episodes: 1, openSeconds: 60 },
      { limit: 29, episodes: 1, openSeconds: 60 },
      { limit: 30, episodes: 0, openSeconds: 0 },
      { limit: 31, episodes: 0, openSeconds: 0 },
    ])
    expect((await of({ ...rule, kind: 'below' })).map(({ limit }) => limit)).toEqual([30, 29, 27, 26, 25])
    expect((await of({ ...rule, limit: 129 })).map(({ limit }) => limit)).toEqual([127, 128, 130])
    expect(await of({ ...rule, kind: 'outside', upperLimit: 30 })).toEqual([])
  })

  test('lists the newest thousand episodes, and counts all', async () => {
    const at = Array.from({ length: 5000 }, (_, index) => FROM + index * 1000)
    const values = at.map((_, index) => (index % 2 === 0 ? 30 : 20))
    const found = await preview(rule, memoryReader({ at, values }, 0), { from: FROM, to: FROM + DAY_MS })
    expect([found.count, found.episodes.length]).toEqual([2500, 1000])
    expect(found.episodes.at(-1)).toEqual({ openedAt: at[4998], closedAt: at[4999], worst: 30, worstAt: at[4998] })
  })

  test('returns an empty preview for a series without values', async () => {
    const reader = memoryReader({ at: [], values: [] }, 0)
    expect(await preview(rule, reader, { from: FROM, to: FROM + DAY_MS })).toEqual({
      episodes: [],
      count: 0,
      openSeconds: 0,
      alternatives: [26, 27, 29, 30, 31].map((limit) => ({ limit, episodes: 0, openSeconds: 0 })),
      covered: null,
    })
  })

  test('ends when nobody waits for it any more', async () => {
    const at = Array.from({ length: 400_000 }, (_, index) => FROM + index * 1000)
    const samples = { at, values: at.map((_, index) => 27 + (index % 3)) }
    const range = { from: FROM, to: FROM + 5 * DAY_MS }
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(preview(rule, memoryReader(samples, 0), range, signal)).rejects.toThrow('gone')
  })
})
