import { classes } from '../../../lib/classes.ts'
import { useSeriesLiveness } from '../../../shared/liveness/use-liveness.ts'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { SeriesLink } from './series-link.tsx'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import { newestWords } from './series-words.ts'

/** Lists minor series, such as battery and signal. */
export function QuietStrip({ tiles, celsius }: { tiles: readonly SeriesTile[]; celsius: boolean }) {
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
