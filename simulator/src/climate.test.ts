import { describe, expect, test } from 'vitest'
import { weatherAt, type Site, type Weather } from './climate.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 1)
const outdoors: Site = { seed: 7, warmth: 0, sun: 1, moisture: 0 }

function series(site: Site, days: number, from = START): Weather[] {
  return Array.from({ length: days * 24 }, (_, hour) => weatherAt(site, from + hour * HOUR)).filter(
    (at) => at !== undefined,
  )
}
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the simulated weather', () => {
  test('the simulated weather is the same for the same place and time', () => {
    expect(weatherAt(outdoors, START + 12_345)).toEqual(weatherAt(outdoors, START + 12_345))
    expect(weatherAt({ ...outdoors, seed: 8 }, START)).not.toEqual(weatherAt(outdoors, START))
  })

  test('the simulated weather stays within the range of a sensor', () => {
    for (const { temperature, humidity, pressure, airQuality } of series(outdoors, 366)) {
      expect(Math.abs(temperature)).toBeLessThan(50)
      expect(humidity).toBeGreaterThan(0)
      expect(humidity).toBeLessThanOrEqual(100)
      expect(Math.abs(pressure - 1013)).toBeLessThan(30)
      expect(airQuality).toBeGreaterThan(0)
      expect(airQuality).toBeLessThan(2000)
    }
  })

  test('the simulated weather is warmer by day than by night, and in summer than in winter', () => {
    const at = (hour: number) =>
      mean(series(outdoors, 60).flatMap(({ temperature }, index) => (index % 24 === hour ? [temperature] : [])))
    expect(at(14)).toBeGreaterThan(at(3) + 4)
    const july = series(outdoors, 31, Date.UTC(2026, 6, 1)).map(({ temperature }) => temperature)
    const january = series(outdoors, 31).map(({ temperature }) => temperature)
    expect(mean(july)).toBeGreaterThan(mean(january) + 8)
  })

  test('the simulated weather is drier when it is warm', () => {
    const hours = series(outdoors, 60)
    const warm = hours.toSorted((one, other) => one.temperature - other.temperature)
    const third = Math.floor(warm.length / 3)
    expect(mean(warm.slice(-third).map(({ humidity }) => humidity))).toBeLessThan(
      mean(warm.slice(0, third).map(({ humidity }) => humidity)),
    )
  })

  test('the simulated weather changes without jumps', () => {
    let before = weatherAt(outdoors, START)?.temperature ?? 0
    for (let minute = 1; minute < 2 * 24 * 60; minute++) {
      const now = weatherAt(outdoors, START + minute * 60_000)?.temperature ?? 0
      expect(Math.abs(now - before)).toBeLessThan(0.5)
      before = now
    }
  })

  test('the simulated weather has one air pressure and different air quality in two spots', () => {
    const shed = { ...outdoors, spot: 1 }
    const at = START + 9 * HOUR
    expect(weatherAt(shed, at)?.pressure).toBe(weatherAt(outdoors, at)?.pressure)
    expect(weatherAt(shed, at)?.airQuality).not.toBe(weatherAt(outdoors, at)?.airQuality)
  })

  test('a closed house gathers stale air by night', () => {
    const night = (site: Site) =>
      mean(series(site, 60).flatMap(({ airQuality }, hour) => (hour % 24 < 5 ? [airQuality] : [])))
    expect(night({ ...outdoors, shut: 2 })).toBeGreaterThan(night({ ...outdoors, shut: 0 }) + 100)
  })

  test("a heated house stays above its heater's temperature", () => {
    const coldest = Math.min(...series({ ...outdoors, heatedTo: 5 }, 366).map(({ temperature }) => temperature))
    expect(Math.min(...series(outdoors, 366).map(({ temperature }) => temperature))).toBeLessThan(0)
    expect(coldest).toBeGreaterThanOrEqual(5)
  })

  test('the simulated weather has the frosts and silences of its site', () => {
    const coldest = START + 100 * 24 * HOUR
    const frosty = weatherAt({ ...outdoors, frosts: [coldest] }, coldest)?.temperature ?? 0
    expect((weatherAt(outdoors, coldest)?.temperature ?? 0) - frosty).toBeCloseTo(14, 1)
    const silent = { ...outdoors, silences: [{ from: START, to: START + HOUR }] }
    expect(weatherAt(silent, START)).toBeUndefined()
    expect(weatherAt(silent, START + HOUR)).toBeDefined()
  })
})
