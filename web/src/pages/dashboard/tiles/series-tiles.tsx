import { useMemo, type CSSProperties } from 'react'
import { SeriesGroups } from './series-groups.tsx'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import type { ActOnTile } from './tile-menu.tsx'
import { Tile, TILE_PADDING } from './tile.tsx'
import { cellsOf, COLUMN_CHOICES, columnsFor, layOut, spansInTwo, type Place } from './tile-layout.ts'
import { classes } from '../../../lib/classes.ts'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { bulletScale } from './bullet-scale.ts'
import { SeriesRow } from './series-row.tsx'
import { useSeriesLiveness } from '../../../shared/liveness/use-liveness.ts'
import { SeriesLink } from './series-link.tsx'
import { newestWords } from './series-words.ts'

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

interface DoubleTileProps {
  tiles: readonly SeriesTile[]
  celsius: boolean
  onAct: ActOnTile
}

function DoubleTile({ tiles, celsius, onAct }: DoubleTileProps) {
  const metric = tiles[0]?.metric
  if (!metric) return undefined
  const hasLimits = tiles.some(({ limits }) => limits.lower !== undefined || limits.upper !== undefined)
  const scale = bulletScale(tiles)
  return (
    <section aria-label={metric.label} className={classes('grid grid-cols-1 content-start', TILE_PADDING)}>
      <p className="mb-1.5 flex items-center gap-2 text-sm text-ink-soft">
        <MetricIcon metric={metric.id} />
        <span className="truncate">{metric.label}</span>
        <span className="text-xs">{tiles.length} sensors</span>
      </p>
      {tiles.map((tile) => (
        <SeriesRow key={tile.seriesId} tile={tile} celsius={celsius} scale={scale} onAct={onAct} hasDay />
      ))}
      {hasLimits && <p className="mt-1 text-xs text-ink-soft">Green: within your limits</p>}
    </section>
  )
}

function QuietStrip({ tiles, celsius }: { tiles: readonly SeriesTile[]; celsius: boolean }) {
  if (tiles.length === 0) return undefined
  return (
    <ul className="flex flex-wrap gap-x-6 border-t border-line px-3 py-1.5 sm:px-5">
      {tiles.map((tile) => (
        <li key={tile.seriesId} className="max-w-full">
          <QuietSeries tile={tile} celsius={celsius} />
        </li>
      ))}
    </ul>
  )
}

function QuietSeries({ tile, celsius }: { tile: SeriesTile; celsius: boolean }) {
  const state = useSeriesLiveness(
    { time: tile.newest?.time ?? null, intervalSeconds: tile.intervalSeconds },
    tile.device,
  )
  const { text, unit } = newestWords(tile, celsius)
  return (
    <span className="relative flex max-w-80 min-h-9 items-center gap-2 text-sm">
      <MetricIcon metric={tile.metric.id} />
      <SeriesLink tile={tile} state={state} celsius={celsius} />
      <span className={classes('whitespace-nowrap', state === 'silent' && 'text-ink-soft')}>
        <b className="font-semibold">{text}</b> <span className="text-xs text-ink-soft">{unit}</span>
      </span>
    </span>
  )
}
