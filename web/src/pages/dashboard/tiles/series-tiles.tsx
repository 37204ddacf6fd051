import { useMemo, type CSSProperties } from 'react'
import { DoubleTile } from './double-tile.tsx'
import { QuietStrip } from './quiet-strip.tsx'
import { SeriesGroups } from './series-groups.tsx'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import type { ActOnTile } from './tile-menu.tsx'
import { Tile } from './tile.tsx'
import { cellsOf, COLUMN_CHOICES, columnsFor, layOut, spansInTwo, type Place } from './tile-layout.ts'

interface SeriesTilesProps {
  tiles: readonly SeriesTile[]
  celsius: boolean
  opened: ReadonlySet<string>
  onToggle: (group: string) => void
  /** Series in the strip have no menu. */
  onAct: ActOnTile
}

export function SeriesTiles({ tiles, celsius, opened, onToggle, onAct }: SeriesTilesProps) {
  const { places, groups, strip, isClosed } = useMemo(() => layOut(tiles), [tiles])
  return (
    <>
      {places.length > 0 && <Tiles places={places} celsius={celsius} onAct={onAct} />}
      {groups.length > 0 && (
        <SeriesGroups
          groups={groups}
          celsius={celsius}
          isClosed={isClosed}
          opened={opened}
          onToggle={onToggle}
          onAct={onAct}
        />
      )}
      <QuietStrip tiles={strip} celsius={celsius} />
    </>
  )
}

interface TilesProps extends Pick<SeriesTilesProps, 'celsius' | 'onAct'> {
  places: ReadonlyArray<Place<SeriesTile>>
}

function Tiles({ places, celsius, onAct }: TilesProps) {
  const spans = spansInTwo(places)
  return (
    <div className="series-tiles">
      <ul style={columnsOf(cellsOf(places))}>
        {places.map((place, index) => {
          const first = place.kind === 'tile' ? place.tile : place.tiles[0]
          return (
            <li key={first?.seriesId} style={spanOf(place.kind === 'double' ? 2 : 1, spans[index])}>
              {place.kind === 'tile' ? (
                <Tile tile={place.tile} celsius={celsius} onAct={onAct} />
              ) : (
                <DoubleTile tiles={place.tiles} celsius={celsius} onAct={onAct} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** `--columns-4` is the number of columns where four fit; the style sheet chooses one. */
function columnsOf(cells: number): CSSProperties {
  return Object.fromEntries(COLUMN_CHOICES.map((max) => [`--columns-${max}`, columnsFor(cells, max)]))
}

function spanOf(span: number, spanInTwo = 1): CSSProperties {
  return { '--span': span, '--span-2': spanInTwo }
}
