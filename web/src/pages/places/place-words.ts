import type { LightSource, Place, PlaceKind, Shelter } from '@greenhouse/contract'

export const KIND_NAMES: Readonly<Record<PlaceKind, string>> = {
  greenhouse: 'Greenhouse',
  polytunnel: 'Polytunnel',
  'cold-frame': 'Cold frame',
  room: 'Room',
  garden: 'Garden',
  balcony: 'Balcony',
  zone: 'Zone',
  bed: 'Bed',
  bench: 'Bench',
  other: 'Other',
}

interface ShelterWords {
  readonly name: string
  readonly text: string
}

export const SHELTER_WORDS: Readonly<Record<Shelter, ShelterWords>> = {
  outdoors: { name: 'Outdoors', text: 'frost and rain reach it' },
  cold: { name: 'Cold', text: 'frost reaches it late' },
  'frost-free': { name: 'Frost-free', text: 'kept above 0 °C' },
  heated: { name: 'Heated', text: 'no frost advice' },
}

export const LIGHT_NAMES: Readonly<Record<LightSource, string>> = {
  sun: 'The sun',
  led: 'LED lamps',
  hps: 'High-pressure sodium lamps',
  fluorescent: 'Fluorescent lamps',
}

/** Returns `greenhouse, cold`. The shelter is named only where it differs from that of the place above. */
export function placeFacts({ kind, shelter }: Place, above: Place | undefined): string {
  const ownKind = kind === 'other' ? [] : [KIND_NAMES[kind].toLowerCase()]
  const { name, text } = SHELTER_WORDS[shelter]
  const ownShelter =
    shelter === above?.shelter ? [] : [kind === 'cold-frame' && shelter === 'cold' ? text : name.toLowerCase()]
  return [...ownKind, ...ownShelter].join(', ')
}

/** The shelter of most places of a kind; parts of a place have that of the whole. */
export function usualShelter(kind: PlaceKind, above: Place | undefined): Shelter {
  if (above) return above.shelter
  if (kind === 'room') return 'heated'
  return kind === 'greenhouse' || kind === 'polytunnel' || kind === 'cold-frame' ? 'cold' : 'outdoors'
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns `1 device, 5 plants`; '' for none. */
export function contentWords({ devices, plants }: { devices: number; plants: number }): string {
  return [devices > 0 && counted(devices, 'device'), plants > 0 && counted(plants, 'plant')].filter(Boolean).join(', ')
}
