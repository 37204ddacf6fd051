import { classes } from '../../../lib/classes.ts'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { bulletScale } from './bullet-scale.ts'
import { SeriesRow } from './series-row.tsx'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import type { ActOnTile } from './tile-menu.tsx'
import { TILE_PADDING } from './tile.tsx'

interface DoubleTileProps {
  tiles: readonly SeriesTile[]
  celsius: boolean
  onAct: ActOnTile
}

export function DoubleTile({ tiles, celsius, onAct }: DoubleTileProps) {
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
