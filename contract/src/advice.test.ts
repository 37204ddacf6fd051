import { describe, expect, test } from 'vitest'
import {
  comingRain,
  enoughRain,
  expectedOffset,
  frostAdvice,
  heatAdvice,
  isNews,
  type AdvisedPlant,
  type ForecastHour,
} from './advice.ts'

const HOUR = 3_600_000
/** 18:00 of a winter evening. */
const EVENING = Date.parse('2026-11-20T18:00:00Z')
const CLEAR = { cloud: 10, wind: 1, dewPoint: 1 }

/** Returns the hours of a night that is coldest at 05:00, rising 1 °C an hour on both sides. */
function night(low: number, sky: Partial<ForecastHour> = CLEAR): ForecastHour[] {
  return Array.from({ length: 14 }, (_, hour) => ({
    at: EVENING + hour * HOUR,
    temperature: low + Math.abs(hour - 11),
    cloud: 90,
    wind: 5,
    dewPoint: 5,
    rain: 0,
    rainChance: 0,
    ...sky,
  }))
}
const CLOUDY = { cloud: 90, wind: 1, dewPoint: 1 }

function plant(name: string, hardyTo = 0, heatLimit: number | null = null): AdvisedPlant {
  return { plantId: name, name, hardyTo, heatLimit }
}
const lemon = plant('Lemon', -2)
const basil = plant('Basil', 5)
const dahlia = plant('Dahlia')

const outdoors = { shelter: 'outdoors', measured: null, plants: [basil] } as const
const names = (advice: ReturnType<typeof frostAdvice>) => advice?.plants.map(({ name }) => name)

describe('frost', () => {
  test.each([
    [0, 'frost'],
    [0.1, undefined],
    [-3, 'frost'],
  ])('returns for a cloudy low of %d °C the kind %s', (low, kind) => {
    expect(frostAdvice({ ...outdoors, hours: night(low, CLOUDY) })?.kind).toBe(kind)
  })

  test('names the plants that do not bear the lowest temperature, the most tender first', () => {
    const hours = night(-2.1, CLOUDY)
    const advice = frostAdvice({ ...outdoors, hours, plants: [lemon, dahlia, plant('Kale', -10), basil] })
    expect(advice).toEqual({
      kind: 'frost',
      value: -2.1,
      at: EVENING + 11 * HOUR,
      severity: 'critical',
      plants: ['Basil', 'Dahlia', 'Lemon'].map((name) => ({ plantId: name, name })),
    })
    expect(names(frostAdvice({ ...outdoors, hours: night(-2, CLOUDY), plants: [lemon, dahlia] }))).toEqual(['Dahlia'])
  })

  test('returns no frost for plants that bear it', () => {
    expect(frostAdvice({ ...outdoors, hours: night(0, CLOUDY), plants: [dahlia] })).toBeNull()
    expect(frostAdvice({ ...outdoors, hours: night(-9), plants: [] })).toBeNull()
  })

  test.each([
    [-2.9, 'warning'],
    [-3, 'critical'],
  ])('returns at %d °C a %s for a plant that bears 0 °C', (low, severity) => {
    expect(frostAdvice({ ...outdoors, hours: night(low, CLOUDY), plants: [dahlia] })?.severity).toBe(severity)
  })

  test('returns no frost without an hour of a forecast', () => {
    expect(frostAdvice({ ...outdoors, hours: [] })).toBeNull()
    const hours = night(-5).map((hour) => ({ ...hour, temperature: null }))
    expect(frostAdvice({ ...outdoors, hours })).toBeNull()
  })
})

describe('the warmth of a place', () => {
  test.each([
    ['outdoors', null, 0],
    ['cold', null, 2],
    ['frost-free', null, null],
    ['heated', null, null],
    ['outdoors', -0.5, -0.5],
    ['cold', 2.3, 2.3],
    ['frost-free', 4, 4],
    ['heated', 9, null],
  ] as const)(
    'returns for a place that is %s and measured as %d that it is %d °C above the forecast',
    (shelter, measured, offset) => {
      expect(expectedOffset(shelter, measured)).toBe(offset)
    },
  )

  test('adds the warmth of a place to the forecast', () => {
    const hours = night(-2, CLOUDY)
    const plants = [plant('Fig', 3)]
    expect(frostAdvice({ shelter: 'cold', measured: null, hours, plants })?.value).toBe(0)
    expect(frostAdvice({ shelter: 'cold', measured: 2.3, hours, plants })).toBeNull()
    expect(frostAdvice({ shelter: 'frost-free', measured: null, hours: night(-20), plants })).toBeNull()
    expect(frostAdvice({ shelter: 'frost-free', measured: 4, hours: night(-5), plants })?.value).toBe(-1)
    expect(frostAdvice({ shelter: 'heated', measured: 4, hours: night(-20), plants })).toBeNull()
  })
})

