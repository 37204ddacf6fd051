import {
  placeInput,
  type LightSource,
  type Place,
  type PlaceInput,
  type PlaceKind,
  type RainSetting,
  type Shelter,
} from '@greenhouse/contract'
import { parsed, type FieldErrors, type Parsed } from '../../lib/field-errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'
import { usualShelter } from './place-words.ts'

export interface Town {
  readonly latitude: number
  readonly longitude: number
  /** Unknown for a place that was saved before. */
  readonly name: string | undefined
}

export type TypedPlace = {
  readonly name: string
  readonly kind: PlaceKind
  /** Undefined for a topmost place. */
  readonly parentId: string | undefined
  /** Undefined for that of the place above. */
  readonly town: Town | undefined
  readonly shelter: Shelter
  /** Empty for that of the place above. */
  readonly lightSource: LightSource | ''
  /** °C as typed; empty for that of the place above. */
  readonly leafOffset: string
  readonly rain: RainSetting
}

/** Returns the initial values: those of the place, or a new one in `parent`. */
export function typedPlace(place: Place | undefined, parent: Place | undefined): TypedPlace {
  if (!place) {
    const kind = parent ? 'zone' : 'greenhouse'
    const inherited = { parentId: parent?.placeId, town: undefined, lightSource: '', leafOffset: '' } as const
    return { name: '', kind, ...inherited, shelter: usualShelter(kind, parent), rain: 'propose' }
  }
  const { name, kind, parentId, latitude, longitude, shelter, lightSource, leafOffset, rain } = place
  const town = latitude === null || longitude === null ? undefined : { latitude, longitude, name: undefined }
  return {
    name,
    kind,
    parentId: parentId ?? undefined,
    town,
    shelter,
    rain,
    lightSource: lightSource ?? '',
    leafOffset: leafOffset === null ? '' : writeTypedNumber(leafOffset),
  }
}

export function parsePlace({ parentId, town, lightSource, leafOffset, ...typed }: TypedPlace): Parsed<PlaceInput> {
  return parsed(placeInput, {
    ...typed,
    parentId: parentId ?? null,
    lightSource: lightSource === '' ? null : lightSource,
    leafOffset: leafOffset.trim() === '' ? null : readTypedNumber(leafOffset),
    latitude: town?.latitude ?? null,
    longitude: town?.longitude ?? null,
  })
}

/** The sentences for refusals that concern a field, as the server words them. */
export const PLACE_REFUSALS: Readonly<Record<string, FieldErrors>> = {
  'place.circle': { parentId: 'A place can’t be moved into itself.' },
  'place.depth': { parentId: 'Places can be nested 5 deep.' },
}

/** Returns `Aarhus`, or `56,16° N, 10,21° E` while the name is unknown. */
export function townWords({ name, latitude, longitude }: Town): string {
  if (name !== undefined) return name
  const degrees = (value: number, positive: string, negative: string) =>
    `${formatNumber(Math.abs(value), 2)}° ${value < 0 ? negative : positive}`
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`
}
