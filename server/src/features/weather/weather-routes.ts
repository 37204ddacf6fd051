import { DEFAULT_PLACE, weatherRoutes, type WeatherPlace } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { ofPerson, type RateLimit } from '../../platform/rate-limit/rate-limit-rule.ts'
import { countAttempts } from '../../platform/rate-limit/rate-limit-store.ts'
import { listCoordinates } from '../places/coordinates-store.ts'
import { findPlace } from '../places/place-store.ts'
import { findNights } from './find-nights.ts'
import type { Forecasts } from './forecasts.ts'
import { findWeatherPlace, updateWeatherPlace } from './weather-place-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Each search is a request to an external service, which blocks servers with too many of them. */
const SEARCHES_PER_MINUTE = 30
const PLACES_PER_HOUR = 10

export function serveWeather({ db, now, serve, timeSeries }: Context, { cache, search }: Forecasts): void {
  serve(weatherRoutes.forecast, async ({ query: { placeId } }, { householdId, userId }) => {
    const found = await cache.forecast(await placeOf({ householdId, userId, placeId }), userId)
    if (!found) throw away()
    const { outdoorHours: _, rainAt: _rain, ...forecast } = found
    return forecast
  })

  serve(weatherRoutes.nights, async ({ query: { placeId } }, { householdId, userId }) => {
    const place = await placeOf({ householdId, userId, placeId })
    return findNights({ db, now, timeSeries, forecasts: cache }, { householdId, userId, place })
  })

  serve(weatherRoutes.search, async ({ query }, { userId }) => {
    const searches = ofPerson(`weather-search:${userId}`, SEARCHES_PER_MINUTE, MINUTE)
    await limit(searches, 'Too many searches. Try again in a minute.')
    try {
      return await search(query.name)
    } catch {
      // The breaker has logged the reason.
      throw away()
    }
  })

  serve(weatherRoutes.setPlace, async ({ body }, { userId }) => {
    const places = ofPerson(`weather-place:${userId}`, PLACES_PER_HOUR, HOUR)
    await limit(places, `You can choose ${PLACES_PER_HOUR} places an hour. Try again later.`)
    return updateWeatherPlace(db, userId, body)
  })

  /** Returns where the forecast is of: a place of the household with coordinates, else the town of the person. */
  async function placeOf(of: { householdId: string; userId: string; placeId?: string | undefined }) {
    const there = of.placeId === undefined ? undefined : await locate(of.householdId, of.placeId)
    return there ?? (await findWeatherPlace(db, of.userId)) ?? DEFAULT_PLACE
  }

  /** Returns a place of the household with its coordinates; undefined when it has none. */
  async function locate(householdId: string, placeId: string): Promise<WeatherPlace | undefined> {
    const { name } = found(await findPlace(db, householdId, placeId), 'place')
    const coordinates = (await listCoordinates(db, [placeId])).get(placeId)
    return coordinates && { name, ...coordinates }
  }

  /** Counts a request. Throws a 429 when the caller has to wait. */
  async function limit(attempts: RateLimit, message: string): Promise<void> {
    const waitMs = await countAttempts(db, [attempts], now())
    if (waitMs === 0) return
    throw new ProblemError(429, 'weather.too-many', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
}

function away(): ProblemError {
  const message =
    'The weather service can’t be reached. Greenhouse tries again every 10 minutes; everything else works.'
  return new ProblemError(503, 'weather.away', message, { retryAfterSeconds: 30 })
}
