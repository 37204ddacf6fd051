import { expect, test } from 'vitest'
import { newestTimeOf, newestValuesOf } from './newest-values.ts'
import { aSeries } from './series.fixture.ts'

const [EARLY, LATE] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
const series = [
  aSeries({ seriesId: 'bed', deviceId: 'd', metric: 'soilMoisture', label: 'Cherry tomato', unit: '%' }),
  aSeries({ seriesId: 'air', deviceId: 'd', newest: { time: EARLY, value: 21 } }),
  aSeries({ seriesId: 'rssi', deviceId: 'd', visible: false, newest: { time: LATE, value: -60 } }),
  aSeries({ seriesId: 'another', deviceId: 'another' }),
]

test('the newest time of a device is that of its series, including hidden ones', () => {
  expect([newestTimeOf(series, 'd'), newestTimeOf(series, 'another')]).toEqual([LATE, null])
})

test('the newest values are those of visible series, or the four of every board without readings', () => {
  const labels = (deviceId: string) => newestValuesOf(series, deviceId).map(({ label }) => label)
  expect(labels('d')).toEqual(['Cherry tomato', 'Temperature'])
  expect(labels('new')).toEqual(['Temperature', 'Humidity', 'Air pressure', 'Air quality'])
})
