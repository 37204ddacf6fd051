import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '../../../lib/classes.ts'
import { withUnit } from '../../../lib/format.ts'
import { useSeriesLiveness } from '../../../shared/liveness/use-liveness.ts'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { StateSign } from '../../../shared/liveness/state-sign.tsx'
import { BulletBar } from '../../../shared/series/bullet-bar.tsx'
import { SeriesLink } from './series-link.tsx'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import { newestWords, reasonOf, type Reason } from './series-words.ts'
import { TileMenu, type ActOnTile } from './tile-menu.tsx'

interface SeriesRowProps {
  tile: SeriesTile
  celsius: boolean
  /** Shared by several rows; without it the last 24 hours are drawn. */
  scale?: { readonly min: number; readonly max: number } | undefined
  hasIcon?: boolean
  /** Draws the last 24 hours beside the bar, if there is room. */
  hasDay?: boolean
  onAct: ActOnTile
}

/** Name, bar or line, and value; with both, phones omit the line. */
const EITHER = 'grid-cols-[minmax(0,1.4fr)_minmax(3rem,1fr)_minmax(6rem,auto)]'
const BOTH = `${EITHER} sm:grid-cols-[minmax(0,1.2fr)_minmax(3rem,1fr)_minmax(3rem,1fr)_minmax(6rem,auto)]`

export function SeriesRow({ tile, celsius, scale, hasIcon = false, hasDay = !scale, onAct }: SeriesRowProps) {
  const { newest, limits, intervalSeconds } = tile
  const state = useSeriesLiveness({ time: newest?.time ?? null, intervalSeconds }, tile.device)
  const { text, unit } = newestWords(tile, celsius)
  const reason = reasonOf(tile, celsius)
  const Arrow = reason?.side === 'above' ? ArrowUp : ArrowDown
  const words = [withUnit(text, unit), placeWords(tile, reason)].filter(Boolean).join(', ')
  return (
    <div
      className={classes(
        'relative grid min-h-9 items-center gap-3 text-sm pointer-coarse:min-h-11 transition-colors hover:bg-sunken/60',
        scale && hasDay ? BOTH : EITHER,
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        {hasIcon && <MetricIcon metric={tile.metric.id} />}
        <SeriesLink tile={tile} state={state} celsius={celsius} />
        {state !== 'live' && <StateSign state={state} className={state === 'late' ? undefined : 'text-ink-soft'} />}
      </span>
      {scale && (
        <BulletBar
          label={tile.label}
          words={words}
          value={newest?.value}
          min={scale.min}
          max={scale.max}
          good={limits}
          tone={reason ? 'danger' : 'ink'}
        />
      )}
      {hasDay && <DayLine tile={tile} isSilent={state === 'silent'} className={scale && 'max-sm:hidden'} />}
      <span
        className={classes(
          'flex items-center justify-end gap-1 whitespace-nowrap max-sm:pe-1.5',
          reason ? 'text-danger' : state === 'silent' && 'text-ink-soft',
        )}
      >
        {reason && <Arrow aria-hidden className="size-3.5" />}
        <b className="font-semibold">{text}</b>
        <span className="text-xs text-ink-soft">{unit}</span>
      </span>
      <TileMenu tile={tile} onAct={onAct} className="inset-y-0 -end-3 sm:-end-5" />
    </div>
  )
}

interface DayLineProps {
  tile: SeriesTile
  isSilent: boolean
  className: string | undefined
}

function DayLine({ tile: { metric, day }, isSilent, className }: DayLineProps) {
  return (
    <Sparkline
      range={day ?? { from: 0, to: 1 }}
      runs={day?.runs ?? []}
      colour={metric.colour}
      spanMin={metric.spanMin}
      isSilent={isSilent && day !== undefined}
      className={classes('h-5!', className)}
    />
  )
}

/** Returns '' without a limit or a value. */
function placeWords({ newest, limits }: SeriesTile, reason: Reason | undefined): string {
  if (reason) return `${reason.where} the limit of ${reason.limit}`
  const isLimited = limits.lower !== undefined || limits.upper !== undefined
  return isLimited && newest ? 'in range' : ''
}
