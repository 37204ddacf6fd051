import { metricById, type Device, type Rule } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aRule } from '../rule/rule.fixture.ts'
import { aSeries } from './series.fixture.ts'
import { deviceTiles, extremesOf, type TileSources } from './device-tiles.ts'

const NOW = Date.parse('2026-06-16T12:20:08Z')
const DEVICE: Device = {
  deviceId: 'device',
  userId: 'ann',
  deviceName: 'North end',
  deviceDescription: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  waitTime: '30',
  connected: true,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}
const ofDevice = (seriesId: string, more: object = {}) => aSeries({ seriesId, deviceId: 'device', ...more })
const tilesOf = (more: Partial<TileSources>) =>
  deviceTiles({ device: DEVICE, series: [], days: [], rules: [], place: undefined, now: NOW, ...more })
const rule = (kind: Rule['kind'], limit: number, more: Partial<Rule> = {}): Rule =>
  aRule({ ruleId: `${kind} ${limit}`, seriesId: 'air', deviceId: 'device', kind, limit, ...more })

test('the tiles of a device are its visible series, in their order and with their labels', () => {
  const series = [
    ofDevice('bed', { metric: 'soilMoisture', channel: '2', label: 'Cherry tomato', unit: '%' }),
    ofDevice('hidden', { visible: false }),
    ofDevice('air'),
    aSeries({ seriesId: 'another', deviceId: 'another' }),
  ]
  expect(tilesOf({ series }).map(({ label, href }) => [label, href])).toEqual([
    ['Cherry tomato', '/history?device=device&tab=soilMoisture.2'],
    ['Temperature', '/history?device=device&tab=temperature'],
  ])
})

test('the limits of a tile are the nearest of all rules on its sensor', () => {
  const rules = [
    rule('above', 40),
    rule('above', 30),
    rule('below', 5),
    rule('below', 2.5),
    rule('above', 60, { seriesId: 'bed' }),
  ]
  const series = [ofDevice('air'), ofDevice('top', { channel: 'top' }), ofDevice('bed', { metric: 'soilMoisture' })]
  expect(tilesOf({ series, rules }).map(({ limits }) => limits)).toEqual([
    { lower: 5, upper: 30 },
    { lower: undefined, upper: undefined },
    { lower: undefined, upper: 60 },
  ])
})

test('a rule on a range gives a tile both limits; inactive rules and those on changes or silence give none', () => {
  const off = rule('above', 20, { isOn: false })
  const others = [
    rule('changing', 1, { withinMinutes: 10 }),
    rule('silent', 900),
    rule('silent', 900, { seriesId: null }),
  ]
  const outside = rule('outside', 5, { upperLimit: 30 })
  const limitsWith = (rules: readonly Rule[]) => tilesOf({ series: [ofDevice('air')], rules })[0]?.limits
  expect(limitsWith([off, ...others])).toEqual({ lower: undefined, upper: undefined })
  expect(limitsWith([off, ...others, outside])).toEqual({ lower: 5, upper: 30 })
})

test('a tile has the day of its own series, without values that mean N/A', () => {
  const time = [NOW - 60_000, NOW - 30_000]
  const days = [{ seriesId: 'wet', resolution: 0, time, mean: [0, 60] }]
  const series = [ofDevice('air'), ofDevice('wet', { metric: 'humidity', unit: '%' })]
  const [air, wet] = tilesOf({ series, days })
  expect([air?.day, wet?.day?.lowest, wet?.day?.runs]).toEqual([undefined, 60, [[{ time: time[1], value: 60 }]]])
})

const HOUR = 3_600_000

