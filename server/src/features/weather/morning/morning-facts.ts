import type { CalendarDate } from '@greenhouse/contract'
import type { StoredEpisode } from '../../alerts/episodes/episode.ts'
import type { Thermometer } from './morning-store.ts'

/** °C. On a hotter day its heat is shown in place of the cold of the night. */
const HEAT = 28

export interface TimedTemperature {
  readonly value: number
  readonly at: number
}

/** The lowest and highest value of a thermometer in a night. */
export interface MeasuredNight {
  readonly thermometer: Thermometer
  readonly lowest: TimedTemperature
  readonly highest: number
}

/** The alerts of a rule on a device within a night, the newest first. */
export interface NightAlerts {
  readonly first: StoredEpisode
  readonly count: number
  /** How long they were open within the night. */
  readonly openMs: number
}

export type Fact =
  | { readonly kind: 'hottest' | 'tonight'; readonly expected: TimedTemperature }
  | { readonly kind: 'coldest'; readonly night: MeasuredNight; readonly outdoors: TimedTemperature | undefined }
  | { readonly kind: 'episode' | 'silence'; readonly alerts: NightAlerts }
  | { readonly kind: 'rain'; readonly hours: number }
  | { readonly kind: 'calm'; readonly lowest: number; readonly highest: number }

export interface MorningSources {
  readonly nights: readonly MeasuredNight[]
  readonly episodes: readonly StoredEpisode[]
  /** From the evening to the morning, in milliseconds since 1970. */
  readonly night: { readonly from: number; readonly to: number }
  /** Outdoors, as far as known. */
  readonly lastNight: TimedTemperature | undefined
  readonly hottest: TimedTemperature | undefined
  readonly tonight: TimedTemperature | undefined
  readonly rainHours: number
}

/** Returns the facts of the temperature, the best first. */
export function temperatureFacts({ nights, lastNight, hottest, tonight }: MorningSources): Fact[] {
  const [coldest] = nights.toSorted((one, other) => one.lowest.value - other.lowest.value)
  const facts: Array<Fact | undefined> = [
    hottest && hottest.value > HEAT ? { kind: 'hottest', expected: hottest } : undefined,
    coldest && { kind: 'coldest', night: coldest, outdoors: lastNight },
    tonight && { kind: 'tonight', expected: tonight },
  ]
  return facts.filter((fact) => fact !== undefined)
}

/** Returns what happened in the night, the longest first; or that it was calm. */
export function nightFacts({ nights, episodes, night, rainHours }: MorningSources): Fact[] {
  const alerts = alertsOf(episodes, night).map((one): readonly [number, Fact] => [
    one.openMs,
    { kind: one.first.kind === 'silent' ? 'silence' : 'episode', alerts: one },
  ])
  const rain: Array<readonly [number, Fact]> =
    rainHours > 0 ? [[rainHours * HOUR_MS, { kind: 'rain', hours: rainHours }]] : []
  const happened = [...alerts, ...rain].toSorted(([one], [other]) => other - one).map(([, fact]) => fact)
  if (happened.length > 0 || nights.length === 0) return happened
  const lowest = Math.min(...nights.map((one) => one.lowest.value))
  return [{ kind: 'calm', lowest, highest: Math.max(...nights.map((one) => one.highest)) }]
}

const HOUR_MS = 3_600_000

/** Joins the alerts of a rule on a device. Takes and keeps the newest first. */
function alertsOf(episodes: readonly StoredEpisode[], { from, to }: MorningSources['night']): NightAlerts[] {
  const ofRules = episodes.filter(({ kind }) => kind !== 'due')
  const joined = Map.groupBy(ofRules, ({ ruleId, deviceKey, deviceName }) => `${ruleId} ${deviceKey} ${deviceName}`)
  return [...joined.values()].flatMap((all) => {
    const openMs = all.reduce(
      (sum, { openedAt, closedAt }) => sum + Math.max(Math.min(closedAt ?? to, to) - Math.max(openedAt, from), 0),
      0,
    )
    return all[0] ? [{ first: all[0], count: all.length, openMs }] : []
  })
}

/** Returns what a fact is about. */
export function keyOf(fact: Fact): string {
  if (fact.kind === 'coldest') return `coldest ${fact.night.thermometer.seriesId}`
  if (fact.kind === 'episode' || fact.kind === 'silence')
    return `${fact.kind} ${fact.alerts.first.ruleId} ${fact.alerts.first.deviceId}`
  return fact.kind
}

/** Returns the first fact that is not in `named`, or else the one whose date is the oldest. */
export function choose(facts: readonly Fact[], named: ReadonlyMap<string, CalendarDate>): Fact | undefined {
  return facts.toSorted((one, other) => (named.get(keyOf(one)) ?? '').localeCompare(named.get(keyOf(other)) ?? ''))[0]
}
