import { metricById, type Device, type PlantProbes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { GARDEN } from '../../shared/place/place.fixture.ts'
import { placeTree } from '../../shared/place/place-tree.ts'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { conditionsOf } from './conditions.ts'
import { outsideOf, rangeWords } from './range-words.ts'

const { house, north, benchA, south } = GARDEN
const device = (deviceId: string, placeId: string) =>
  ({ deviceId, deviceName: deviceId, waitTime: '30', placeId, createdAt: '' }) as unknown as Device
const sent = (deviceId: string, metric: string, value = 1) =>
  aSeries({
    seriesId: `${deviceId}-${metric}`,
    deviceId,
    metric,
    label: metric,
    newest: { time: '2026-06-16T12:00:00.000Z', value },
  })
const NO_PROBES: PlantProbes = { series: [], ranges: [], ideal: [], stage: null, stageSince: null, logsWaterings: true }

function sources(more: Partial<PlantProbes> = {}, placeId: string | undefined = benchA.placeId) {
  return {
    plant: { placeId },
    probes: { ...NO_PROBES, ...more },
    devices: [device('roof', house.placeId), device('end', north.placeId), device('other', south.placeId)],
    series: [
      sent('roof', 'temperature'),
      sent('roof', 'humidity'),
      sent('end', 'temperature', 34),
      sent('end', 'soilMoisture'),
      sent('other', 'vpd'),
      sent('other', 'soilMoisture'),
    ],
    rules: [aRule({ seriesId: 'end-temperature', limit: 30 })],
    tree: placeTree(Object.values(GARDEN)),
  }
}
const shown = (...args: Parameters<typeof sources>) =>
  conditionsOf(sources(...args)).map(({ metric, source }) => [metric.id, source?.series.seriesId])

test('takes the air from the nearest device in the place or above it, and soil from none', () => {
  expect(shown({ ranges: [{ metric: 'soilMoisture', low: 35, high: 60 }] })).toEqual([
    ['temperature', 'end-temperature'],
    ['humidity', 'roof-humidity'],
    ['soilMoisture', undefined],
  ])
  expect(conditionsOf(sources())[0]?.source?.limits).toEqual({ lower: undefined, upper: 30 })
})

test('prefers a linked series to a nearer one, with soil first', () => {
  const link = (seriesId: string) => ({ seriesId, from: '2026-06-01T00:00:00.000Z' })
  expect(shown({ series: [link('roof-temperature'), link('other-soilMoisture')] })).toEqual([
    ['soilMoisture', 'other-soilMoisture'],
    ['temperature', 'roof-temperature'],
    ['humidity', 'roof-humidity'],
  ])
})

test('shows nothing of other places to a plant that is nowhere', () => {
  expect(conditionsOf({ ...sources(), plant: {} })).toEqual([])
})

test.each([
  ['vpd', 0.8, 1.4, '0,8–1,4'],
  ['soilMoisture', 35, 60, '35–60'],
  ['temperature', null, 29, 'below 29'],
  ['temperature', 18.5, null, 'above 18,5'],
] as const)('writes the range of %s from %s to %s as "%s"', (metric, low, high, words) => {
  expect(rangeWords({ metric, low, high }, metricById(metric), true)).toBe(words)
})

test.each([
  ['vpd', 2.78, { side: 'above', distance: '1,38' }],
  ['vpd', 1.404, undefined],
  ['vpd', 0.5, { side: 'below', distance: '0,3' }],
] as const)('a value of %s of %s is outside of 0.8 to 1.4 by %o', (metric, value, outside) => {
  expect(outsideOf(value, { metric, low: 0.8, high: 1.4 }, metricById(metric), true)).toEqual(outside)
})
