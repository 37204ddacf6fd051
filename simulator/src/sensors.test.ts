import { describe, expect, test } from 'vitest'
import { SensorNames } from '../../server/src/features/series/names/sensor-names.ts'
import type { Site } from './climate.ts'
import { demoSites } from './demo-sites.ts'
import { FOUR_SENSORS, measure, sensor, simulatedMetrics } from './sensors.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 5, 1)
const house: Site = { seed: 7, warmth: 6, sun: 1.4, moisture: 4 }
const every = simulatedMetrics.map(({ id }) => sensor(id))

/** Returns the hourly values of a sensor. */
function shown(text: string, days: number, from = START): number[] {
  const one = sensor(text)
  return Array.from({ length: days * 24 }, (_, hour) => measure(house, [one], from + hour * HOUR)?.[one.field] ?? NaN)
}
const atHour = (values: readonly number[], hour: number) => mean(values.filter((_, index) => index % 24 === hour))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('a simulated sensor', () => {
  test.each(simulatedMetrics.map(({ id }) => id))(
    'a simulated sensor of %s is read by the server under its name',
    (id) => {
      const names = new SensorNames()
      expect(names.of(sensor(id).field)).toMatchObject({ metric: { id }, channel: '' })
      expect(names.of(sensor(`${id}:north`).field)).toMatchObject({ metric: { id }, channel: 'north' })
    },
  )

  test.each(simulatedMetrics)(
    'a simulated sensor of $id stays within the range of its metric for a year, and changes',
    ({ id, range }) => {
      const values = shown(id, 365)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(range.min)
      expect(Math.max(...values)).toBeLessThanOrEqual(range.max)
      expect(new Set(values).size).toBeGreaterThan(5)
    },
  )

  test('a simulated sensor of a metric without its own curve drifts about the middle of its range', () => {
    const invented = {
      ...sensor('ph'),
      metric: { ...sensor('ph').metric, id: 'invented', range: { min: 10, max: 20 } },
    }
    const values = Array.from(
      { length: 100 },
      (_, hour) => measure(house, [invented], START + hour * HOUR)?.['ph'] ?? NaN,
    )
    expect(mean(values)).toBeCloseTo(15, 0)
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.5)
  })

  test('a simulated sensor shows the same for the same place and time, and another value with another channel', () => {
    expect(measure(house, every, START)).toEqual(measure(house, every, START))
    expect(shown('temperature:2', 2)).not.toEqual(shown('temperature', 2))
    expect(shown('temperature:2', 2)).not.toEqual(shown('temperature:3', 2))
  })

  test('a simulated light sensor follows the sun', () => {
    const light = shown('illuminance', 30)
    expect(atHour(light, 0)).toBe(0)
    expect(atHour(light, 12)).toBeGreaterThan(20_000)
    expect(atHour(light, 12)).toBeGreaterThan(atHour(light, 8))
    expect(atHour(light, 12)).toBeGreaterThan(1.3 * atHour(shown('illuminance', 30, START + 180 * DAY), 12))
  })

  test('the simulated CO₂ rises by night', () => {
    const air = shown('co2', 30)
    expect(atHour(air, 5)).toBeGreaterThan(atHour(air, 13) + 200)
  })

  test('the simulated soil dries, and is watered within an hour', () => {
    const steps = shown('soilMoisture', 30).map((value, hour, all) => value - (all[hour - 1] ?? value))
    expect(steps.filter((step) => step > 20).length).toBeGreaterThanOrEqual(8)
    expect(steps.filter((step) => step < 0).length).toBeGreaterThan(200)
    expect(Math.min(...steps)).toBeGreaterThan(-5)
  })

  test('the simulated charge of a battery falls until it is changed', () => {
    const charge = shown('battery', 300)
    expect(charge.filter((value, hour) => value > (charge[hour - 1] ?? 100)).length).toBeLessThanOrEqual(2)
    expect(Math.min(...charge)).toBeLessThan(25)
  })

  test('a simulated sensor is silent when its board is', () => {
    const silent = { ...house, silences: [{ from: START, to: START + HOUR }] }
    expect(measure(silent, FOUR_SENSORS, START)).toBeUndefined()
  })
})

test.each(['vpd', 'other', 'heat', '', 'temperature2'])('rejects the unknown sensor "%s"', (text) => {
  expect(() => sensor(text)).toThrow('There is no sensor')
})

test('the four sensors of a board have the names that the first boards use in their messages', () => {
  expect(FOUR_SENSORS.map(({ field }) => field)).toEqual(['temperature', 'humidity', 'pressure', 'air_quality_analog'])
})

test('the labels of the demonstration belong to sensors that its boards have', () => {
  for (const { sensors, labels = {} } of demoSites(START + 200 * DAY)) {
    const own = sensors.map(({ metric, channel }) => `${metric.id}:${channel}`)
    expect(own).toEqual(expect.arrayContaining(Object.keys(labels)))
  }
})
