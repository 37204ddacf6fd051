import { addDays, NIGHTS_COUNTED, type CalendarDate } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { listCoordinates } from '../places/coordinates-store.ts'
import { measuredLow } from './measured-low.ts'
import { comingNight, lastNight, lowestIn, type PlaceNightSpan } from './night.ts'
import {
  insertForecastLow,
  listNights,
  listPlaceSensors,
  removeNightsBefore,
  TEMPERATURE,
  upsertMeasuredLow,
  type PlaceSensor,
  type StoredNight,
} from './night-store.ts'
import type { WeatherCache } from './weather-cache.ts'
import { listTowns } from './weather-place-store.ts'

const RUN_EVERY_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** How long after its begin a forecast is still one of the night. */
const FORECAST_WITHIN_MS = 4 * HOUR_MS
/** How long after its end a night is measured, and how long it is measured anew because readings may come late. */
const MEASURED_WITHIN_MS = 5 * HOUR_MS
const MEASURED_ANEW_MS = HOUR_MS

/**
 * Stores for each unheated place with a thermometer the lowest temperature that is forecast in the evening, and the one that was
 * measured in the morning. A second process that does the same changes nothing.
 */
export function openNightRecords(
  { db, log, now, timeSeries }: Pick<Context, 'db' | 'log' | 'now' | 'timeSeries'>,
  forecasts: WeatherCache,
): PeriodicJob {
  async function recordForecasts(places: readonly ThermometerPlace[]): Promise<void> {
    const coordinates = await listCoordinates(
      db,
      places.map(({ placeId }) => placeId),
    )
    const towns = await listTowns(
      db,
      places.map(({ householdId }) => householdId),
    )
    for (const { placeId, householdId, coming } of places) {
      const where = coordinates.get(placeId) ?? towns.get(householdId)
      if (!where) continue
      const forecast = await forecasts.forecast({ name: '', ...where }, householdId)
      const lowest = forecast && !forecast.stale ? lowestIn(forecast.outdoorHours, coming) : null
      if (lowest) await insertForecastLow(db, placeId, coming.of, lowest.value)
    }
  }

  async function recordMeasured({ placeId, last, thermometers }: ThermometerPlace): Promise<void> {
    const lowest = await measuredLow(timeSeries, thermometers, last)
    if (lowest) await upsertMeasuredLow(db, placeId, last.of, lowest)
  }

  return openPeriodicJob(
    async () => {
      const places = thermometerPlaces(await listPlaceSensors(db, TEMPERATURE), now())
      const evening = places.filter(({ coming }) => now() >= coming.from && now() < coming.from + FORECAST_WITHIN_MS)
      const morning = places.filter(({ last }) => now() < last.to + MEASURED_WITHIN_MS)
      const stored = await listNights(
        db,
        [...evening, ...morning].map(({ placeId }) => placeId),
        2,
      )
      await recordForecasts(
        evening.filter(({ placeId, coming }) => !has('forecastLow', stored.get(placeId), coming.of)),
      )
      for (const place of morning)
        if (now() < place.last.to + MEASURED_ANEW_MS || !has('measuredLow', stored.get(place.placeId), place.last.of))
          await recordMeasured(place)
      await removeNightsBefore(db, addDays(new Date(now()).toISOString().slice(0, 10), -2 * NIGHTS_COUNTED))
    },
    {
      everyMs: RUN_EVERY_MS,
      runsAtStart: true,
      onError: (error) => log.error({ event: 'nights.failed', err: error }),
    },
  )
}

interface ThermometerPlace {
  readonly placeId: string
  readonly householdId: string
  readonly thermometers: readonly PlaceSensor[]
  readonly coming: PlaceNightSpan
  readonly last: PlaceNightSpan
}

/** Groups the thermometers of unheated places. */
function thermometerPlaces(thermometers: readonly PlaceSensor[], now: number): ThermometerPlace[] {
  const unheated = thermometers.filter(({ shelter }) => shelter !== 'heated')
  return [...Map.groupBy(unheated, ({ placeId }) => placeId)].flatMap(([placeId, own]) => {
    const [first] = own
    if (!first) return []
    const { householdId, timeZone } = first
    const spans = { coming: comingNight(now, timeZone), last: lastNight(now, timeZone) }
    return [{ placeId, householdId, thermometers: own, ...spans }]
  })
}

/** Returns whether the forecast or the measured low of a night is stored. */
function has(
  low: 'forecastLow' | 'measuredLow',
  nights: readonly StoredNight[] | undefined,
  of: CalendarDate,
): boolean {
  return nights?.some((night) => night.of === of && night[low] !== null) ?? false
}
