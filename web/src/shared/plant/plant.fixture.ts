import type { Plant } from '@greenhouse/contract'

/** By default San Marzano, which is watered every 2 days. */
export function aPlant(more: Partial<Plant> = {}): Plant {
  return {
    plantId: '0190a1b2-0000-4000-8000-0000000000d1',
    plantName: 'San Marzano',
    plantType: 'Tomato',
    plantNotes: '',
    planted: null,
    lastWatered: null,
    waterEvery: 2,
    isDead: false,
    createdAt: '2026-03-12T08:00:00.000Z',
    ...more,
  }
}
