import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'
import { endOfDay, startOfDay, toCalendarDate } from '../../../lib/dates.ts'
import { PRESETS, shownRange, type HistoryView } from '../view/history-view.ts'
import { inMs } from '../../../shared/history/time-range.ts'

export type RangeChange = Pick<HistoryView, 'preset' | 'end' | 'from' | 'to' | 'zoom'>

const ZOOM_MIN_MS = MINUTE_MS

/** Rounds the range to milliseconds and extends it to a minute. */
export function zoomRange(from: number, to: number): { from: number; to: number } {
  const middle = (from + to) / 2
  const half = Math.max(to - from, ZOOM_MIN_MS) / 2
  return { from: Math.round(middle - half), to: Math.round(middle + half) }
}

/** Returns the middle half of a range. */
export function zoomedIn({ from, to }: { from: number; to: number }): { from: number; to: number } {
  const quarter = (to - from) / 4
  return zoomRange(from + quarter, to - quarter)
}

export function hasLater(view: HistoryView, now: number): boolean {
  return Date.parse(shownRange(view, now).to) < now
}

/** Returns the adjacent range of the same length; the last one ends now or today. */
export function movedRange(view: HistoryView, by: -1 | 1, now: number): RangeChange {
  const { preset, end, from, to, zoom } = view
  const shown = inMs(shownRange(view, now))
  const length = shown.to - shown.from
  if (zoom) return movedZoom(view, { from: shown.from + by * length, to: shown.to + by * length }, now)
  if (preset !== undefined) {
    const next = shown.to + by * length
    return { preset, end: next >= now ? undefined : next, from, to, zoom: undefined }
  }
  const days = Math.round((endOfDay(to).getTime() + 1 - startOfDay(from).getTime()) / DAY_MS)
  const today = toCalendarDate(now)
  const last = laterDate(to, by * days)
  const newest = last > today && by > 0 ? today : last
  return { preset, end, from: laterDate(newest, 1 - days), to: newest, zoom: undefined }
}

/** Moves a zoomed range. Outside of its surrounding range, that becomes the days around it. */
function movedZoom(view: HistoryView, moved: { from: number; to: number }, now: number): RangeChange {
  const { preset, end, from, to } = view
  const late = Math.max(moved.to - now, 0)
  const zoom = { from: Math.round(moved.from - late), to: Math.round(moved.to - late) }
  const around = inMs(shownRange({ ...view, zoom: undefined }, now))
  if (zoom.to >= around.from && zoom.from <= around.to) return { preset, end, from, to, zoom }
  return { preset: undefined, end: undefined, from: toCalendarDate(zoom.from), to: toCalendarDate(zoom.to), zoom }
}

/** Returns the preceding range of the same length and its name. Whole days stay whole when clocks change. */
export function periodBefore(view: HistoryView, now: number): { shiftMs: number; name: string } {
  const { from, to } = inMs(shownRange(view, now))
  const days = Math.round((to - from) / DAY_MS)
  const preset = PRESETS.find(({ id }) => id === view.preset)
  if (view.zoom || days < 1) return { shiftMs: to - from, name: 'period before' }
  return { shiftMs: days * DAY_MS, name: `${preset?.before ?? (days === 1 ? 'day' : `${days} days`)} before` }
}

function laterDate(calendarDate: string, days: number): string {
  const day = startOfDay(calendarDate)
  day.setDate(day.getDate() + days)
  return toCalendarDate(day)
}
