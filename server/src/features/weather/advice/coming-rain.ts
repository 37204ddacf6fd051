import { comingRain, toTimestamp, type AdviceNow, type ComingRain } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { openForecastsOf, type WeatherCache } from '../weather-cache.ts'
import { findAdvisedPlaces } from './advised-places.ts'
import { isTooOld } from './due-advice.ts'

/** Returns the rain that watering may wait for, and the age of the forecasts of a household. */
export async function findComingRain(
  { db, now, forecasts }: Pick<Context, 'db' | 'now'> & { readonly forecasts: WeatherCache },
  { householdId, by }: { readonly householdId: string; readonly by: string },
): Promise<Omit<AdviceNow, 'advice'>> {
  const forecastOf = openForecastsOf(forecasts, by)
  const fetchedAt: string[] = []
  const rain: ComingRain[] = []
  for (const { placeIds, name, coordinates, shelter, rain: setting } of await findAdvisedPlaces(db, householdId)) {
    const forecast = await forecastOf({ name, ...coordinates })
    if (!forecast) continue
    fetchedAt.push(forecast.fetchedAt)
    const coming = isTooOld(forecast, now()) ? null : comingRain(forecast.outdoorHours, now())
    if (coming && shelter === 'outdoors' && setting === 'propose')
      rain.push({ placeIds: [...placeIds], millimetres: coming.millimetres, at: toTimestamp(coming.at) })
  }
  const forecastAt = fetchedAt.toSorted()[0] ?? null
  return { rain, forecastAt, isStale: forecastAt !== null && isTooOld({ fetchedAt: forecastAt }, now()) }
}
