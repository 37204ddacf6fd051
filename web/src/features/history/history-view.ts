import { boardMetrics, type BoardMetricId } from '@greenhouse/contract'
import { endOfDay, startOfDay, toCalendarDate } from '../../lib/dates.ts'
import type { TimeRange } from './time-range.ts'

/** The parts of the address of the history page: device, calendar dates, tab, and the range of the zoom. */
export interface HistoryView {
  readonly device: string | undefined
  readonly from: string
  readonly to: string
  readonly tab: BoardMetricId
  /** Milliseconds since 1970. */
  readonly zoom: { readonly from: number; readonly to: number } | undefined
}

/** What is fetched on either side of a zoomed range: this share of it, or so many intervals of the device. */
const BESIDE = 0.02
const BESIDE_INTERVALS = 3
const DATE = /^\d{4}-\d\d-\d\d$/

/** Reads the address; what is missing or makes no sense is the default: last month to today, temperature. */
export function readView(search: URLSearchParams, now: number): HistoryView {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const given = isDate(from) && isDate(to) && from <= to ? { from, to } : defaultDates(now)
  const [zoomFrom = Number.NaN, zoomTo = Number.NaN] = (search.get('zoom') ?? '').split('_').map(Number)
  const range = rangeOf(given)
  const inside = zoomFrom < zoomTo && zoomTo >= Date.parse(range.from) && zoomFrom <= Date.parse(range.to)
  return {
    device: search.get('device') ?? undefined,
    ...given,
    tab: boardMetrics.find(({ id }) => id === search.get('tab'))?.id ?? boardMetrics[0].id,
    zoom: inside ? { from: Math.round(zoomFrom), to: Math.round(zoomTo) } : undefined,
  }
}

/** The address for a view; defaults are left out of it. */
export function writeView(view: HistoryView, now: number): URLSearchParams {
  const search = new URLSearchParams()
  const usual = defaultDates(now)
  if (view.device !== undefined) search.set('device', view.device)
  if (view.from !== usual.from || view.to !== usual.to) {
    search.set('from', view.from)
    search.set('to', view.to)
  }
  if (view.tab !== boardMetrics[0].id) search.set('tab', view.tab)
  if (view.zoom) search.set('zoom', `${view.zoom.from}_${view.zoom.to}`)
  return search
}

/** The instants from the first to the last of two calendar dates, in the time zone of the browser. */
export function rangeOf({ from, to }: { from: string; to: string }): TimeRange {
  return { from: startOfDay(from).toISOString(), to: endOfDay(to).toISOString() }
}

/** The range of time that is shown. */
export function shownRange(view: HistoryView): TimeRange {
  if (!view.zoom) return rangeOf(view)
  return { from: new Date(view.zoom.from).toISOString(), to: new Date(view.zoom.to).toISOString() }
}

/**
 * The range to fetch for a shown one. A zoomed one is fetched with what lies next to it, within which there is a point on
 * each side, so that its line does not begin in mid-air.
 */
export function fetchedRange(view: HistoryView, intervalSeconds: number): TimeRange {
  const { from, to } = shownRange(view)
  if (!view.zoom) return { from, to }
  const beside = Math.max((view.zoom.to - view.zoom.from) * BESIDE, BESIDE_INTERVALS * intervalSeconds * 1000)
  return {
    from: new Date(view.zoom.from - beside).toISOString(),
    to: new Date(view.zoom.to + beside).toISOString(),
  }
}

/** The same day of the month before, or its last day when it is shorter, to today. */
export function defaultDates(now: number): { from: string; to: string } {
  const today = new Date(now)
  const from = new Date(today.getFullYear(), today.getMonth() - 1, today.getDate())
  const overshot = from.getDate() !== today.getDate()
  if (overshot) from.setDate(0)
  return { from: toCalendarDate(from), to: toCalendarDate(today) }
}

function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text))
}

/** What is wrong with two typed dates, said at the one that was changed last. */
export function dateFault(from: string, to: string, changed: 'from' | 'to'): { from?: string; to?: string } {
  if (!isDate(from)) return { from: 'Not a valid date' }
  if (!isDate(to)) return { to: 'Not a valid date' }
  if (from <= to) return {}
  return changed === 'from'
    ? { from: 'From date cannot be after To date' }
    : { to: 'To date cannot be before From date' }
}
