import { metricById, type Settings } from '@greenhouse/contract'
import { metricOfEpisode } from '../../alerts/episodes/episode.ts'
import { durationText, numbersOf } from '../../alerts/episodes/episode-words.ts'
import type { Fact, NightAlerts, TimedTemperature } from './morning-facts.ts'

const DANISH = 'da-DK'

/** How a person reads numbers and times. */
export interface Reader {
  readonly celsius: boolean
  readonly locale: string
  readonly twelveHours: boolean
  readonly zone: string
}

export function readerOf({ celsius, browserFormat, locale, twelveHours }: Settings, zone: string): Reader {
  return { celsius, locale: browserFormat ? (locale ?? DANISH) : DANISH, twelveHours, zone }
}

interface Words {
  readonly title: string
  readonly text: string
}

export function factWords(fact: Fact, reader: Reader): Words {
  const degrees = numbersOf(metricById('temperature'), reader.celsius, reader.locale)
  switch (fact.kind) {
    case 'hottest':
      return { title: `Hottest today: ${expectedWords(fact.expected, reader)}`, text: 'shade and water help' }
    case 'tonight':
      return { title: `Tonight: ${expectedWords(fact.expected, reader)}`, text: 'the lowest that is expected outdoors' }
    case 'coldest': {
      const { thermometer, lowest } = fact.night
      return {
        title: `Coldest: ${thermometer.name}, ${degrees.value(lowest.value)} at ${timeText(lowest.at, reader)}`,
        text: fact.outdoors === undefined ? '' : outdoorsWords(fact.outdoors.value, lowest.value, degrees),
      }
    }
    case 'episode':
      return { title: `Overnight: ${episodeTitle(fact.alerts)}`, text: episodeText(fact.alerts, reader) }
    case 'silence':
      return { title: `Overnight: ${fact.alerts.first.deviceName} silent`, text: lastedText(fact.alerts, reader) }
    case 'rain':
      return { title: `Overnight: rain for ${fact.hours === 1 ? 'an hour' : `${fact.hours} hours`}`, text: '' }
    case 'calm':
      return { title: `A quiet night: ${rangeWords(fact, degrees)} everywhere`, text: '' }
  }
}

/** Returns `26 °C about 15.00`. */
export function expectedWords({ value, at }: TimedTemperature, reader: Reader): string {
  const degrees = numbersOf(metricById('temperature'), reader.celsius, reader.locale)
  return `${degrees.value(value)} about ${timeText(at, reader)}`
}

type Numbers = ReturnType<typeof numbersOf>

function outdoorsWords(outdoors: number, inside: number, degrees: Numbers): string {
  const apart = Math.round(Math.abs(outdoors - inside) * 10) / 10
  const side = outdoors < inside ? 'colder' : 'warmer'
  return `outdoors ${degrees.value(outdoors)}${apart === 0 ? '' : `, ${degrees.difference(apart)} ${side}`}`
}

/** Returns `13,0 to 16,2 °C`, or `13,0 °C`. */
function rangeWords({ lowest, highest }: { lowest: number; highest: number }, degrees: Numbers): string {
  const [low, high] = [degrees.value(lowest), degrees.value(highest)]
  return low === high ? low : `${low.slice(0, low.lastIndexOf('\u00a0'))} to ${high}`
}

/** Returns `high humidity in Cold frame`, or the name of the rule. */
function episodeTitle({ first: { kind, label, deviceName, ruleName } }: NightAlerts): string {
  if (ruleName !== '') return `${ruleName}, ${deviceName}`
  const what = lowerFirst(label ?? 'value')
  const how = { above: `high ${what}`, below: `low ${what}`, outside: `${what} out of range` }
  const words = kind === 'above' || kind === 'below' || kind === 'outside' ? how[kind] : `changing ${what}`
  return `${words} in ${deviceName}`
}

/** Keeps `CO₂` and `PM2.5` as they are. */
function lowerFirst(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** Returns `12 times above 95 %, 4 hours in all, over since 06.50`. */
function episodeText(alerts: NightAlerts, reader: Reader): string {
  const { first, count } = alerts
  const metric = metricOfEpisode(first)
  const limit =
    metric && (first.kind === 'above' || first.kind === 'below')
      ? `${first.kind} ${numbersOf(metric, reader.celsius, reader.locale).limit(first.limit)}`
      : ''
  const times = count > 1 ? `${count} times` : ''
  return [[times, limit].filter(Boolean).join(' '), lastedText(alerts, reader)].filter(Boolean).join(', ')
}

function lastedText({ first: { closedAt }, count, openMs }: NightAlerts, reader: Reader): string {
  const end = closedAt === null ? 'still open' : `over since ${timeText(closedAt, reader)}`
  return `${durationText(openMs)}${count > 1 ? ' in all' : ''}, ${end}`
}

function timeText(at: number, { locale, twelveHours, zone }: Reader): string {
  const hour = twelveHours ? 'numeric' : '2-digit'
  const format = { hour, minute: '2-digit', hour12: twelveHours, timeZone: zone, numberingSystem: 'latn' } as const
  return new Intl.DateTimeFormat([locale, DANISH], format).format(at)
}
