import { metricById } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import type { HistorySeries } from '../../../shared/history/history-series.ts'
import { chooseSensor } from './use-shown-series.ts'

const seriesOf = (id: string, metric: string, more: Partial<HistorySeries> = {}): HistorySeries => ({
  id,
  deviceId: 'd',
  deviceName: 'Bench',
  metric: metricById(metric),
  channel: '',
  label: metricById(metric).label,
  isVisible: true,
  ...more,
})
const all = [
  seriesOf('soil', 'soilMoisture', { channel: '2', label: 'Cherry tomato' }),
  seriesOf('air', 'temperature'),
  seriesOf('low', 'temperature', { channel: 'low', label: 'Floor' }),
  seriesOf('rssi', 'signalStrength', { isVisible: false }),
  seriesOf('other', 'humidity', { deviceId: 'another' }),
]

test.each([
  ['the first metric of every board, without a name', undefined, 'air', 'temperature'],
  ['the sensor without a channel, of an old address', 'temperature', 'air', 'temperature'],
  ['the sensor of a channel', 'temperature.low', 'low', 'temperature.low'],
  ['the only sensor of a metric, though it has a channel', 'soilMoisture', 'soil', 'soilMoisture.2'],
  ['nothing of a sensor that the device never sent', 'humidity', undefined, 'humidity'],
  ['the first, instead of what is no metric', 'nonsense', 'air', 'temperature'],
])('the history of a device shows %s', (_, key, id, tab) => {
  const chosen = chooseSensor(all, 'd', key)
  expect([chosen.main?.id, chosen.tab]).toEqual([id, tab])
})

test('the tabs have the labels of the owner, and hidden or never sent series only by address', () => {
  const labels = (key?: string) => chooseSensor(all, 'd', key).tabs.map(({ label }) => label)
  const visible = ['Temperature', 'Floor', 'Cherry tomato']
  expect(labels()).toEqual(visible)
  expect(labels('signalStrength')).toEqual([...visible, 'Signal strength'])
  expect(labels('co2.north')).toEqual([...visible, 'CO₂ north'])
})

test('a device without series has the four tabs of every board', () => {
  const { tabs, tab, main } = chooseSensor(all, 'new', undefined)
  expect([tabs.map(({ label }) => label), tab, main]).toEqual([
    ['Temperature', 'Humidity', 'Air pressure', 'Air quality'],
    'temperature',
    undefined,
  ])
})