describe('ground frost', () => {
  test('warns of ground frost at 3.2 °C in a clear and calm night, in a cold frame as outdoors', () => {
    const plants = [basil, lemon, plant('Chili', 3)]
    expect(frostAdvice({ ...outdoors, hours: night(3.2), plants })).toMatchObject({
      kind: 'ground-frost',
      value: 3.2,
      severity: 'critical',
    })
    expect(names(frostAdvice({ shelter: 'cold', measured: null, hours: night(3.2), plants }))).toEqual([
      'Basil',
      'Chili',
    ])
    expect(frostAdvice({ shelter: 'frost-free', measured: 0, hours: night(3.2), plants })).toBeNull()
  })

  test('counts plants as 3 °C colder than the air', () => {
    const plants = [plant('Fig', 1)]
    expect(names(frostAdvice({ ...outdoors, hours: night(4), plants }))).toBeUndefined()
    expect(names(frostAdvice({ ...outdoors, hours: night(3.9), plants }))).toEqual(['Fig'])
  })

  test.each([
    ['a low of 4 °C', night(4), true],
    ['a low of 4.1 °C', night(4.1), false],
    ['40 % of clouds', night(3, { ...CLEAR, cloud: 40 }), true],
    ['41 % of clouds', night(3, { ...CLEAR, cloud: 41 }), false],
    ['3 m/s of wind', night(3, { ...CLEAR, wind: 3 }), true],
    ['3.1 m/s of wind', night(3, { ...CLEAR, wind: 3.1 }), false],
    ['a dew point of 4 °C', night(3, { ...CLEAR, dewPoint: 4 }), true],
    ['a dew point of 4.1 °C', night(3, { ...CLEAR, dewPoint: 4.1 }), false],
    ['unknown clouds', night(3, { ...CLEAR, cloud: null }), false],
  ])('decides about ground frost with %s: %s', (_, hours, isPossible) => {
    expect(frostAdvice({ ...outdoors, hours }) !== null).toBe(isPossible)
  })

  test('uses the mean of the three coldest hours for ground frost', () => {
    const at = (clouds: readonly number[]) =>
      night(3).map((hour, index) => ({ ...hour, cloud: clouds[index - 10] ?? 100 }))
    expect(frostAdvice({ ...outdoors, hours: at([60, 0, 60]) })?.kind).toBe('ground-frost')
    expect(frostAdvice({ ...outdoors, hours: at([61, 0, 60]) })).toBeNull()
  })

  test('leaves ground frost out where thermometers show that a place stays warm', () => {
    expect(frostAdvice({ ...outdoors, shelter: 'cold', measured: 0.8, hours: night(3.2) })).not.toBeNull()
    expect(frostAdvice({ ...outdoors, shelter: 'cold', measured: 0.9, hours: night(3.2) })).toBeNull()
  })

  test('adds to air frost the plants that are colder than the air', () => {
    const plants = [lemon, dahlia]
    expect(names(frostAdvice({ ...outdoors, hours: night(-1), plants }))).toEqual(['Dahlia', 'Lemon'])
    expect(names(frostAdvice({ ...outdoors, hours: night(-1, CLOUDY), plants }))).toEqual(['Dahlia'])
  })
})

describe('heat', () => {
  const orchid = plant('Orchid', 10, 27)

  test.each([
    [29.9, false],
    [30, true],
  ])('decides about heat of %d °C for a plant that likes up to 27 °C: %s', (high, isWorth) => {
    const hours = night(high - 11, CLOUDY)
    const advice = heatAdvice({ ...outdoors, hours, plants: [orchid, basil] })
    expect(names(advice)).toEqual(isWorth ? ['Orchid'] : undefined)
    expect(advice?.at).toBe(isWorth ? EVENING : undefined)
  })

  test('adds the measured warmth of a place to heat, and leaves heated rooms out', () => {
    const hours = night(17, CLOUDY)
    expect(heatAdvice({ ...outdoors, measured: 2, hours, plants: [orchid] })?.value).toBe(30)
    expect(heatAdvice({ ...outdoors, measured: 1.9, hours, plants: [orchid] })).toBeNull()
    expect(heatAdvice({ ...outdoors, shelter: 'heated', hours: night(40), plants: [orchid] })).toBeNull()
  })
})

describe('a second message', () => {
  const before = { value: -1, plants: [{ plantId: 'Basil', name: 'Basil' }] }
  const advice = (kind: 'frost' | 'heat', value: number, ...plants: AdvisedPlant[]) =>
    ({ kind, value, at: EVENING, severity: 'warning', plants }) as const

  test.each([
    ['1.9 °C colder', advice('frost', -2.9, basil), false],
    ['2 °C colder', advice('frost', -3, basil), true],
    ['warmer', advice('frost', 0, basil), false],
    ['no colder, with another plant', advice('frost', -1, basil, dahlia), true],
    ['1.9 °C hotter', advice('heat', 0.9, basil), false],
    ['2 °C hotter', advice('heat', 1, basil), true],
  ])('decides about a second message when it is %s: %s', (_, now, isWorth) => {
    expect(isNews(now, before)).toBe(isWorth)
  })
})

describe('rain', () => {
  const wet = (millimetres: readonly number[], rainChance = 80) =>
    night(9).map((hour, index) => ({ ...hour, rain: millimetres[index] ?? 0, rainChance }))

  test('waits for rain of 5 mm at 70 % in the next 24 hours', () => {
    expect(comingRain(wet([9, 1, 4], 70), EVENING)).toEqual({ millimetres: 5, at: EVENING + 2 * HOUR, chance: 70 })
    expect(comingRain(wet([9, 1, 3.9], 70), EVENING)).toBeNull()
    expect(comingRain(wet([9, 1, 4], 69), EVENING)).toBeNull()
    expect(comingRain(wet([0, 1, 4]), EVENING - 22 * HOUR)).toMatchObject({ millimetres: 5 })
    expect(comingRain(wet([0, 1, 4]), EVENING - 23 * HOUR)).toBeNull()
  })

  test('counts the rain of hours that end in a span', () => {
    const span = { from: EVENING, to: EVENING + 3 * HOUR }
    expect(enoughRain(wet([20, 2, 0, 3, 20], 0), span)).toEqual({ millimetres: 5, at: EVENING + 3 * HOUR, chance: 0 })
    expect(enoughRain(wet([20, 2, 0, 2.9, 20]), span)).toBeNull()
    expect(enoughRain([], span)).toBeNull()
  })
})
