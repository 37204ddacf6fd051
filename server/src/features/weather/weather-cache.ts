import { toTimestamp, type Forecast, type WeatherPlace } from '@greenhouse/contract'
import { WindowLimit } from '../../platform/rate-limit/window-limit.ts'
import type { Breaker } from './breaker.ts'
import type { OpenMeteo, OutdoorForecast } from './open-meteo.ts'

const FRESH_MS = 10 * 60_000
const STALE_MAX_MS = 24 * 3_600_000
const PLACES_MAX = 500
/** A household may have a hundred places; the requests to the service are shared by all. */
const ASKED_PER_MINUTE = 20

type Answer = OutdoorForecast & Pick<Forecast, 'fetchedAt'>
export type KnownForecast = Forecast & Pick<OutdoorForecast, 'outdoorHours' | 'rainAt'>

interface Entry {
  answer: Answer | undefined
  fetchedAt: number
  asking: Promise<void> | undefined
}

/** Keeps forecasts for ten minutes by place, rounded to about a kilometre; older ones are the fallback, as stale. */
export class WeatherCache {
  readonly #service: OpenMeteo
  readonly #breaker: Breaker
  readonly #now: () => number
  readonly #asked: WindowLimit<string>
  readonly #entries = new Map<string, Entry>()

  constructor(service: OpenMeteo, breaker: Breaker, now: () => number) {
    this.#service = service
    this.#breaker = breaker
    this.#now = now
    this.#asked = new WindowLimit({ max: ASKED_PER_MINUTE, windowMs: 60_000, clock: now })
  }

  /**
   * @param by who asks, for whom the service gets at most 20 requests a minute
   * @returns undefined when the service is unavailable, or asked too often, and nothing is cached
   */
  async forecast(place: WeatherPlace, by: string): Promise<KnownForecast | undefined> {
    const rounded = { ...place, latitude: round(place.latitude), longitude: round(place.longitude) }
    const entry = this.#entry(`${rounded.latitude},${rounded.longitude}`)
    const now = this.#now()
    if (!isFresh(now - entry.fetchedAt) && !entry.asking && this.#asked.consume(by) === 0)
      entry.asking = this.#ask(entry, rounded)
    await entry.asking
    const age = this.#now() - entry.fetchedAt
    if (!entry.answer || age > STALE_MAX_MS) return undefined
    return { ...entry.answer, place, stale: !isFresh(age) }
  }

  async #ask(entry: Entry, place: WeatherPlace): Promise<void> {
    try {
      const fetchedAt = this.#now()
      const answer = await this.#breaker.ask(() => this.#service.forecast(place, fetchedAt))
      entry.answer = { ...answer, fetchedAt: toTimestamp(fetchedAt) }
      entry.fetchedAt = fetchedAt
    } catch {
      // forecast() returns the last reply with its age, or undefined.
    } finally {
      entry.asking = undefined
    }
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key)
    if (known) return known
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= PLACES_MAX && oldest !== undefined) this.#entries.delete(oldest)
    const entry = { answer: undefined, fetchedAt: -Infinity, asking: undefined }
    this.#entries.set(key, entry)
    return entry
  }
}

/** A negative age means that the clock was set back; the real age is unknown. */
function isFresh(age: number): boolean {
  return age >= 0 && age < FRESH_MS
}

function round(degrees: number): number {
  return Number(degrees.toFixed(2))
}

/** Most forecasts that a reply, or a check of a household, needs. */
const FORECASTS_MAX = 10

/** Returns a function that returns the forecast of a place from the cache; undefined beyond the limit of forecasts. */
export function openForecastsOf(cache: WeatherCache, by: string) {
  const known = new Map<string, KnownForecast | undefined>()
  return async (where: WeatherPlace): Promise<KnownForecast | undefined> => {
    const key = `${where.latitude} ${where.longitude}`
    if (!known.has(key) && known.size < FORECASTS_MAX) known.set(key, await cache.forecast(where, by))
    return known.get(key)
  }
}
