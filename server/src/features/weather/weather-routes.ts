import { DEFAULT_PLACE, weatherRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { ProblemError } from '../../platform/problem.ts'
import { openMeteo } from './open-meteo.ts'
import { findPlace, updatePlace } from './place-store.ts'
import { WeatherCache } from './weather-cache.ts'

/** One person may search so often in a minute; each search goes out to somebody else's server. */
const SEARCHES_PER_MINUTE = 30
const MINUTE = 60_000

export function serveWeather({ config, db, log, now, serve }: Context): void {
  const service = openMeteo({ forecast: config.weatherUrl, geocoding: config.geocodingUrl })
  const cache = new WeatherCache(service, now)
  const searches = new Map<string, { minute: number; count: number }>()

  serve(weatherRoutes.forecast, async (_, { userId }) => {
    const forecast = await cache.forecast((await findPlace(db, userId)) ?? DEFAULT_PLACE)
    if (!forecast) throw away()
    return forecast
  })

  serve(weatherRoutes.search, async ({ query }, { userId }) => {
    countSearch(userId)
    try {
      return await service.search(query.name)
    } catch (error) {
      log.warn({ event: 'weather.search-failed', reason: (error as Error).message })
      throw away()
    }
  })

  serve(weatherRoutes.setPlace, ({ body }, { userId }) => updatePlace(db, userId, body))

  function countSearch(userId: string): void {
    const minute = Math.floor(now() / MINUTE)
    if (searches.get(userId)?.minute !== minute) {
      for (const [key, known] of searches) if (known.minute !== minute) searches.delete(key)
    }
    const { count } = searches.get(userId) ?? { count: 0 }
    if (count >= SEARCHES_PER_MINUTE) {
      throw new ProblemError(429, 'weather.too-many', 'Too many searches. Try again in a minute.', {
        retryAfterSeconds: 60,
      })
    }
    searches.set(userId, { minute, count: count + 1 })
  }
}

function away(): ProblemError {
  return new ProblemError(503, 'weather.away', 'The weather service can’t be reached. Try again in a moment.', {
    retryAfterSeconds: 30,
  })
}
