import { boardMetrics, type BoardValues } from '@greenhouse/contract'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import type { OpenDatabase } from '../../../platform/db/open.ts'
import { openDatabaseLog, openTimeSeries, type TimeSeries, type Entry } from '@greenhouse/timeseries'
import { slotNumbers, type BoardSlots } from './board-records.ts'
import { downsampled, type Drawing } from './history.ts'
import { lastReading, newestReading, readingPages } from './reading-pages.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const HOUR = 3_600_000
const SLOTS: Required<BoardSlots> = { temperature: 0, humidity: 3, airPressure: 5, airQuality: 7 }

type Reading = BoardValues & { readonly at: number }

const value = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null })
/** A reading that belongs to its place in time: the same time always carries the same values, as a repetition does. */
const readings = fc.uniqueArray(
  fc.record({
    minute: fc.integer({ min: 0, max: 60 * 40 }),
    temperature: value(-40, 130),
    humidity: value(0, 100),
    airPressure: value(900, 1100),
    airQuality: value(0, 2000),
  }),
  { selector: ({ minute }) => minute, minLength: 1, maxLength: 60 },
)

async function openOn({ db }: OpenDatabase): Promise<TimeSeries> {
  const log = openDatabaseLog(db)
  const timeSeries = await openTimeSeries({ db, log, now: Date.now, onError: () => {} })
  onTestFinished(() => timeSeries.close())
  return timeSeries
}

function toEntries(deviceKey: number, list: readonly Reading[]): Entry[] {
  return list.flatMap((reading) => {
    const sent = boardMetrics.filter(({ id }) => reading[id] !== null)
    const values = sent.map(({ id }) => reading[id] ?? 0)
    return sent.length === 0 ? [] : [{ deviceKey, at: reading.at, slots: sent.map(({ id }) => SLOTS[id]), values }]
  })
}

async function everything(timeSeries: TimeSeries, deviceKey: number) {
  const device = { deviceKey, slots: SLOTS }
  const rows: object[] = []
  for await (const page of readingPages(timeSeries, device)) rows.push(...page.rows)
  const range = { from: START, to: START + 40 * HOUR }
  const chart = await downsampled(timeSeries, device, { range, points: 20, readingsFrom: -Infinity })
  return { rows, newest: await newestReading(timeSeries, device), chart }
}

describe.each(databases)('readings on %s', (name, open) => {
  const numRuns = name === 'SQLite' ? 60 : 12

  test('any order and repetition gives the same readings, newest values and charts', async () => {
    const timeSeries = await openOn(await open())
    let devices = 0
    const store = async (sequence: readonly Reading[], groupSize: number) => {
      const deviceKey = ++devices
      for (let from = 0; from < sequence.length; from += groupSize)
        await timeSeries.append(toEntries(deviceKey, sequence.slice(from, from + groupSize)))
      return everything(timeSeries, deviceKey)
    }
    const shuffled = readings.chain((some) => {
      const list = some.map(({ minute, ...values }): Reading => ({ ...values, at: START + minute * 60_000 }))
      return fc.record({
        once: fc.constant(list),
        mixed: fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length, maxLength: 2 * list.length }),
        groupSize: fc.integer({ min: 1, max: 40 }),
      })
    })
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ once, mixed, groupSize }) => {
        const expected = await store(once, once.length)
        expect(await store(mixed, groupSize)).toEqual(expected)
        expect(expected.rows).toHaveLength(toEntries(0, once).length)
        expect(expected.newest).toEqual(expected.rows.at(-1))
      }),
      { numRuns },
    )
  })

  test('a downsampled history counts each reading of the range once, and nothing outside it', async () => {
    const timeSeries = await openOn(await open())
    const device = { deviceKey: 1, slots: SLOTS }
    const all = Array.from({ length: 2000 }, (_, index): Reading => {
      const wave = Math.sin(index / 30)
      return {
        at: START + index * 7 * 60_000,
        temperature: 20 + 10 * wave,
        humidity: index % 7 === 0 ? null : 50,
        airPressure: 1000 + index / 100,
        airQuality: 400,
      }
    })
    await timeSeries.append(toEntries(1, all))
    const ranges = fc.record({
      from: fc.integer({ min: -HOUR, max: 200 * HOUR }),
      length: fc.integer({ min: 0, max: 240 * HOUR }),
      // Few points for many days are buckets of whole days.
      points: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9 })),
    })
    await fc.assert(
      fc.asyncProperty(ranges, async ({ from, length, points }) => {
        const range = { from: START + from, to: START + from + length }
        const inside = all.filter(({ at }) => at >= range.from && at <= range.to)
        expect((await lastReading(timeSeries, device, range))?.at).toBe(inside.at(-1)?.at)
        const drawing = { range, points, readingsFrom: -Infinity }
        const { sensorHistoryRecords: records, resolution } = await downsampled(timeSeries, device, drawing)
        expect(records.length).toBeLessThanOrEqual(points)
        if (resolution === 0) expect(records).toHaveLength(inside.length)
        for (const { id } of boardMetrics) {
          const values = inside.map((reading) => reading[id]).filter((known) => known !== null)
          if (resolution !== 0) {
            const counted = records.reduce((sum, { counts }) => sum + (counts?.[id] ?? 0), 0)
            expect(counted).toBe(values.length)
          }
          const [lows, highs] = [
            records.map((record) => record.min?.[id]),
            records.map((record) => record.max?.[id]),
          ].map((list) => list.filter((known) => typeof known === 'number'))
          if (values.length === 0) expect(lows).toEqual([])
          else
            expect([Math.min(...(lows ?? [])), Math.max(...(highs ?? []))]).toEqual([
              Math.min(...values),
              Math.max(...values),
            ])
        }
      }),
      { numRuns },
    )
  })

  /** A device with one temperature at each of these minutes. */
  async function aThermometer(temperatures: ReadonlyArray<readonly [minute: number, temperature: number]>) {
    const timeSeries = await openOn(await open())
    const slot = slotNumbers({ temperature: SLOTS.temperature })
    await timeSeries.append(
      temperatures.map(([minute, temperature]) => ({
        deviceKey: 1,
        at: START + minute * 60_000,
        slots: slot,
        values: [temperature],
      })),
    )
    return (hours: number, points: number) => {
      const drawing: Drawing = { range: { from: START, to: START + hours * HOUR }, points, readingsFrom: -Infinity }
      return downsampled(timeSeries, { deviceKey: 1, slots: SLOTS }, drawing)
    }
  }

  test('every reading has the same weight in an average, however many buckets they come from', async () => {
    const shown = await aThermometer([
      [0, 10],
      [1, 10],
      [2, 10],
      [400, 30],
    ])
    expect((await shown(24, 1)).sensorHistoryRecords).toEqual([
      expect.objectContaining({
        temperature: 15,
        humidity: null,
        min: expect.objectContaining({ temperature: 10 }),
        max: expect.objectContaining({ temperature: 30 }),
      }),
    ])
  })

  test('downsamples only when there are more readings than points', async () => {
    const shown = await aThermometer([0, 1, 2, 3, 4, 5].map((hour) => [hour * 60, hour] as const))
    expect(await shown(4, 5)).toMatchObject({
      resolution: 0,
      sensorHistoryRecords: [0, 1, 2, 3, 4].map((temperature) => ({ temperature })),
    })
    const { resolution, sensorHistoryRecords: records } = await shown(5, 5)
    expect(resolution).toBeGreaterThan(0)
    expect(records.length).toBeLessThanOrEqual(5)
  })
})
