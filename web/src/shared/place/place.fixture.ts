import type { Place } from '@greenhouse/contract'

export function aPlace(more: Partial<Place> = {}): Place {
  return {
    placeId: placeIdOf(1),
    parentId: null,
    name: 'Tomato house',
    kind: 'greenhouse',
    position: 0,
    shelter: 'cold',
    rain: 'propose',
    latitude: null,
    longitude: null,
    leafOffset: null,
    lightSource: null,
    ...more,
  }
}

export function placeIdOf(number: number): string {
  return `0190a1b2-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** The tomato house with two ends and two benches, and the living room. */
export const GARDEN = {
  house: aPlace(),
  north: aPlace({ placeId: placeIdOf(2), parentId: placeIdOf(1), name: 'North end', kind: 'zone' }),
  benchA: aPlace({ placeId: placeIdOf(3), parentId: placeIdOf(2), name: 'Bench A', kind: 'bench' }),
  benchB: aPlace({ placeId: placeIdOf(4), parentId: placeIdOf(2), name: 'Bench B', kind: 'bench', position: 1 }),
  south: aPlace({ placeId: placeIdOf(5), parentId: placeIdOf(1), name: 'South end', kind: 'zone', position: 1 }),
  room: aPlace({ placeId: placeIdOf(6), name: 'Living room', kind: 'room', shelter: 'heated', position: 1 }),
} as const satisfies Record<string, Place>
