import { expect, test } from 'vitest'
import { boardMetrics, metricById, metrics } from './metrics.ts'
import { shownUnitOf } from './units.ts'

/** An alias as messages are compared with it. */
const plain = (name: string) => name.toLowerCase().replace(/[-_. ]/g, '')

test('every metric has an id of its own, and every alias means one metric', () => {
  const ids = metrics.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const meanings = Map.groupBy(
    metrics.flatMap(({ id, aliases }) => [...new Set(aliases.map(plain))].map((alias) => ({ id, alias }))),
    ({ alias }) => alias,
  )
  expect([...meanings.values()].filter(({ length }) => length > 1)).toEqual([])
})

test.each(metrics)('$id has a name, a range that is not empty, and limits within it', (metric) => {
  const { label, range, limits = range, decimals, spanMin, colour, icon } = metric
  expect([label, colour, icon]).not.toContain('')
  expect(range.min).toBeLessThan(range.max)
  expect(limits.min).toBeGreaterThanOrEqual(range.min)
  expect(limits.max).toBeLessThanOrEqual(range.max)
  expect(decimals).toBeLessThanOrEqual(6)
  expect(spanMin).toBeGreaterThanOrEqual(0)
})

test('a derived metric has no name in a message', () => {
  expect(metrics.filter(({ isDerived }) => isDerived).map(({ id, aliases }) => [id, aliases])).toEqual([
    ['vpd', []],
    ['dewPoint', []],
    ['dailyLight', []],
    ['degreeDays', []],
  ])
})

test('the metrics of boards in the field are those of conditions, in the order of their records', () => {
  expect(boardMetrics.map(({ id, sensorType }) => [id, sensorType])).toEqual([
    ['temperature', 'Temperature'],
    ['humidity', 'Humidity'],
    ['airPressure', 'AirPressure'],
    ['airQuality', 'AirQuality'],
  ])
  expect(metrics.filter(({ sensorType }) => sensorType !== undefined)).toEqual(boardMetrics)
})

test('an id that this version does not know is shown as another measurement', () => {
  expect(metricById('soilMoisture').label).toBe('Soil moisture')
  expect(metricById('radon').id).toBe('other')
})

test('every temperature is shown in Fahrenheit on request, and nothing else', () => {
  const fahrenheit = metrics.filter((metric) => shownUnitOf(metric, false).unit === '°F').map(({ unit }) => unit)
  expect(fahrenheit).toEqual(metrics.filter(({ unit }) => unit === '°C').map(({ unit }) => unit))
  const { fromStored, toStored } = shownUnitOf(metricById('soilTemperature'), false)
  expect([fromStored(20), toStored(68)]).toEqual([68, 20])
  expect(shownUnitOf(metricById('soilTemperature'), true).fromStored(20)).toBe(20)
})

test('shows degree days in Fahrenheit as 9/5 of those in Celsius, without the offset between the scales', () => {
  const { unit, fromStored, toStored } = shownUnitOf(metricById('degreeDays'), false)
  expect([unit, fromStored(0), fromStored(800), toStored(1440)]).toEqual(['°F·d', 0, 1440, 800])
  expect(shownUnitOf(metricById('degreeDays'), true).unit).toBe('°C·d')
})
