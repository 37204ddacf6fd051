import { metricById, shownUnitOf, type Metric } from '@greenhouse/contract'
import { metricOfEpisode, type StoredEpisode } from './episode.ts'

/** How alerts of the API are written, and messages to members who chose no other format. */
export const WRITTEN_IN = 'da-DK'
/** Formats that are kept; members can name many locales. */
const FORMATS_MAX = 100
/** Decimals of a limit, and of a value so near to it that a rounded one would seem to lie on its other side. */
const EXACT_DECIMALS = 2

/**
 * The text of an episode that opens: `Temperature in Tomato house is 31,2 °C, at or above your limit of 28 °C.` A
 * no-break space joins number and unit.
 */
export function openingText(episode: StoredEpisode, celsius: boolean, locale = WRITTEN_IN): string {
  const { kind, limit, upperLimit, withinMinutes, openedValue, text } = episode
  if (text !== null) return text
  const metric = metricOfEpisode(episode)
  if (kind === 'silent' || !metric) return `${subjectOf(episode)} has sent nothing for ${durationText(limit * 1000)}.`
  const shown = numbersOf(metric, celsius, locale)
  // One of an earlier version may have no value.
  if (openedValue === null) return `${subjectOf(episode)} has come to your limit of ${shown.limit(limit)}.`
  if (kind === 'changing') {
    const minutes = durationText((withinMinutes ?? 1) * 60_000)
    const change = `${shown.difference(openedValue)} within ${minutes}`
    return `${subjectOf(episode)} changed by ${change}, at or above your limit of ${shown.difference(limit)}.`
  }
  const isLow = kind === 'below' || (kind === 'outside' && openedValue <= limit)
  const crossed = kind === 'outside' && !isLow ? (upperLimit ?? limit) : limit
  const which = kind === 'outside' ? `${isLow ? 'lower' : 'upper'} limit` : 'limit'
  const where = `at or ${isLow ? 'below' : 'above'} your ${which} of ${shown.limit(crossed)}`
  return `${subjectOf(episode)} is ${shown.value(openedValue, crossed)}, ${where}.`
}

/**
 * The text of an episode that is over: `Temperature in Tomato house is back at 27,3 °C after 42 minutes; the highest was
 * 31,4 °C.`
 */
export function closingText(episode: StoredEpisode, celsius: boolean, locale = WRITTEN_IN): string {
  const { kind, limit, openedAt, closedAt, closedValue, closedWhy } = episode
  const subject = subjectOf(episode)
  const silence = kind === 'silent' ? limit * 1000 : 0
  const lasted = durationText((closedAt ?? openedAt) - openedAt + silence)
  const metric = metricOfEpisode(episode)
  if (closedWhy !== 'back') {
    const why = closedWhy === null ? '' : `: ${WHY_OVER[closedWhy]}`
    return `The alert about ${subject} is over after ${lasted}${why}.`
  }
  if (kind === 'silent' || !metric || closedValue === null) return `${subject} sends again, after ${lasted}.`
  const shown = numbersOf(metric, celsius, locale)
  if (kind === 'changing') return `${subject} is steady again after ${lasted}.`
  return `${subject} is back at ${shown.value(closedValue)} after ${lasted}${worstText(episode, shown)}.`
}

const WHY_OVER = {
  hours: 'its hours have ended',
  'rule-changed': 'its rule was changed',
  'rule-off': 'its rule was turned off',
  'rule-removed': 'its rule was removed',
  'device-removed': 'its device or sensor was removed',
  watered: 'it was watered',
  'plant-dead': 'it is dead',
  'plant-removed': 'it was removed',
  'reminder-off': 'its reminder was turned off',
  'plan-changed': 'its plan was changed',
  done: 'it was done',
  skipped: 'it was skipped',
  snoozed: 'it was snoozed',
  ended: 'its plan was ended',
} as const

/** A length of time in its one or two largest units: `42 minutes`, `1 hour 30 minutes`. Less than a minute in seconds. */
export function durationText(ms: number): string {
  const seconds = Math.max(Math.round(ms / 1000), 0)
  const units = seconds < 60 ? [countOf(seconds, 'second')] : partsOf(Math.round(seconds / 60))
  return units.join(' ')
}

function partsOf(minutes: number): string[] {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = [days, hours, rest].map((count, index) => ({ count, unit: ['day', 'hour', 'minute'][index] ?? '' }))
  const first = parts.findIndex(({ count }) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => countOf(count, unit))
}

function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The subject of the episode: a series in its device, or the device. */
function subjectOf({ label, deviceName }: StoredEpisode): string {
  return label === null ? deviceName : `${label} in ${deviceName}`
}

function worstText({ kind, limit, worstValue }: StoredEpisode, shown: Numbers): string {
  if (worstValue === null) return ''
  const isLow = kind === 'below' || (kind === 'outside' && worstValue <= limit)
  return `; the ${isLow ? 'lowest' : 'highest'} was ${shown.value(worstValue)}`
}

/** Returns a value of a metric with its unit: `−1,8 °C`. */
export function valueText(metric: string, value: number, celsius: boolean, locale = WRITTEN_IN): string {
  return numbersOf(metricById(metric), celsius, locale).value(value)
}

type Numbers = ReturnType<typeof numbersOf>

/** How values, limits and differences of a metric are written, each with its unit. */
export function numbersOf(metric: Metric, celsius: boolean, locale: string) {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  const withUnit = (number: number, least: number, most: number) =>
    `${formatOf(locale, least, most)(number)}${unit === '' ? '' : `\u00a0${unit}`}`
  const exact = Math.max(metric.decimals, EXACT_DECIMALS)
  const least = metric.isGeneric === true ? 0 : metric.decimals
  return {
    /** @param near a limit: a value that lies close to it has more decimals */
    value: (value: number, near = Infinity) =>
      withUnit(fromStored(value), least, Math.abs(value - near) < 0.1 ? exact : metric.decimals),
    limit: (limit: number) => withUnit(fromStored(limit), 0, exact),
    difference: (change: number) => withUnit(fromStored(change) - fromStored(0), 0, exact),
  }
}

/** Making a format costs more than using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** Returns what writes numbers: `1.013,2`, or `−3,5` with a minus sign; never `−0`. Digits are Western, as in the web app. */
function formatOf(locale: string, least: number, most: number): (number: number) => string {
  const name = `${locale} ${least} ${most}`
  let format = formats.get(name)
  if (!format) {
    const digits = { minimumFractionDigits: least, maximumFractionDigits: most, signDisplay: 'negative' } as const
    if (formats.size >= FORMATS_MAX) formats.clear()
    formats.set(name, (format = new Intl.NumberFormat([locale, WRITTEN_IN], { ...digits, numberingSystem: 'latn' })))
  }
  return (number) => format.format(number).replace('-', '\u2212')
}
