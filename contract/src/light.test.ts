import { describe, expect, test } from 'vitest'
import { sharesOf } from './day-shares.ts'
import {
  dailyLight,
  goalReachedAt,
  lightGoal,
  lightOf,
  lightPerHour,
  photonsOf,
  type LightMetric,
  type LightSource,
} from './light.ts'

const HOUR = 3_600_000
const ZONE = 'Europe/Copenhagen'
const START = Date.parse('2026-06-10T00:00:00+02:00')
const at = (hour: number, average: number) => ({ time: START + hour * HOUR, average, min: average, max: average })
/** The middles of the hours of a day that is lit for some of them. */
const litDay = (hours: number, average: number) =>
  Array.from({ length: 24 }, (_, hour) => at(hour + 0.5, hour < hours ? average : 0))
const hourly = { widthMs: HOUR, zone: ZONE }

// Full sun of 2000 µmol/m²/s is 108,000 lx, as Thimijan and Heins name it.
test.each<[LightMetric, LightSource | null, number, number]>([
  ['ppfd', 'hps', 200, 200],
  ['illuminance', 'sun', 108_000, 1998],
  ['illuminance', null, 20_000, 370],
  ['illuminance', 'fluorescent', 7400, 100],
  ['illuminance', 'hps', 8200, 100],
  ['illuminance', 'led', 6700, 100],
  ['solarRadiation', 'sun', 1000, 2020],
  ['solarRadiation', 'led', 500, 1010],
])('%s under %s: %d is %d µmol/m²/s', (metric, source, value, photons) => {
  expect(value * photonsOf(metric, source)).toBeCloseTo(photons, 6)
})

describe('the light of a day', () => {
  test.each([
    ['200 µmol/m²/s for 16 hours', 16, 200, 11.52],
    ['20,000 lx of the sun for 12 hours', 12, 20_000 * photonsOf('illuminance', 'sun'), 15.98],
    // The table of Apogee Instruments, conversion of instantaneous to integrated PPFD.
    ['600 µmol/m²/s for 24 hours', 24, 600, 51.84],
    ['300 µmol/m²/s for 16 hours', 16, 300, 17.28],
    ['300 µmol/m²/s for 12 hours', 12, 300, 12.96],
  ])('comes to that of %s', (_words, hours, flux, light) => {
    const { sum, ...days } = dailyLight([litDay(hours, flux)], hourly)
    expect(sum).toBeCloseTo(light, 2)
    expect(days).toEqual({ days: 1, leftOut: 0 })
  })

  test('the light of 500 µmol/m²/s in twelve hours is 21.6 mol/m²', () => {
    expect(dailyLight([litDay(12, 500)], hourly)).toMatchObject({ sum: expect.closeTo(21.6), days: 1 })
  })

  const day = (number: number, hours: number) =>
    Array.from({ length: hours }, (_, hour) => at(number * 24 + hour, hour < 12 ? 500 : 0))

  test('leaves days with less than 18 hours of light readings out', () => {
    const { sum, ...days } = dailyLight([[...day(0, 18), ...day(1, 17), ...day(2, 24)]], hourly)
    expect(sum).toBeCloseTo(2 * 21.6)
    expect(days).toEqual({ days: 2, leftOut: 1 })
  })

  test('the light of a day weights each reading by its time, and leaves gaps out', () => {
    const morning = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((hour) => at(hour, 100))
    const evening = [10, 14, 20].map((hour) => at(hour, 100))
    // 8 hours and 10 hours; the two between the runs do not count.
    expect(dailyLight([morning, evening], { widthMs: 0, zone: ZONE }).sum).toBeCloseTo((18 * 3600 * 100) / 1e6)
  })

  test('the light of a day is the same in buckets of two days', () => {
    const light = dailyLight([[{ ...at(24, 250), max: 900 }]], { ...hourly, widthMs: 48 * HOUR })
    expect(light.sum / light.days).toBeCloseTo(21.6)
  })

  test('buckets of a slow sensor reach half way to each other, up to a limit', () => {
    const points = [[1, 3, 5, 12].map((hour) => at(hour, 100))]
    const known = (bridgeMs: number) => sharesOf(points, { widthMs: HOUR, bridgeMs }).map(({ ms }) => ms / HOUR)
    expect(known(3 * HOUR)).toEqual([1.5, 2, 1.5, 1])
    expect(known(HOUR)).toEqual([1, 1, 1, 1])
  })

  test('counts nothing after now', () => {
    const shares = sharesOf([[0.5, 1.5, 2.5].map((hour) => at(hour, 100))], {
      widthMs: HOUR,
      until: START + 1.25 * HOUR,
    })
    expect(shares.map(({ ms }) => ms / HOUR)).toEqual([1, 0.25, 0])
    expect(lightOf(shares)).toBeCloseTo((1.25 * 3600 * 100) / 1e6)
    expect(lightPerHour(shares)).toBeCloseTo(0.36)
    expect(lightPerHour([])).toBe(0)
  })
})

describe('the goal of a day', () => {
  const afternoon = { sum: 18.4, perHour: 2.33, at: START + 14.33 * HOUR }
  const end = START + 24 * HOUR

  test.each([
    [20, 30, 25],
    [12, null, 12],
    [null, 10, 10],
    [null, null, null],
  ])('lies in the middle of a range from %o to %o', (low, high, goal) => {
    expect(lightGoal({ low, high })).toBe(goal)
  })

  test('comes at the pace of the last hour', () => {
    expect(goalReachedAt(afternoon, 25, end)).toBeCloseTo(START + (14.33 + 6.6 / 2.33) * HOUR, -1)
  })

  test.each([
    ['it is reached already', { ...afternoon, sum: 25 }],
    ['it is dark', { ...afternoon, perHour: 0 }],
    ['the day is over before', { ...afternoon, perHour: 0.5 }],
  ])('has no time when %s', (_words, soFar) => {
    expect(goalReachedAt(soFar, 25, end)).toBeUndefined()
  })
})
