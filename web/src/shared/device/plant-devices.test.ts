import type { Device } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aSeries } from '../series/series.fixture.ts'
import { withPlants } from './plant-devices.ts'

const air = { deviceId: 'air', deviceName: 'Air' } as Device

test('adds plants with series of their own behind devices, by name and with their place', () => {
  const plant = (plantName: string, placeId: string | null) => ({ plantId: `id of ${plantName}`, plantName, placeId })
  const series = [
    aSeries({ deviceId: 'air' }),
    aSeries({ deviceId: 'two', plant: plant('Tomato 2', null) }),
    aSeries({ deviceId: 'one', plant: plant('Tomato 1', 'bench') }),
  ]
  const all = withPlants([air], series)
  expect(all.map(({ deviceId, deviceName, plantId, placeId }) => [deviceId, deviceName, plantId, placeId])).toEqual([
    ['air', 'Air', undefined, undefined],
    ['one', 'Tomato 1', 'id of Tomato 1', 'bench'],
    ['two', 'Tomato 2', 'id of Tomato 2', undefined],
  ])
  expect(all[1]?.waitTime).toBe('86400')
})
