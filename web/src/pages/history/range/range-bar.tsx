import { DAY_MS } from '@greenhouse/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { hasLater, movedRange, periodBefore } from './move-range.ts'
import { PRESETS, shownRange, type HistoryView } from '../view/history-view.ts'
import { toCalendarDate } from '../../../lib/dates.ts'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Toggle } from '../../../ui/toggle.tsx'

/** Minimum swipe along the dates that moves the range. */
const SWIPE_PX = 48
const CHOICES = [...PRESETS, { id: 'custom', label: 'Custom' } as const]

interface RangeBarProps {
  view: HistoryView
  now: number
  show: (change: Partial<HistoryView>) => void
}

export function RangeBar({ view, now, show }: RangeBarProps) {
  const { from, to } = shownRange(view, now)
  const custom = () => {
    const dates = { from: toCalendarDate(from), to: toCalendarDate(Math.min(Date.parse(to), now)) }
    show({ preset: undefined, end: undefined, zoom: undefined, ...dates })
  }
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segments
        legend="Range"
        choices={CHOICES}
        chosen={view.preset ?? 'custom'}
        onChoose={(id) => (id === 'custom' ? custom() : show({ preset: id, end: undefined, zoom: undefined }))}
        className="max-sm:w-full"
      />
      <DateLine view={view} now={now} show={show} />
      <Toggle
        label={`Compare with the ${periodBefore(view, now).name}`}
        checked={view.compare}
        onChange={(compare) => show({ compare })}
        className="lg:ms-auto"
      />
    </div>
  )
}

/** Shows the range between arrows that move it by its length. A swipe does the same. */
function DateLine({ view, now, show }: RangeBarProps) {
  const start = useRef<number>(undefined)
  const { from, to } = shownRange(view, now)
  const isShort =
    Date.parse(to) - Date.parse(from) <= 2 * DAY_MS && (view.preset !== undefined || view.zoom !== undefined)
  const write = isShort ? formatDateTime : formatDate
  const later = hasLater(view, now)
  const move = (by: -1 | 1) => (by < 0 || later) && show(movedRange(view, by, now))

  return (
    <div
      className="flex touch-pan-y items-center gap-1 max-sm:w-full max-sm:justify-between"
      onPointerDown={(event) => (start.current = event.pointerType === 'mouse' ? undefined : event.clientX)}
      onPointerUp={(event) => {
        const moved = event.clientX - (start.current ?? event.clientX)
        if (Math.abs(moved) >= SWIPE_PX) move(moved > 0 ? -1 : 1)
      }}
    >
      <IconButton label="Earlier" onClick={() => move(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <p aria-live="polite" className="text-center text-sm font-semibold">
        {write(from)} – {write(isShort ? to : Math.min(Date.parse(to), now))}
      </p>
      <IconButton label="Later" disabled={!later} onClick={() => move(1)} className="disabled:opacity-40">
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}
