import { classes } from '../../../lib/classes.ts'
import { formatShortAge, formatTime } from '../../../lib/format.ts'
import { showValue } from '../../../shared/metric/show-value.ts'
import { useSeriesLiveness } from '../../../shared/liveness/use-liveness.ts'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { SeriesLink } from './series-link.tsx'
import { SeriesStateSign } from '../../../shared/series/series-state.tsx'
import type { SeriesDay, SeriesTile } from '../../../shared/series/series-tile.ts'
import { newestWords, reasonOf } from './series-words.ts'
import { TileMenu, type ActOnTile } from './tile-menu.tsx'
import { ArrowDownToLine, ArrowUpToLine } from 'lucide-react'

export const TILE_PADDING = 'p-3 sm:p-5 sm:pb-4'

interface TileProps {
  tile: SeriesTile
  celsius: boolean
  onAct: ActOnTile
}

export function Tile({ tile, celsius, onAct }: TileProps) {
  const { metric, newest, intervalSeconds } = tile
  const state = useSeriesLiveness({ time: newest?.time ?? null, intervalSeconds }, tile.device)
  const { text, unit } = newestWords(tile, celsius)
  return (
    <div
      className={classes(
        'relative grid grid-cols-1 content-start gap-1.5 transition-colors hover:bg-sunken/60',
        TILE_PADDING,
      )}
    >
      <div className="flex items-center gap-x-2 pe-3.5 text-sm text-ink-soft max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:pe-3">
        <MetricIcon metric={metric.id} />
        <SeriesLink
          tile={tile}
          state={state}
          celsius={celsius}
          className="max-sm:line-clamp-2 max-sm:whitespace-normal"
        />
        <SeriesStateSign state={state} time={newest?.time} className="ms-auto max-sm:col-span-2 max-sm:ms-0" />
        <TileMenu tile={tile} onAct={onAct} className="end-0 top-0 h-11 sm:top-2" />
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-2">
        <p className={classes('whitespace-nowrap', state === 'silent' && 'text-ink-soft')}>
          <span className="text-2xl font-semibold max-sm:text-[1.75rem] max-[22.5rem]:text-xl">{text}</span>
          {unit !== '' && <span className="ms-1 text-sm text-ink-soft">{unit}</span>}
        </p>
        <ReasonBadge tile={tile} celsius={celsius} />
      </div>
      {newest ? (
        <Day tile={tile} celsius={celsius} isSilent={state === 'silent'} />
      ) : (
        <p className="text-sm text-ink-soft">
          Waiting for the first reading, due within {formatShortAge(intervalSeconds * 1000)}.
        </p>
      )}
    </div>
  )
}

/** Reserves its space while loading. */
function Day({ tile, celsius, isSilent }: Pick<TileProps, 'tile' | 'celsius'> & { isSilent: boolean }) {
  const { metric, day, limits } = tile
  const show = (value: number) => showValue(metric, value, celsius).text
  return (
    <div className="grid min-h-16 grid-cols-1 content-start gap-2">
      <Sparkline
        range={day ?? { from: 0, to: 1 }}
        runs={day?.runs ?? []}
        colour={metric.colour}
        spanMin={metric.spanMin}
        limits={[limits.lower, limits.upper].filter((limit) => limit !== undefined)}
        nights={day?.nights ?? []}
        isSilent={isSilent && day !== undefined}
      />
      {day && <Extremes day={day} show={show} />}
    </div>
  )
}

function Extremes({ day, show }: { day: SeriesDay; show: (value: number) => string }) {
  const { lowest, highest, from, isFirst } = day
  if (lowest === undefined || highest === undefined) return undefined
  const bold = (value: number) => <b className="font-semibold text-ink">{show(value)}</b>
  return (
    <p className="flex flex-wrap justify-between gap-x-2 text-xs whitespace-nowrap text-ink-soft">
      {isFirst ? (
        <>
          <span>
            {bold(lowest)} to {bold(highest)}
          </span>
          <span>since {formatTime(from)}</span>
        </>
      ) : (
        <>
          <span>min {bold(lowest)}</span>
          <span>max {bold(highest)}</span>
        </>
      )}
    </p>
  )
}

const ARROWS = { above: ArrowUpToLine, below: ArrowDownToLine } as const

function ReasonBadge({ tile, celsius }: { tile: SeriesTile; celsius: boolean }) {
  const reason = reasonOf(tile, celsius)
  if (!reason) return undefined
  const Arrow = ARROWS[reason.side]
  return (
    <span className="flex items-center gap-1 rounded-pill bg-danger-wash px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-danger forced-colors:border">
      <Arrow aria-hidden className="size-3.5" />
      {reason.where} {reason.limit}
    </span>
  )
}
