import type { DeviceCondition, NewestReading } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { boardTiles } from './board-tiles.ts'

const NOW = Date.parse('2026-06-16T12:20:08Z')
const newest: NewestReading = {
  deviceId: 'device',
  deviceName: 'North end',
  deviceDesc: '',
  deviceCreateDateTime: '2026-01-01T00:00:00.000Z',
  deviceWaitTime: '30',
  temperature: 21.4,
  humidity: null,
  airPressure: null,
  airQuality: null,
  time: '2026-06-16T12:20:00.000Z',
}
const tilesOf = (more: Partial<NewestReading> = {}, conditions: DeviceCondition[] = []) =>
  boardTiles({ newest: { ...newest, ...more }, day: undefined, conditions, place: undefined, now: NOW })
const condition = (text: string, userDeviceId = 'device'): DeviceCondition => ({
  conditionAlertUserDeviceId: text,
  userDeviceId,
  sensorType: 'Temperature',
  condition: text,
  isMet: false,
})

test('a sensor that a board never sent has no tile', () => {
  expect(tilesOf().map(({ label }) => label)).toEqual(['Temperature'])
  expect(tilesOf({ airQuality: 0 }).map(({ label }) => label)).toEqual(['Temperature', 'Air quality'])
})

test('a board that sent none of the four has all of them, without values', () => {
  const tiles = tilesOf({ temperature: null, time: null })
  expect(tiles.map((tile) => [tile.label, tile.newest])).toEqual([
    ['Temperature', null],
    ['Humidity', null],
    ['Air pressure', null],
    ['Air quality', null],
  ])
})

test('the limits of a tile are those of its device that are broken first', () => {
  const conditions = ['>=40', '>=30', '<=5', '<=2.5'].map((text) => condition(text))
  expect(tilesOf({}, [...conditions, condition('>=1', 'another')])[0]?.limits).toEqual({ lower: 5, upper: 30 })
})
