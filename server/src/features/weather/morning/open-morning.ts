import {
  addDays,
  dateIn,
  DEFAULT_PLACE,
  HOUR_MS,
  instantOf,
  startOfDate,
  toTimestamp,
  type MorningFact,
  type MorningNote,
  type Settings,
} from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { listEpisodes } from '../../alerts/episodes/episode-store.ts'
import { listDueBefore, type DueTaskOf } from '../../alerts/reminders/due-task-store.ts'
import { taskNames } from '../../alerts/reminders/morning-list.ts'
import { findZone } from '../../tasks/task-store.ts'
import type { OutdoorTemperature } from '../open-meteo.ts'
import type { WeatherCache } from '../weather-cache.ts'
import { findWeatherPlace } from '../weather-place-store.ts'
import {
  choose,
  keyOf,
  nightFacts,
  temperatureFacts,
  type Fact,
  type MeasuredNight,
  type MorningSources,
  type TimedTemperature,
} from './morning-facts.ts'
import { listAllThermometers, listNamed, storeNamed } from './morning-store.ts'
import { expectedWords, factWords, readerOf, type Reader } from './morning-words.ts'

/** Hours of the clock. */
const NIGHT_BEGINS = 18
const NIGHT_ENDS = 7
const QUARTER_MS = 15 * 60_000
/** More alerts of a night than anybody reads. */
const EPISODES_MAX = 500
/** A fact is not repeated within three days, if there is another. */
const NAMED_DAYS = 2
const DRAWN_PLANTS = 3

type SettingsOf = (db: Context['db'], userId: string) => Promise<Settings>

interface Member {
  readonly householdId: string
  readonly userId: string
}

/**
 * Returns what composes the note of a morning for a member, in the words of the member.
 * @param settingsOf returns how a person reads numbers and times
 */
export function openMorning(
  { db, now, timeSeries }: Pick<Context, 'db' | 'now' | 'timeSeries'>,
  { forecasts, settingsOf }: { readonly forecasts: WeatherCache; readonly settingsOf: SettingsOf },
): (member: Member) => Promise<MorningNote> {
  return async (member) => {
    const { householdId, userId } = member
    const zone = await findZone(db, householdId)
    const date = dateIn(now(), zone)
    const reader = readerOf(await settingsOf(db, userId), zone)
    const sources = await gather(member, zone)
    const named = await listNamed(db, householdId, date)
    const chosen = [temperatureFacts(sources), nightFacts(sources)].flatMap((facts) => choose(facts, named) ?? [])
    await storeNamed(db, householdId, { on: date, facts: chosen.map(keyOf), keptFrom: addDays(date, -NAMED_DAYS) })
    const heat = chosen.some(({ kind }) => kind === 'hottest') ? undefined : sources.hottest
    const tasks = await tasksOf(member, startOfDate(addDays(date, 1), zone))
    return { date, facts: [...chosen.map((fact) => toFact(fact, sources, reader)), taskFact(tasks, heat, reader)] }
  }

  async function gather({ householdId, userId }: Member, zone: string): Promise<MorningSources> {
    const today = dateIn(now(), zone)
    const at = (days: number, hour: number) => instantOf(addDays(today, days), hour * 60, zone)
    const night = { from: at(-1, NIGHT_BEGINS), to: Math.min(at(0, NIGHT_ENDS), now()) }
    const place = (await findWeatherPlace(db, userId)) ?? DEFAULT_PLACE
    const { outdoorHours = [], rainAt = [] } = (await forecasts.forecast(place, userId)) ?? {}
    const between = (from: number, to: number) => outdoorHours.filter((one) => one.at >= from && one.at <= to)
    return {
      nights: await measure(householdId, night),
      episodes: await listEpisodes(db, householdId, { ...night, limit: EPISODES_MAX }),
      night,
      lastNight: extreme(between(night.from, night.to), -1),
      hottest: extreme(between(now() - HOUR_MS, at(1, 0)), 1),
      tonight: extreme(between(at(0, NIGHT_BEGINS), at(1, NIGHT_ENDS)), -1),
      rainHours: rainAt.filter((hour) => hour >= night.from && hour < night.to).length,
    }
  }

  async function measure(householdId: string, { from, to }: MorningSources['night']): Promise<MeasuredNight[]> {
    const nights: MeasuredNight[] = []
    for (const thermometer of await listAllThermometers(db, householdId)) {
      const { deviceKey, slot } = thermometer
      const [buckets] = await timeSeries.points(deviceKey, [slot], { from, to, widthMs: QUARTER_MS })
      const value = Math.min(...(buckets?.lowest ?? []))
      if (!buckets || !Number.isFinite(value)) continue
      const lowest = { value, at: buckets.at[buckets.lowest.indexOf(value)] ?? from }
      nights.push({ thermometer, lowest, highest: Math.max(...buckets.highest) })
    }
    return nights
  }

  /** Returns the tasks that the list of the morning has. */
  async function tasksOf({ householdId, userId }: Member, before: number): Promise<DueTaskOf[]> {
    const due = await listDueBefore(db, householdId, before)
    return due.filter(({ assignedTo }) => assignedTo === null || assignedTo === userId)
  }
}

/** Returns the lowest temperature of times (`side` −1), or the highest (1); the earlier of two. */
function extreme(temperatures: readonly OutdoorTemperature[], side: 1 | -1): TimedTemperature | undefined {
  const [first] = temperatures.toSorted(
    (one, other) => side * (other.temperature - one.temperature) || one.at - other.at,
  )
  return first && { value: first.temperature, at: first.at }
}

function toFact(fact: Fact, { night }: MorningSources, reader: Reader): MorningFact {
  const [from, to] = [toTimestamp(night.from), toTimestamp(night.to)]
  const about = { kind: fact.kind, ...factWords(fact, reader), episodeId: null, plantIds: [], curve: null }
  if (fact.kind === 'coldest') {
    const { seriesId, deviceId } = fact.night.thermometer
    return { ...about, curve: { seriesId, deviceId, from, to } }
  }
  if (fact.kind !== 'episode' && fact.kind !== 'silence') return about
  const { episodeId, seriesId, deviceId } = fact.alerts.first
  return { ...about, episodeId, curve: seriesId && deviceId ? { seriesId, deviceId, from, to } : null }
}

/** Returns `Today: 3 to do`, `water Sweet basil, check Bench A; hottest 26 °C about 15.00`. */
function taskFact(tasks: readonly DueTaskOf[], heat: TimedTemperature | undefined, reader: Reader): MorningFact {
  const hottest = heat === undefined ? '' : `hottest ${expectedWords(heat, reader)}`
  return {
    kind: 'tasks',
    title: tasks.length === 0 ? 'Nothing to do today' : `Today: ${tasks.length} to do`,
    text: [tasks.length === 0 ? '' : taskNames(tasks), hottest].filter(Boolean).join('; '),
    curve: null,
    episodeId: null,
    plantIds: [...new Set(tasks.flatMap(({ plantId }) => plantId ?? []))].slice(0, DRAWN_PLANTS),
  }
}

/** Returns a note as a message: a line for each fact. */
export function noteText({ facts }: MorningNote): string {
  return facts.map(({ title, text }) => `${title}${text === '' ? '' : `; ${text}`}.`).join('\n')
}
