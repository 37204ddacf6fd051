import { metricById, metrics } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { NO_LIMITS } from '../../../shared/series/series-tile.ts'
import { cellsOf, columnsFor, tilesInSight, layOut, spansInTwo, type Tile, type TileLayout } from './tile-layout.ts'

const WEATHER_STATION = ['temperature', 'humidity', 'vpd', 'illuminance', 'co2', 'battery', 'signalStrength']

function tileOf(metric: string, index: number): Tile {
  return {
    seriesId: `${metric}.${index}`,
    metric: metricById(metric),
    newest: { time: 0, value: 20 },
    limits: NO_LIMITS,
  }
}
const tilesOf = (...ids: string[]) => ids.map((id, index) => tileOf(id, index))
const alarmed = (tile: Tile): Tile => ({ ...tile, limits: { lower: undefined, upper: 10 } })
const any = (count: number) => Array.from({ length: count }, (_, index) => tileOf(metrics[index % 29]?.id ?? '', index))

function seriesIn({ places, groups, strip }: TileLayout<Tile>): string[] {
  const placed = places.flatMap((place) => (place.kind === 'tile' ? [place.tile] : place.tiles))
  const grouped = groups.flatMap(({ shown, folded }) => [...shown, ...folded])
  return [...placed, ...grouped, ...strip].map(({ seriesId }) => seriesId)
}

test.each(Array.from({ length: 40 }, (_, index) => index + 1))('each of %d series has one place', (count) => {
  const tiles = any(count)
  expect(seriesIn(layOut(tiles)).toSorted()).toEqual(tiles.map(({ seriesId }) => seriesId).toSorted())
})

describe('the columns of tiles', () => {
  test.each([
    [1, 6, 2],
    [2, 6, 2],
    [3, 6, 3],
    [4, 6, 4],
    [5, 6, 5],
    [5, 4, 3],
    [6, 6, 6],
    [6, 5, 3],
    [7, 6, 4],
    [8, 6, 4],
    [9, 4, 3],
    [7, 2, 2],
  ])('the columns of %d tiles in space for %d are %d', (cells, max, columns) => {
    expect(columnsFor(cells, max)).toBe(columns)
  })

  test.each(Array.from({ length: 14 }, (_, index) => index + 1))(
    'the number of columns for %d tiles leaves the fewest places empty',
    (cells) => {
      for (const max of [2, 3, 4, 5, 6]) {
        const empty = (columns: number) => Math.ceil(cells / columns) * columns - cells
        const others = [2, 3, 4, 5, 6].filter((columns) => columns <= max && (columns <= cells || columns === 2))
        expect(empty(columnsFor(cells, max))).toBe(Math.min(...others.map(empty)))
      }
    },
  )
})

describe('where two columns fit', () => {
  const spans = (...tiles: Tile[]) => spansInTwo(layOut(tiles).places)

  test('the last of an odd number of tiles takes the whole row', () => {
    expect(spans(...tilesOf('temperature', 'humidity', 'co2'))).toEqual([1, 1, 2])
  })

  test('a tile with a broken limit takes the whole row, without a gap before it', () => {
    const [one, two, three, four] = tilesOf('temperature', 'humidity', 'co2', 'airQuality') as [Tile, Tile, Tile, Tile]
    expect(spans(alarmed(one), two, three)).toEqual([2, 1, 1])
    expect(spans(one, alarmed(two), three, four)).toEqual([1, 1, 1, 1])
  })

  test.each(Array.from({ length: 14 }, (_, index) => index + 1))(
    'the layout of %d series has no empty place',
    (count) => {
      const { places } = layOut(any(count))
      expect(spansInTwo(places).reduce((sum, span) => sum + span, 0) % 2).toBe(0)
      expect(cellsOf(places)).toBeGreaterThanOrEqual(places.length)
    },
  )
})

test('a quiet series has a tile among four, and a place in the strip among more until it breaks a limit', () => {
  const ids = ({ strip }: TileLayout<Tile>) => strip.map(({ metric }) => metric.id)
  expect(ids(layOut(tilesOf('temperature', 'humidity', 'airPressure', 'airQuality')))).toEqual([])
  expect(ids(layOut(tilesOf(...WEATHER_STATION)))).toEqual(['battery', 'signalStrength'])
  const low = tilesOf(...WEATHER_STATION).map((tile) => (tile.metric.id === 'battery' ? alarmed(tile) : tile))
  expect(ids(layOut(low))).toEqual(['signalStrength'])
})

test('the tiles of nine or more series combine three of one metric into a double tile', () => {
  const soil = ['soilMoisture', 'soilMoisture', 'soilMoisture']
  const kinds = (...ids: string[]) => layOut(tilesOf(...ids)).places.map(({ kind }) => kind)
  expect(kinds(...soil, 'temperature', 'humidity')).toEqual(['tile', 'tile', 'tile', 'tile', 'tile'])
  expect(kinds(...soil, ...WEATHER_STATION)).toEqual(['double', 'tile', 'tile', 'tile', 'tile', 'tile'])
})

describe('from fifteen series on', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => tileOf('soilMoisture', index))

  test('a group of fifteen or more series shows six rows and each with a broken limit', () => {
    const tiles = [...many(15), tileOf('temperature', 15)].map((tile, index) => (index === 9 ? alarmed(tile) : tile))
    const [air, soil] = layOut(tiles).groups
    expect([air?.name, soil?.name]).toEqual(['Air', 'Soil'])
    expect(soil?.shown.map(({ seriesId }) => seriesId)).toContain('soilMoisture.9')
    expect([soil?.shown.length, soil?.folded.length]).toEqual([7, 8])
  })

  test.each([
    [24, false],
    [25, true],
  ])('the groups of %d series are closed at first: %s', (count, isClosed) => {
    expect(layOut(many(count)).isClosed).toBe(isClosed)
  })
})

test('a device with many series needs only the days of open groups, broken limits and the strip', () => {
  const soil = Array.from({ length: 30 }, (_, index) => tileOf('soilMoisture', index))
  const air = Array.from({ length: 30 }, (_, index) => tileOf('co2', index))
  const layout = layOut([...air, alarmed(tileOf('temperature', 0)), ...soil, tileOf('battery', 0)])
  const inSight = (...opened: string[]) => tilesInSight(layout, new Set(opened)).map(({ seriesId }) => seriesId)
  expect(inSight()).toEqual(['temperature.0', 'battery.0'])
  expect(inSight('Soil')).toEqual(['temperature.0', ...soil.map(({ seriesId }) => seriesId), 'battery.0'])
})
