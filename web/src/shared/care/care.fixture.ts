import type { Care } from '@greenhouse/contract'

/** By default a watering of San Marzano by Asta. */
export function aCare(more: Partial<Care> = {}): Care {
  return {
    careId: '0190a1b2-0000-4000-8000-0000000000c1',
    plantId: '0190a1b2-0000-4000-8000-0000000000d1',
    placeId: null,
    taskId: null,
    kind: 'water',
    label: '',
    at: '2026-06-14T08:05:00.000Z',
    by: { userId: '0190a1b2-0000-4000-8000-0000000000a1', name: 'Asta' },
    source: 'person',
    note: '',
    amount: null,
    amountUnit: null,
    batchId: null,
    ...more,
  }
}
