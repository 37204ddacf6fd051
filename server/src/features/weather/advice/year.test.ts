import { expect, test } from 'vitest'
import { countAdvice, countMessages, YEAR_PLACES, type AdviceCounts } from '../../../../test/advice-year.ts'
import { readRecordedYears } from '../../../../../testing/recorded-year.ts'
import { CLIMATES, type Climate } from '../../../../../testing/weather-year.ts'

const SEEDS = [1, 2, 3]
const [maritime, continental] = CLIMATES as [Climate, Climate]

function yearsOf(climate: Climate): AdviceCounts[] {
  return SEEDS.flatMap((seed) => YEAR_PLACES.map((place) => countAdvice(climate, place, seed)))
}

function total(counts: readonly AdviceCounts[], what: keyof AdviceCounts): number {
  return counts.reduce((sum, one) => sum + one[what], 0)
}

test.each([
  { climate: maritime, least: 70, most: 120, wrong: 0.45, missed: 0.15 },
  { climate: continental, least: 450, most: 560, wrong: 0.1, missed: 0.03 },
])('warns of most nights that harm plants in three years of a climate ($climate.name)', ({ climate, ...bounds }) => {
  const counts = yearsOf(climate)
  const messages = total(counts, 'messages')
  expect(messages).toBeGreaterThanOrEqual(bounds.least)
  expect(messages).toBeLessThanOrEqual(bounds.most)
  expect(messages / total(counts, 'nights')).toBeLessThan(1.3)
  expect(total(counts, 'wrong') / messages).toBeLessThan(bounds.wrong)
  expect(total(counts, 'missed') / total(counts, 'harmful')).toBeLessThan(bounds.missed)
})

test('uses what thermometers show: a frame that stays warm gets far fewer wrong messages than an unmeasured one', () => {
  const [, frame] = YEAR_PLACES
  const warm = { ...frame!, warmth: 6 }
  const wrongOf = (isMeasured: boolean) => countAdvice(maritime, { ...warm, isMeasured }, 1).wrong
  expect(wrongOf(true)).toBeLessThan(wrongOf(false) / 3)
})

test('counts the same for the same seed, and another year for another', () => {
  const [bed] = YEAR_PLACES
  const count = (seed: number) => countAdvice(continental, bed!, seed)
  expect(count(1)).toEqual(count(1))
  expect(count(1)).not.toEqual(count(2))
})

test('counts right, wrong and missed nights of recorded forecasts, and none for a night that was not recorded', () => {
  const town = 'Copenhagen,Europe/Copenhagen,55.68,12.57'
  const [year] = readRecordedYears(
    [
      `${town},2026-05-01,-3,-3,-2.5`,
      `${town},2026-05-02,-1,-1,3`,
      `${town},2026-05-04,4,4,-1`,
      `${town},2026-05-05,5,-2,-2`,
    ].join('\n'),
  )
  const counts = countMessages(year!, YEAR_PLACES[0]!, year!)
  expect(counts).toEqual({ messages: 3, wrong: 1, nights: 3, harmful: 3, missed: 1 })
})

test('refuses a line of a recorded year without its temperatures', () => {
  expect(() => readRecordedYears('Copenhagen,Europe/Copenhagen,55.68,12.57,2026-05-01,1,NA,2')).toThrow('2026-05-01')
})
