import { Eye, EyeOff, X } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '../../../lib/classes.ts'
import { withUnit } from '../../../lib/format.ts'
import { LineSample } from '../../../ui/chart/line-sample.tsx'
import { pointAt } from '../../../ui/chart/point-at.ts'
import type { Plot, PlotLine } from './plot.ts'

/** Holding a chip longer hides all other series. */
const HOLD_MS = 500

interface SeriesChipsProps {
  plot: Plot
  /** Time of the crosshair; newest values are shown without one. */
  time: number | undefined
  onToggle: (id: string) => void
  onShowOnly: (id: string) => void
  /** Removes a series; undefined for one that can't be removed. */
  onRemove: (line: PlotLine) => (() => void) | undefined
}

/** Renders the legend of a plot. A press hides a series, holding hides all others. */
export function SeriesChips({ plot, time, onToggle, onShowOnly, onRemove }: SeriesChipsProps) {
  return (
    <ul aria-label={`Series of ${plot.title}`} className="contents">
      {plot.lines.map((line) => (
        <li key={line.id} className="flex max-w-full min-w-0 items-center">
          <Chip
            plot={plot}
            line={line}
            time={time}
            onToggle={onToggle}
            onShowOnly={onShowOnly}
            remove={onRemove(line)}
          />
        </li>
      ))}
    </ul>
  )
}

interface ChipProps extends Pick<SeriesChipsProps, 'plot' | 'time' | 'onToggle' | 'onShowOnly'> {
  line: PlotLine
  remove: (() => void) | undefined
}

function Chip({ plot: { content }, line, time, onToggle, onShowOnly, remove }: ChipProps) {
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasHeld = useRef(false)
  const last = line.series.runs.flat().findLast((point) => point.time <= content.range.to)
  const point = time === undefined ? last : pointAt(line.series, time, content.range)

  function press() {
    wasHeld.current = false
    hold.current = setTimeout(() => {
      wasHeld.current = true
      onShowOnly(line.id)
    }, HOLD_MS)
  }
  const release = () => clearTimeout(hold.current)
  function click() {
    // Ignores the click that ends a hold; a click by keyboard has no pointer events.
    if (!wasHeld.current) onToggle(line.id)
    wasHeld.current = false
  }
  const Sign = line.isHidden ? EyeOff : Eye
  return (
    <span className="flex max-w-full min-w-0 items-center rounded-pill border border-line-strong">
      <button
        type="button"
        aria-pressed={!line.isHidden}
        onPointerDown={press}
        onPointerUp={release}
        onPointerLeave={release}
        onContextMenu={(event) => event.preventDefault()}
        onClick={click}
        className="flex min-h-11 min-w-0 items-center gap-2 rounded-pill px-3 text-sm aria-[pressed=false]:text-ink-soft"
      >
        <LineSample colour={line.colour} dash={line.dash} width={line.width} />
        <bdi title={line.name} className="line-clamp-2 min-w-0 text-start leading-tight wrap-anywhere">
          {line.name}
        </bdi>
        <b className="font-semibold whitespace-nowrap">
          {point ? withUnit(content.formatValue(point.average), content.unit) : '–'}
        </b>
        <Sign aria-hidden className={classes('size-4 shrink-0 text-ink-soft', !line.isHidden && 'max-sm:hidden')} />
      </button>
      {remove && (
        <button
          type="button"
          aria-label={`Remove ${line.name}`}
          onClick={remove}
          className="grid size-11 shrink-0 place-items-center rounded-pill text-ink-soft hover:bg-sunken print:hidden"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </span>
  )
}
