import type { FoundPlace } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { Breaker } from './breaker.ts'
import { openMeteo } from './open-meteo.ts'
import { WeatherCache } from './weather-cache.ts'

/** The weather service, left alone while it fails. */
export interface Forecasts {
  readonly cache: WeatherCache
  /** Rejects while the service is unavailable. */
  search(name: string): Promise<FoundPlace[]>
}

export function openForecasts({ config, log, now }: Pick<Context, 'config' | 'log' | 'now'>): Forecasts {
  const breakerOf = (service: 'forecasts' | 'places') =>
    new Breaker(now, (isUnavailable, reason) =>
      isUnavailable
        ? log.warn({ event: 'weather.unavailable', service, reason })
        : log.info({ event: 'weather.available', service }),
    )
  const service = openMeteo({ forecast: config.weatherUrl, geocoding: config.geocodingUrl })
  const geocoding = breakerOf('places')
  return {
    cache: new WeatherCache(service, breakerOf('forecasts'), now),
    search: (name) => geocoding.ask(() => service.search(name)),
  }
}
