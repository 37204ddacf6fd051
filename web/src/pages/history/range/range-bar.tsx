import { DAY_MS } from '@greenhouse/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { hasLater, movedRange } from './move-range.ts'
import { pressedPreset, PRESETS, shownRange, type HistoryView } from '../view/history-view.ts'
import { toCalendarDate } from '../../../lib/dates.ts'
import { formatDate, formatShortDate, formatTime } from '../../../lib/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segments } from '../../../ui/segments.tsx'

/** Minimum swipe along the dates that moves the range. */
const SWIPE_PX = 48
const CHOICES = [...PRESETS, { id: 'custom', label: 'Custom' } as const]

interface RangeBarProps {
  view: HistoryView
  now: number
  show: (change: Partial<HistoryView>) => void
  /** Of the first reading, on the first day of a device. */
  first?: number | undefined
  /** Of the row with the dates. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

export function RangeBar(props: RangeBarProps) {
  const { view, now, show, isOpen, onOpen } = props
  const { from, to } = shownRange(view, now)
  function custom() {
    const dates = { from: toCalendarDate(from), to: toCalendarDate(Math.min(Date.parse(to), now)) }
    show({ preset: undefined, end: undefined, zoom: undefined, ...dates })
    onOpen(true)
  }
  return (
    <>
      <Segments
        legend="Range"
        choices={CHOICES}
        chosen={isOpen && view.preset === undefined ? 'custom' : pressedPreset(view, now)}
        onChoose={(id) => {
          if (id === 'custom') return custom()
          show({ preset: id, end: undefined, zoom: undefined })
          onOpen(false)
        }}
        isToolbar
        className="min-h-11 max-sm:order-3 max-sm:w-full max-sm:flex-nowrap max-sm:*:[button]:px-1 print:hidden"
      />
      <DateLine {...props} />
    </>
  )
}

/** Shows the range between arrows that move it by its length. A swipe does the same, a press opens the dates. */
function DateLine({ view, now, show, first, isOpen, onOpen }: RangeBarProps) {
  const start = useRef<number>(undefined)
  const later = hasLater(view, now)
  const shown = view.since === undefined ? rangeWords(view, now) : `Since ${formatTime(first ?? view.since)}`
  const move = (by: -1 | 1) => (by < 0 || later) && show(movedRange(view, by, now))
  return (
    <div
      className="flex [touch-action:pan-y] items-center max-sm:order-4 max-sm:w-full max-sm:justify-between print:hidden"
      onPointerDown={(event) => (start.current = event.pointerType === 'mouse' ? undefined : event.clientX)}
      onPointerUp={(event) => {
        const moved = event.clientX - (start.current ?? event.clientX)
        if (Math.abs(moved) >= SWIPE_PX) move(moved > 0 ? -1 : 1)
      }}
    >
      <IconButton label="Earlier" onClick={() => move(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={view.since === undefined ? `From ${shown}, change` : `${shown}, change`}
        onClick={() => onOpen(!isOpen)}
        className="min-h-11 rounded-control px-1 text-center text-sm font-semibold whitespace-nowrap hover:bg-sunken"
      >
        {shown}
      </button>
      <IconButton label="Later" disabled={!later} onClick={() => move(1)} className="disabled:opacity-40">
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

function endsOf(view: HistoryView, now: number): [from: number, to: number] {
  const { from, to } = shownRange(view, now)
  return [Date.parse(from), Math.min(Date.parse(to), now)]
}

/** Returns `09/06 – 16/06/2026`, with times instead of the year for up to two days. */
export function rangeWords(view: HistoryView, now: number): string {
  const [from, to] = endsOf(view, now)
  if (to - from <= 2 * DAY_MS && (view.preset !== undefined || view.zoom !== undefined))
    return [from, to].map((at) => `${formatShortDate(at)}, ${formatTime(at)}`).join(' – ')
  const isOneYear = new Date(from).getFullYear() === new Date(to).getFullYear()
  return `${isOneYear ? formatShortDate(from) : formatDate(from)} – ${formatDate(to)}`
}
