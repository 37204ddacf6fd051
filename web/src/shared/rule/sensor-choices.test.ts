import { metricById, type Series } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aSeries as anySeries } from '../series/series.fixture.ts'
import { chosenSensor, sameSensor, sensorChoices } from './sensor-choices.ts'

const aSeries = (seriesId: string, more: Partial<Series> = {}) =>
  anySeries({ seriesId, deviceId: 'bed', newest: { time: '2026-11-20T09:41:00.000Z', value: 20 }, ...more })
const labelsOf = (series: readonly Series[], deviceId = 'bed') =>
  sensorChoices(series, deviceId).map(({ label }) => label)

test('a device offers its own sensors, the hidden ones last', () => {
  const series = [
    aSeries('uptime', { metric: 'other', label: 'uptime', visible: false }),
    aSeries('north', { metric: 'soilMoisture', channel: '1', label: 'North bench' }),
    aSeries('another', { deviceId: 'another' }),
  ]
  expect(labelsOf(series)).toEqual(['North bench', 'uptime'])
})

test('a device without readings offers the sensors of a common board', () => {
  expect(labelsOf([], '')).toEqual(['Temperature', 'Humidity', 'Air pressure', 'Air quality'])
  const waiting = aSeries('wet', { metric: 'humidity', label: 'Damp', newest: null })
  expect(labelsOf([waiting])).toEqual(['Damp', 'Temperature', 'Air pressure', 'Air quality'])
})

test('a change of the device keeps the sensor of the same metric', () => {
  const choices = sensorChoices([aSeries('first', { metric: 'co2', label: 'CO₂' }), aSeries('air')], 'bed')
  const before = { value: 'x', label: 'Air', metric: metricById('temperature'), channel: '' }
  expect(sameSensor(choices, before).value).toBe('air')
  expect(sameSensor(choices, { ...before, channel: 'north' }).value).toBe('first')
  expect([chosenSensor(choices, 'air').value, chosenSensor(choices, 'gone').value]).toEqual(['air', 'first'])
})
