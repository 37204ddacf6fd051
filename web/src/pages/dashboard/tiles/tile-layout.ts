import { isBroken, type SeriesTile } from '../../../shared/series/series-tile.ts'

/** So many series are shown as tiles, the quiet ones among them. */
const EVERY_TILE_MAX = 4
/** Above that, series of one metric that are compared share a double tile. */
const SINGLE_TILES_MAX = 8
/** Above that, series are rows in groups. */
const TILES_MAX = 14
/** Above that, groups are closed at first. */
const OPEN_GROUPS_MAX = 24
/** So many series of one metric are compared on bars. */
export const COMPARED_MIN = 3
/** A group shows so many rows, and all that break a limit; the others are folded. */
const GROUP_ROWS = 6

/** How many columns of tiles a width may have; the style sheet chooses one by the width that there is. */
export const COLUMN_CHOICES = [2, 3, 4, 5, 6] as const

export type Tile = Pick<SeriesTile, 'seriesId' | 'metric' | 'newest' | 'limits'>

/** One tile of the panel: a series, or several of one metric as rows with a bar each, twice as wide. */
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
  /** Quiet series: name and value in a row at the foot. */
  readonly strip: readonly T[]
  /** Groups begin closed, each with a summary. */
  readonly isClosed: boolean
}

const GROUPS = [
  { name: 'Air', of: 'air' },
  { name: 'Soil', of: 'soil' },
  { name: 'Light and water', of: 'light-and-water' },
] as const

/** Chooses a form for the series of one device by their number, which never changes with their values but for alarms. */
export function layOut<T extends Tile>(tiles: readonly T[]): TileLayout<T> {
  const isStrip = (tile: T) => tiles.length > EVERY_TILE_MAX && tile.metric.isQuiet === true && !isBroken(tile)
  const strip = tiles.filter(isStrip)
  const prominent = tiles.filter((tile) => !isStrip(tile))
  if (tiles.length > TILES_MAX)
    return { places: [], groups: groupsOf(prominent), strip, isClosed: tiles.length > OPEN_GROUPS_MAX }
  return { places: placesOf(prominent, tiles.length > SINGLE_TILES_MAX), groups: [], strip, isClosed: false }
}

/**
 * Returns the number of columns, from 2 to `most`, that leaves the fewest empty places; the larger of two that leave as
 * many. One or two tiles stand in halves of the row.
 *
 * @param cells how many columns the tiles take together
 */
export function columnsFor(cells: number, most: number): number {
  if (cells <= 2) return 2
  const choices = Array.from({ length: Math.min(most, cells) - 1 }, (_, index) => index + 2)
  const empty = (columns: number) => (columns - (cells % columns)) % columns
  return choices.reduce((best, columns) => (empty(columns) <= empty(best) ? columns : best), 2)
}

/** How many columns each place takes where there are two: a broken limit and what would stand alone take the row. */
export function spansInTwo(places: ReadonlyArray<Place<Tile>>): number[] {
  let before = 0
  return places.map((place, index) => {
    const isAtStart = before % 2 === 0
    const next = places[index + 1]
    const standsAlone = next === undefined || next.kind === 'double'
    const isWide = place.kind === 'double' || (isAtStart && (standsAlone || isBroken(place.tile)))
    before += isWide ? 2 : 1
    return isWide ? 2 : 1
  })
}

export function cellsOf(places: ReadonlyArray<Place<Tile>>): number {
  return places.reduce((sum, { kind }) => sum + (kind === 'double' ? 2 : 1), 0)
}

/** The rows of a group that are in sight: those that break a limit even while it is closed. */
export function rowsInSight<T extends Tile>(
  { shown, folded }: Group<T>,
  isClosed: boolean,
  isOpen: boolean,
): readonly T[] {
  if (isOpen) return [...shown, ...folded]
  return isClosed ? [...shown, ...folded].filter(isBroken) : shown
}

/**
 * The series in sight, while groups of these names are open. Each needs its last 24 hours: those that are not drawn say how
 * often the sensor sends, and so when it is late.
 */
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
