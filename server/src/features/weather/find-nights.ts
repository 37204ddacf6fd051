import {
  NIGHTS_COUNTED,
  toTimestamp,
  type CalendarDate,
  type Lowest,
  type Nights,
  type PlaceNight,
  type WeatherPlace,
} from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listCoordinates } from '../places/coordinates-store.ts'
import { listPlaces } from '../places/place-store.ts'
import { climateRoots } from '../places/place-tree.ts'
import { listHardiness } from '../plants/hardiness-store.ts'
import { findZone } from '../tasks/task-store.ts'
import { comingNight, lastNight, lowestIn, offsetOf, type PlaceNightSpan } from './night.ts'
import { listNights, listPlaceSensors, TEMPERATURE, type PlaceSensor, type StoredNight } from './night-store.ts'
import type { OutdoorTemperature } from './open-meteo.ts'
import { openForecastsOf, type WeatherCache } from './weather-cache.ts'

/** Most places of a reply, the coldest ones. */
const PLACES_MAX = 50
const HOUR_MS = 3_600_000
/** Intervals without a reading after which a page calls a board silent. */
const SILENT_AFTER = 10

interface Sources extends Pick<Context, 'db' | 'now' | 'timeSeries'> {
  readonly forecasts: WeatherCache
}

interface Asked {
  readonly householdId: string
  readonly userId: string
  readonly place: WeatherPlace
}

/**
 * Returns the coming and the last night of the places of a household. A place has the forecast of its own coordinates, else that
 * of the place that is asked for.
 */
export async function findNights(
  { db, now, timeSeries, forecasts }: Sources,
  { householdId, userId, place }: Asked,
): Promise<Nights> {
  const thermometers = await listPlaceSensors(db, TEMPERATURE, householdId)
  const newest = await timeSeries.newest([...new Set(thermometers.map(({ deviceKey }) => deviceKey))])
  const byPlace = [...Map.groupBy(thermometers, ({ placeId }) => placeId).values()]
  const unheated = byPlace.flatMap(([first, ...others]) =>
    first && first.shelter !== 'heated' ? [{ ...first, thermometers: [first, ...others] }] : [],
  )
  const tenderest = await tenderestByPlace(db, householdId, new Set(byPlace.flatMap(([first]) => first?.placeId ?? [])))
  const placeIds = unheated.map(({ placeId }) => placeId)
  const coordinates = await listCoordinates(db, placeIds)
  const stored = await listNights(db, placeIds, NIGHTS_COUNTED)
  const forecastOf = openForecastsOf(forecasts, userId)
  const temperaturesAt = async (where: WeatherPlace) => (await forecastOf(where))?.outdoorHours ?? []
  const spans = spansOf(now(), await findZone(db, householdId))

  const places: PlaceNight[] = []
  for (const { placeId, name, thermometers: own } of unheated) {
    const there = coordinates.get(placeId)
    const nights = stored.get(placeId) ?? []
    const { offset, knownNights } = offsetOf(nights)
    const outside = offset === null ? [] : await temperaturesAt(there ? { name, ...there } : place)
    places.push({
      placeId,
      name,
      offset,
      knownNights,
      tenderest: tenderest.get(placeId) ?? null,
      ...expected(warmed(outside, offset ?? 0), spans),
      lastNight: measuredIn(nights, spans.last.of),
      silentSince: silentSince(own, newest, spans.now),
    })
  }
  const outside = await temperaturesAt(place)
  return {
    outdoors: { ...expected(outside, spans), lastNight: lowestIn(outside, spans.last) },
    places: places.toSorted((one, other) => coldness(one) - coldness(other)).slice(0, PLACES_MAX),
    heated: byPlace.flatMap(([first]) => (first?.shelter === 'heated' ? [first.name] : [])),
  }
}

/** Returns by place the plant there, or below where it is as warm, that bears the least cold. */
async function tenderestByPlace(db: Db, householdId: string, withThermometer: ReadonlySet<string>) {
  const roots = climateRoots(await listPlaces(db, householdId), withThermometer)
  const plants = Map.groupBy(await listHardiness(db, householdId), ({ placeId }) => roots.get(placeId))
  return new Map(
    [...plants].map(([placeId, own]) => {
      const [first] = own.toSorted((one, other) => other.hardyTo - one.hardyTo)
      return [placeId, first && { name: first.name, hardyTo: first.hardyTo }]
    }),
  )
}

interface Spans {
  readonly now: number
  readonly coming: PlaceNightSpan
  readonly last: PlaceNightSpan
}

function spansOf(now: number, zone: string): Spans {
  return { now, coming: comingNight(now, zone), last: lastNight(now, zone) }
}

function warmed(temperatures: readonly OutdoorTemperature[], by: number): OutdoorTemperature[] {
  return temperatures.map(({ at, temperature }) => ({ at, temperature: temperature + by }))
}

/** Returns the lowest of the rest of the night, and the hours until its end. */
function expected(
  temperatures: readonly OutdoorTemperature[],
  { now, coming }: Spans,
): Pick<PlaceNight, 'tonight' | 'curve'> {
  const hours = temperatures.filter(({ at }) => at > now - HOUR_MS && at <= coming.to)
  return {
    tonight: lowestIn(hours, { from: Math.max(coming.from, now - HOUR_MS), to: coming.to }),
    curve: hours.map(({ at, temperature }) => ({ time: toTimestamp(at), temperature })),
  }
}

function measuredIn(nights: readonly StoredNight[], of: CalendarDate): Lowest | null {
  const night = nights.find((one) => one.of === of)
  if (!night || night.measuredLow === null || night.measuredAt === null) return null
  return { value: night.measuredLow, at: toTimestamp(night.measuredAt) }
}

/** Returns the newest instant of thermometers when all of those that ever sent are silent. */
function silentSince(
  thermometers: readonly PlaceSensor[],
  newest: Awaited<ReturnType<TimeSeries['newest']>>,
  now: number,
): string | null {
  const sent = thermometers.flatMap(({ deviceKey, slot, everySeconds }) => {
    const last = newest.get(deviceKey)?.find((one) => one.slot === slot)
    return last ? [{ at: last.at, isSilent: now - last.at > SILENT_AFTER * everySeconds * 1000 }] : []
  })
  if (sent.length === 0 || sent.some(({ isSilent }) => !isSilent)) return null
  return toTimestamp(Math.max(...sent.map(({ at }) => at)))
}

/** Orders places by what is expected, then those without an expectation by their last night. */
function coldness({ tonight, lastNight: measured }: PlaceNight): number {
  return tonight?.value ?? (measured ? measured.value + UNKNOWN_LAST : Infinity)
}

const UNKNOWN_LAST = 1000
