import { DAY_MS, HOUR_MS, MINUTE_MS } from '@greenhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../../testing/random.ts'
import { memoryReader } from '../../../../test/memory-series.ts'
import { previewSilence } from './preview-silence.ts'
import { cases } from '../../../../../testing/test-run.ts'

const FROM = Date.parse('2026-03-01T08:20:00Z')
const RANGE = { from: FROM, to: FROM + 6 * DAY_MS }

/** One value every 20 s or so, with some gaps. */
function someTimes(seed: number, gaps: number): number[] {
  const random = seededRandom(seed)
  const times: number[] = []
  for (let at = FROM + 5000; at < RANGE.to; at += Math.ceil(19_500 + 1000 * random())) {
    if (random() < gaps) at += Math.ceil(random() ** 4 * 20 * HOUR_MS)
    if (at < RANGE.to) times.push(at)
  }
  return times
}

const readerOf = (times: readonly number[], seed = 1) =>
  memoryReader({ at: times, values: times.map(() => 20) }, 0, seed)

/** When nothing came for longer than a limit, by looking at all times. */
function plainSilences(times: readonly number[], limitMs: number) {
  return [...times, null].flatMap((at, index) => {
    const before = times[index - 1]
    const isSilence = before !== undefined && (at ?? RANGE.to) > before + limitMs
    return isSilence ? [{ openedAt: before + limitMs, closedAt: at, worst: null, worstAt: null }] : []
  })
}

describe('a preview of silence', () => {
  test('matches an evaluation of all times', async () => {
    const totals = { silences: 0, read: 0, all: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1e6),
        fc.constantFrom(0, 0.0002, 0.001),
        fc.constantFrom(15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 5 * HOUR_MS),
        async (seed, gaps, limitMs) => {
          const times = someTimes(seed, gaps)
          const reader = readerOf(times, seed)
          const found = await previewSilence(limitMs / 1000, [reader], RANGE)
          expect(found.episodes).toEqual(plainSilences(times, limitMs))
          expect(found.covered).toEqual({ from: times[0], to: times.at(-1) })
          totals.silences += found.count
          totals.read += reader.read
          totals.all += times.length
        },
      ),
      { numRuns: cases(150) },
    )
    expect(totals.silences).toBeGreaterThan(100)
    expect(totals.read).toBeLessThan(totals.all / 2)
  })

  test('finds silence of several series when none of them sent', async () => {
    const minutes = (...list: number[]) => list.map((minute) => FROM + minute * MINUTE_MS)
    const range = { from: FROM, to: FROM + 100 * MINUTE_MS }
    const [one, other] = [minutes(0, 10, 20, 60, 90), minutes(5, 35, 60, 62)]
    const found = await previewSilence(20 * 60, [readerOf(one), readerOf(other)], range)
    expect(found.episodes.map(({ openedAt, closedAt }) => [openedAt, closedAt])).toEqual([
      minutes(55, 60),
      minutes(82, 90),
    ])
    expect(found.openSeconds).toBe(13 * 60)
  })

  test('returns nothing for a device that has never sent', async () => {
    expect(await previewSilence(900, [readerOf([])], RANGE)).toEqual({
      episodes: [],
      count: 0,
      openSeconds: 0,
      alternatives: [],
      covered: null,
    })
  })
})
