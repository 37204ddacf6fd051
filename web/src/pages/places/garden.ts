import type { Device, Place, Plant } from '@greenhouse/contract'
import { compareNames, formatList } from '../../lib/format.ts'
import { childrenOf, placesInOrder, placeTree, type Placed, type PlaceTree } from '../../shared/place/place-tree.ts'

interface Counts {
  readonly devices: number
  readonly plants: number
}

/** The places with the things in them, sorted by name. Things in no place are under null. */
export interface Garden {
  readonly tree: PlaceTree
  readonly devices: ReadonlyMap<string | null, readonly Device[]>
  readonly plants: ReadonlyMap<string | null, readonly Plant[]>
  /** Of each place with all below it. */
  readonly counts: ReadonlyMap<string | null, Counts>
}

/** Leaves out dead plants. */
export function gardenOf(places: readonly Place[], devices: readonly Device[], plants: readonly Plant[]): Garden {
  const tree = placeTree(places)
  const placeOf = ({ placeId }: Placed) => (placeId !== undefined && tree.byId.has(placeId) ? placeId : null)
  const ofDevices = Map.groupBy(
    devices.toSorted((one, other) => compareNames(one.deviceName, other.deviceName)),
    placeOf,
  )
  const ofPlants = Map.groupBy(
    plants.filter(({ isDead }) => !isDead).toSorted((one, other) => compareNames(one.plantName, other.plantName)),
    placeOf,
  )
  return { tree, devices: ofDevices, plants: ofPlants, counts: countsOf(tree, ofDevices, ofPlants) }
}

function countsOf(tree: PlaceTree, devices: Garden['devices'], plants: Garden['plants']): Garden['counts'] {
  const counts = new Map<string | null, Counts>()
  const own = (id: string | null) => ({ devices: devices.get(id)?.length ?? 0, plants: plants.get(id)?.length ?? 0 })
  counts.set(null, own(null))
  // From the deepest up: what is below a place is counted before it.
  for (const { place } of placesInOrder(tree).toReversed()) {
    const sum = own(place.placeId)
    for (const { placeId } of childrenOf(tree, place.placeId)) {
      sum.devices += counts.get(placeId)?.devices ?? 0
      sum.plants += counts.get(placeId)?.plants ?? 0
    }
    counts.set(place.placeId, sum)
  }
  return counts
}

/** Anything that is moved. */
export type Thing =
  | { readonly kind: 'place'; readonly id: string; readonly name: string; readonly place: Place }
  | { readonly kind: 'device'; readonly id: string; readonly name: string; readonly device: Device }
  | { readonly kind: 'plant'; readonly id: string; readonly name: string; readonly plant: Plant }

export interface TreeRow {
  readonly thing: Thing
  /** The place it is in; null for topmost places and for things in no place. */
  readonly parentId: string | null
  /** From 1. */
  readonly level: number
  /** Among the rows of its parent, from 1. */
  readonly position: number
  readonly siblings: number
  /** Undefined for what has nothing in it. */
  readonly isOpen: boolean | undefined
}

export interface OpenRows {
  readonly places: ReadonlySet<string>
  /** Shows things in no place after the places. */
  readonly unplaced: boolean
}

/** Returns the rows that are shown: in each place devices first, then places, then plants. */
export function rowsOf(garden: Garden, open: OpenRows): TreeRow[] {
  const rows: TreeRow[] = []
  function add(things: readonly Thing[], parentId: string | null, level: number): void {
    things.forEach((thing, index) => {
      const isOpen = isFilled(garden, thing) ? open.places.has(thing.id) : undefined
      rows.push({ thing, parentId, level, position: index + 1, siblings: things.length, isOpen })
      if (isOpen === true) add(thingsIn(garden, thing.id), thing.id, level + 1)
    })
  }
  const [unplaced, places] = [thingsIn(garden, null), childrenOf(garden.tree, null).map(thingOfPlace)]
  add([...places, ...(open.unplaced ? unplaced.filter(({ kind }) => kind !== 'place') : [])], null, 1)
  return rows
}

function isFilled({ tree, devices, plants }: Garden, { kind, id }: Thing): boolean {
  return kind === 'place' && (childrenOf(tree, id).length > 0 || devices.has(id) || plants.has(id))
}

function thingsIn({ tree, devices, plants }: Garden, placeId: string | null): Thing[] {
  return [
    ...(devices.get(placeId) ?? []).map(thingOfDevice),
    ...childrenOf(tree, placeId).map(thingOfPlace),
    ...(plants.get(placeId) ?? []).map(thingOfPlant),
  ]
}

function thingOfPlace(place: Place): Thing {
  return { kind: 'place', id: place.placeId, name: place.name, place }
}

function thingOfDevice(device: Device): Thing {
  return { kind: 'device', id: device.deviceId, name: device.deviceName, device }
}

function thingOfPlant(plant: Plant): Thing {
  return { kind: 'plant', id: plant.plantId, name: plant.plantName, plant }
}

const OPEN_ROWS_MAX = 40

/** Opens everything in a small garden, and nothing in a large one. */
export function openAtFirst(garden: Garden): OpenRows {
  const all = { places: new Set(garden.tree.byId.keys()), unplaced: false }
  return rowsOf(garden, all).length <= OPEN_ROWS_MAX ? all : { places: new Set(), unplaced: false }
}

/** Returns `3 places, 4 zones and benches, 4 devices, 16 plants`. */
export function gardenWords({ tree, devices, plants }: Garden): string {
  const places = [...tree.byId.values()]
  const parts = PARTS.map(([kind, one, many]) => ({
    one,
    many,
    count: places.filter((place) => place.kind === kind).length,
  }))
  const shown = parts.filter(({ count }) => count > 0)
  const count = shown.reduce((sum, part) => sum + part.count, 0)
  const names = shown.map(({ one, many }) => (count === 1 ? one : many))
  const number = (all: number, noun: string) => `${all} ${noun}${all === 1 ? '' : 's'}`
  const sizeOf = (things: ReadonlyMap<unknown, readonly unknown[]>) =>
    [...things.values()].reduce((sum, some) => sum + some.length, 0)
  return [
    number(places.length - count, 'place'),
    count > 0 && `${count} ${formatList(names)}`,
    number(sizeOf(devices), 'device'),
    number(sizeOf(plants), 'plant'),
  ]
    .filter(Boolean)
    .join(', ')
}

const PARTS = [
  ['zone', 'zone', 'zones'],
  ['bed', 'bed', 'beds'],
  ['bench', 'bench', 'benches'],
] as const