test.each([
  ['a device of today begins at its first reading', 20, [2, 1, 0.5], 0, 2],
  ['a device of today begins at its creation, within a bucket', 3.1, [3, 2, 1], 3600, 3.1],
  ['a device of today begins at the bucket of what it kept', 1, [3, 2, 1], 3600, 3.5],
  ['a device of today that sent what it kept from before has a whole day', 20, [23.9, 12, 0.5], 0, 24],
  ['an older device has a whole day, even after a long silence', 25, [2, 1, 0.5], 0, 24],
])('the line of %s', (_, ageHours, hoursAgo, resolution, begins) => {
  const time = hoursAgo.map((hours) => NOW - hours * HOUR)
  const days = [{ seriesId: 'air', resolution, time, mean: time.map(() => 20), start: 0, newest: NOW - HOUR, count: 1 }]
  const device = { ...DEVICE, createdAt: new Date(NOW - ageHours * HOUR).toISOString() }
  const [tile] = tilesOf({ device, series: [ofDevice('air')], days })
  expect([tile?.day?.from, tile?.day?.isFirst]).toEqual([NOW - begins * HOUR, begins < 24])
})

test('a sensor with a longer interval than its device is late only after its own', () => {
  const minutes = [90, 60, 30, 0]
  const days = [
    { seriesId: 'soil', resolution: 0, time: minutes.map((ago) => NOW - ago * 60_000), mean: [40, 41, 42, 43] },
  ]
  const [air, soil] = tilesOf({ series: [ofDevice('air'), ofDevice('soil', { metric: 'soilMoisture' })], days })
  expect([air?.intervalSeconds, soil?.intervalSeconds]).toEqual([30, 1800])
  expect(soil?.day?.runs).toHaveLength(1)
})

test('the newest value ends the line of a tile and counts for its extremes, also when missing in the history', () => {
  const value = (ago: number, number: number) => ({ time: new Date(NOW - ago).toISOString(), value: number })
  const time = [NOW - 60_000, NOW - 30_000]
  const days = [
    { seriesId: 'air', resolution: 0, time, mean: [21.4, 21.4] },
    {
      seriesId: 'buckets',
      resolution: 60,
      start: NOW - 120_000,
      newest: NOW - 5_000,
      count: 2,
      time: [NOW - 90_000, NOW - 30_000],
      mean: [20, 22],
      min: [19, 20],
      max: [21, 24],
    },
    { seriesId: 'wet', resolution: 0, time, mean: [60, 61] },
    { seriesId: 'apart', resolution: 0, time: [NOW - 3_600_000], mean: [20] },
  ]
  const series = [
    ofDevice('air', { newest: value(0, 27.5) }),
    ofDevice('buckets', { newest: value(5_000, 24) }),
    ofDevice('wet', { metric: 'humidity', unit: '%', newest: value(0, 0) }),
    ofDevice('apart', { newest: value(0, 12) }),
  ]
  const shown = tilesOf({ series, days }).map(({ day }) => [
    day?.lowest,
    day?.highest,
    day?.runs.map((run) => run.at(-1)),
  ])
  expect(shown).toEqual([
    [21.4, 27.5, [{ time: NOW, value: 27.5 }]],
    [19, 24, [{ time: NOW - 5_000, value: 24 }]],
    [60, 61, [{ time: time[1], value: 61 }]],
    [
      12,
      20,
      [
        { time: NOW - 3_600_000, value: 20 },
        { time: NOW, value: 12 },
      ],
    ],
  ])
})

test('the extremes of a series include those of each bucket', () => {
  expect(extremesOf({ mean: [10, 20], min: [-3, 19], max: [12, 21] }, metricById('temperature'))).toEqual({
    min: -3,
    max: 21,
  })
  expect(extremesOf({ mean: [10, 20] }, metricById('temperature'))).toEqual({ min: 10, max: 20 })
})

test('ignores missing values in the extremes of a series', () => {
  expect(extremesOf({ mean: [0, 40] }, metricById('humidity'))).toEqual({ min: 40, max: 40 })
  expect(extremesOf({ mean: [0] }, metricById('humidity'))).toBeUndefined()
  expect(extremesOf({ mean: [] }, metricById('temperature'))).toBeUndefined()
})
