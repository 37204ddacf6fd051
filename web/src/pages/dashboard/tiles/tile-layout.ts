import { isBroken, type SeriesTile } from '../../../shared/series/series-tile.ts'

/** Up to this number every series is a tile, including quiet ones. */
const EVERY_TILE_MAX = 4
/** Above it, compared series of one metric share a double tile. */
const SINGLE_TILES_MAX = 8
/** Above it, series are rows in groups. */
const TILES_MAX = 14
/** Above it, groups start closed. */
const OPEN_GROUPS_MAX = 24
export const COMPARED_MIN = 3
/** Rows beyond this are folded, except those that break a limit. */
const GROUP_ROWS = 6

/** Numbers of columns, from which the style sheet chooses by width. */
export const COLUMN_CHOICES = [2, 3, 4, 5, 6] as const

export type Tile = Pick<SeriesTile, 'seriesId' | 'metric' | 'newest' | 'limits'>

/** A place for a tile, or for a double tile with a row for each series of a metric. */
export type Place<T extends Tile> =
  | { readonly kind: 'tile'; readonly tile: T }
  | { readonly kind: 'double'; readonly tiles: readonly T[] }

export interface Group<T extends Tile> {
  readonly name: (typeof GROUPS)[number]['name']
  readonly shown: readonly T[]
  readonly folded: readonly T[]
}

export interface TileLayout<T extends Tile> {
  readonly places: ReadonlyArray<Place<T>>
  readonly groups: ReadonlyArray<Group<T>>
  readonly strip: readonly T[]
  readonly isClosed: boolean
}

const GROUPS = [
  { name: 'Air', of: 'air' },
  { name: 'Soil', of: 'soil' },
  { name: 'Light and water', of: 'light-and-water' },
] as const

/** Chooses a layout by the number of series. Values affect it only when they break a limit. */
export function layOut<T extends Tile>(tiles: readonly T[]): TileLayout<T> {
  const isStrip = (tile: T) => tiles.length > EVERY_TILE_MAX && tile.metric.isQuiet === true && !isBroken(tile)
  const strip = tiles.filter(isStrip)
  const prominent = tiles.filter((tile) => !isStrip(tile))
  if (tiles.length > TILES_MAX)
    return { places: [], groups: groupsOf(prominent), strip, isClosed: tiles.length > OPEN_GROUPS_MAX }
  return { places: placesOf(prominent, tiles.length > SINGLE_TILES_MAX), groups: [], strip, isClosed: false }
}

/** Returns the columns that leave the fewest empty places; `cells` is the number of columns of all tiles. */
export function columnsFor(cells: number, max: number): number {
  if (cells <= 2) return 2
  const choices = Array.from({ length: Math.min(max, cells) - 1 }, (_, index) => index + 2)
  const empty = (columns: number) => (columns - (cells % columns)) % columns
  return choices.reduce((best, columns) => (empty(columns) <= empty(best) ? columns : best), 2)
}

/** Returns column spans for two columns: broken limits and tiles that would be single in a row take the whole row. */
export function spansInTwo(places: ReadonlyArray<Place<Tile>>): number[] {
  let before = 0
  return places.map((place, index) => {
    const isAtStart = before % 2 === 0
    const next = places[index + 1]
    const isLastInRow = next === undefined || next.kind === 'double'
    const isWide = place.kind === 'double' || (isAtStart && (isLastInRow || isBroken(place.tile)))
    before += isWide ? 2 : 1
    return isWide ? 2 : 1
  })
}

export function cellsOf(places: ReadonlyArray<Place<Tile>>): number {
  return places.reduce((sum, { kind }) => sum + (kind === 'double' ? 2 : 1), 0)
}

export function rowsInSight<T extends Tile>(
  { shown, folded }: Group<T>,
  isClosed: boolean,
  isOpen: boolean,
): readonly T[] {
  if (isOpen) return [...shown, ...folded]
  return isClosed ? [...shown, ...folded].filter(isBroken) : shown
}

/** Returns the visible series. Each needs its last 24 hours, which show at least how often the sensor sends. */
export function tilesInSight<T extends Tile>(
  { places, groups, strip, isClosed }: TileLayout<T>,
  opened: ReadonlySet<string>,
): readonly T[] {
  return [
    ...places.flatMap((place) => (place.kind === 'tile' ? [place.tile] : place.tiles)),
    ...groups.flatMap((group) => rowsInSight(group, isClosed, opened.has(group.name))),
    ...strip,
  ]
}

function placesOf<T extends Tile>(tiles: readonly T[], sharing: boolean): Array<Place<T>> {
  return tiles.flatMap((tile): Array<Place<T>> => {
    const alike = tiles.filter(({ metric }) => metric.id === tile.metric.id)
    if (!sharing || alike.length < COMPARED_MIN) return [{ kind: 'tile', tile }]
    return alike[0] === tile ? [{ kind: 'double', tiles: alike }] : []
  })
}

function groupsOf<T extends Tile>(tiles: readonly T[]): Array<Group<T>> {
  return GROUPS.flatMap(({ name, of }) => {
    const members = tiles.filter(({ metric }) => (metric.group ?? 'air') === of)
    if (members.length === 0) return []
    const stays = (tile: T, index: number) => index < GROUP_ROWS || isBroken(tile)
    return [{ name, shown: members.filter(stays), folded: members.filter((tile, index) => !stays(tile, index)) }]
  })
}
