import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'
import { endOfDay, startOfDay, toCalendarDate } from '../../../lib/dates.ts'
import { SERIES_MAX } from '../../../shared/history/history-series.ts'
import { inIso, inMs, type TimeRange } from '../../../shared/history/time-range.ts'

/** Ranges that end now, or at the `end` set by the arrows. */
export const PRESETS = [
  { id: '24h', label: '24 h', days: 1, before: '24 hours' },
  { id: '7d', label: '7 d', days: 7, before: '7 days' },
  { id: '30d', label: '30 d', days: 30, before: '30 days' },
  { id: '1y', label: '1 y', days: 365, before: 'year' },
] as const
type PresetId = (typeof PRESETS)[number]['id']

/** The URL of the history page. Instants are in milliseconds since 1970. */
export interface HistoryView {
  readonly device: string | undefined
  /** Ends now or at `end`; without a preset `from` and `to` are calendar dates. */
  readonly preset: PresetId | undefined
  readonly end: number | undefined
  readonly from: string
  readonly to: string
  /** A `sensorKey`; by default the first sensor of the device. */
  readonly tab: string | undefined
  readonly zoom: { readonly from: number; readonly to: number } | undefined
  /** Ids of further series, and of hidden ones. */
  readonly added: readonly string[]
  readonly hidden: readonly string[]
  /** Shows the previous period of `compared`, or of the first series. */
  readonly compare: boolean
  readonly compared: string | undefined
  readonly waterings: boolean
  readonly nights: boolean
  /** The first reading of a device on its first day, which is shown from then on; never in the URL. */
  readonly since?: number
}

/** Margins fetched around a zoomed range: this share of it, or these intervals of the device. */
const BESIDE = 0.02
const BESIDE_INTERVALS = 3
/** A range that ends now is refetched after this share of it. */
const STEPS = 288
const FIRST_DAY_STEP_MS = 5 * MINUTE_MS
const DATE = /^\d{4}-\d\d-\d\d$/
const SERIES_ID = /^[\da-f-]{36}$/
/** A series id or a sensor key. */
const NAME = /^[\w.:-]{1,200}$/

export function readView(search: URLSearchParams, now: number): HistoryView {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const compare = search.get('compare') ?? ''
  const preset = PRESETS.find(({ id }) => id === search.get('range'))?.id
  const end = Number(search.get('end') ?? Number.NaN)
  const view: HistoryView = {
    device: search.get('device') ?? undefined,
    preset,
    end: preset !== undefined && end > 0 && end < now ? Math.round(end) : undefined,
    ...(isDate(from) && isDate(to) && from <= to ? { from, to } : defaultDates(now)),
    tab: listOf(search.get('tab'))[0],
    zoom: undefined,
    added: listOf(search.get('series')).slice(0, SERIES_MAX - 1),
    hidden: listOf(search.get('hide')).slice(0, SERIES_MAX),
    compare: compare === '1' || SERIES_ID.test(compare),
    compared: SERIES_ID.test(compare) ? compare : undefined,
    waterings: search.get('waterings') === '1',
    nights: search.get('nights') !== '0',
  }
  const [zoomFrom = Number.NaN, zoomTo = Number.NaN] = (search.get('zoom') ?? '').split('_').map(Number)
  const range = inMs(shownRange(view, now))
  const inside = zoomFrom < zoomTo && zoomTo >= range.from && zoomFrom <= range.to
  return inside ? { ...view, zoom: { from: Math.round(zoomFrom), to: Math.round(zoomTo) } } : view
}

function listOf(text: string | null): string[] {
  return [...new Set((text ?? '').split(','))].filter((id) => NAME.test(id))
}

/** Omits defaults. */
export function writeView(view: HistoryView, now: number): URLSearchParams {
  const search = new URLSearchParams()
  const usual = defaultDates(now)
  if (view.device !== undefined) search.set('device', view.device)
  if (view.preset !== undefined) {
    search.set('range', view.preset)
    if (view.end !== undefined) search.set('end', String(view.end))
  } else if (view.from !== usual.from || view.to !== usual.to) {
    search.set('from', view.from)
    search.set('to', view.to)
  }
  if (view.tab !== undefined) search.set('tab', view.tab)
  if (view.zoom) search.set('zoom', `${view.zoom.from}_${view.zoom.to}`)
  if (view.added.length > 0) search.set('series', view.added.join(','))
  if (view.hidden.length > 0) search.set('hide', view.hidden.join(','))
  if (view.compare) search.set('compare', view.compared ?? '1')
  if (view.waterings) search.set('waterings', '1')
  if (!view.nights) search.set('nights', '0')
  return search
}

/** Returns local days as instants. */
function rangeOf({ from, to }: { from: string; to: string }): TimeRange {
  return { from: startOfDay(from).toISOString(), to: endOfDay(to).toISOString() }
}

export function shownRange(view: HistoryView, now: number): TimeRange {
  if (view.zoom) return inIso(view.zoom.from, view.zoom.to)
  if (view.since !== undefined) return inIso(view.since, nextStep(now, FIRST_DAY_STEP_MS))
  const preset = PRESETS.find(({ id }) => id === view.preset)
  if (!preset) return rangeOf(view)
  const length = preset.days * DAY_MS
  const to = view.end ?? nextStep(now, length / STEPS)
  return inIso(to - length, to)
}

/** Returns the end of the step in which `now` begins a minute; steps are whole minutes, so all of that minute is before it. */
function nextStep(now: number, stepMs: number): number {
  return (Math.floor(now / stepMs) + 1) * stepMs
}

/** Extends a zoomed range to include a point on each side, so that lines reach the edges. */
export function fetchedRange(
  view: HistoryView,
  { intervalSeconds, now }: { intervalSeconds: number; now: number },
): TimeRange {
  if (!view.zoom) return shownRange(view, now)
  const beside = Math.max((view.zoom.to - view.zoom.from) * BESIDE, BESIDE_INTERVALS * intervalSeconds * 1000)
  return inIso(view.zoom.from - beside, view.zoom.to + beside)
}

/** Returns the same day of the previous month, or its last day, to today. */
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

/** Returns the error of two dates, at the one changed last. */
export function dateFault(from: string, to: string, changed: 'from' | 'to'): { from?: string; to?: string } {
  if (!isDate(from)) return { from: 'Not a valid date' }
  if (!isDate(to)) return { to: 'Not a valid date' }
  if (from <= to) return {}
  return changed === 'from'
    ? { from: 'From date cannot be after To date' }
    : { to: 'To date cannot be before From date' }
}

/** Returns the chosen preset. 28 to 31 days that end today, such as the last month, count as 30 days. */
export function pressedPreset(view: HistoryView, now: number): PresetId | 'custom' {
  if (view.since !== undefined) return '24h'
  if (view.preset !== undefined) return view.preset
  const days = Math.round((startOfDay(view.to).getTime() - startOfDay(view.from).getTime()) / DAY_MS)
  return view.to === toCalendarDate(now) && days >= 28 && days <= 31 ? '30d' : 'custom'
}

/** Returns whether the view shows the default range. */
export function isUsual({ zoom, preset, from, to }: HistoryView, now: number): boolean {
  const usual = defaultDates(now)
  return !zoom && preset === undefined && from === usual.from && to === usual.to
}

/** Returns the view from the first reading of a device, if that is from the last 24 hours. In milliseconds since 1970. */
export function withFirstDay(view: HistoryView, first: number | undefined, now: number): HistoryView {
  if (first === undefined || !isUsual(view, now) || now - first >= DAY_MS) return view
  return { ...view, since: Math.floor(first / MINUTE_MS) * MINUTE_MS }
}
