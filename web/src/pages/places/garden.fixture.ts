import type { Device, Plant } from '@greenhouse/contract'
import { GARDEN } from '../../shared/place/place.fixture.ts'
import { gardenOf } from './garden.ts'

export function aDevice(deviceName: string, placeId?: string): Device {
  return {
    deviceId: `0190a1b2-0000-4000-9000-${idOf(deviceName)}`,
    userId: '0190a1b2-0000-4000-8000-0000000000a1',
    deviceName,
    deviceDescription: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    waitTime: '30',
    connected: true,
    lastSeenAt: null,
    refused: { count: 0, reason: null, at: null },
    ...(placeId === undefined ? {} : { placeId }),
  }
}

export function aPlant(plantName: string, placeId?: string): Plant {
  return {
    plantId: `0190a1b2-0000-4000-a000-${idOf(plantName)}`,
    plantName,
    plantType: 'herb',
    plantNotes: '',
    planted: null,
    lastWatered: null,
    waterEvery: null,
    isDead: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...(placeId === undefined ? {} : { placeId }),
  }
}

/** Twelve hexadecimal digits that differ for each name. */
function idOf(name: string): string {
  return Array.from(name)
    .map((letter) => (letter.codePointAt(0) ?? 0).toString(16))
    .join('')
    .padEnd(12, '0')
    .slice(-12)
}

export const PLACES = Object.values(GARDEN)
export const DEVICES = [aDevice('Sensor', GARDEN.north.placeId), aDevice('Spare')]
export const PLANTS = [
  aPlant('Sweet basil', GARDEN.benchA.placeId),
  aPlant('Chili', GARDEN.benchB.placeId),
  aPlant('Lettuce'),
  { ...aPlant('Dead fern', GARDEN.benchB.placeId), isDead: true },
]

export const garden = gardenOf(PLACES, DEVICES, PLANTS)
