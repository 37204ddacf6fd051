import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { withUnit } from '../../lib/format.ts'
import { useLiveness } from '../../lib/use-liveness.ts'
import { BulletBar } from '../../ui/bullet-bar.tsx'
import { MetricIcon } from '../../ui/metric-icon.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StateSign } from '../../ui/state-sign.tsx'
import { SeriesLink } from './series-link.tsx'
import type { SeriesTile } from './series-tile.ts'
import { newestWords, reasonOf, type Reason } from './series-words.ts'

export interface SeriesRowProps {
  tile: SeriesTile
  celsius: boolean
  /** The two ends of a bar that several rows share; without it the last 24 hours are drawn. */
  scale?: { readonly min: number; readonly max: number }
  hasIcon?: boolean
}

/** A series in one line: name, bar or small line, value. One link to its history. */
export function SeriesRow({ tile, celsius, scale, hasIcon = false }: SeriesRowProps) {
  const { metric, newest, day, limits, intervalSeconds } = tile
  const state = useLiveness(newest?.time ?? null, intervalSeconds)
  const { text, unit } = newestWords(tile, celsius)
  const reason = reasonOf(tile, celsius)
  const Arrow = reason?.side === 'above' ? ArrowUp : ArrowDown
  const words = [withUnit(text, unit), placeWords(tile, reason)].filter(Boolean).join(', ')
  return (
    <div className="relative grid min-h-9 grid-cols-[minmax(0,1.2fr)_minmax(3rem,1fr)_7rem] items-center gap-3 text-sm transition-colors hover:bg-sunken/60">
      <span className="flex min-w-0 items-center gap-2">
        {hasIcon && <MetricIcon metric={metric.id} />}
        <SeriesLink {...{ tile, state, celsius }} />
        {state !== 'live' && <StateSign state={state} className={state === 'late' ? undefined : 'text-ink-soft'} />}
      </span>
      {scale ? (
        <BulletBar
          label={tile.label}
          words={words}
          value={newest?.value}
          {...scale}
          good={limits}
          isBroken={reason !== undefined}
        />
      ) : (
        <Sparkline
          range={day ?? { from: 0, to: 1 }}
          runs={day?.runs ?? []}
          colour={metric.colour}
          spanMin={metric.spanMin}
          isSilent={state === 'silent' && day !== undefined}
          className="h-5!"
        />
      )}
      <span
        className={classes(
          'flex items-center justify-end gap-1 whitespace-nowrap',
          reason ? 'text-danger' : state === 'silent' && 'text-ink-soft',
        )}
      >
        {reason && <Arrow aria-hidden className="size-3.5" />}
        <b className="font-semibold">{text}</b>
        <span className="text-xs text-ink-soft">{unit}</span>
      </span>
    </div>
  )
}

/** Where the newest value lies; nothing without a limit or a value, which lie nowhere. */
function placeWords({ newest, limits }: SeriesTile, reason: Reason | undefined): string {
  if (reason) return `${reason.side} the limit of ${reason.limit}`
  const isLimited = limits.lower !== undefined || limits.upper !== undefined
  return isLimited && newest ? 'in range' : ''
}
