import type { Forecast, Place } from '@greenhouse/contract'
import type { OpenMeteo } from './open-meteo.ts'

const FRESH_MS = 10 * 60_000
/** After a failure the service is left alone for so long. */
const RETRY_AFTER_MS = 30_000
/** Older weather than this is none. */
const STALE_MAX_MS = 24 * 3_600_000
const PLACES_MAX = 500

type Answer = Omit<Forecast, 'place' | 'stale'>

interface Entry {
  answer: Answer | undefined
  fetchedAt: number
  failedAt: number
  asking: Promise<void> | undefined
}

/**
 * Forecasts by place, rounded to about a kilometre: one request for everybody who lives there, fresh for ten minutes,
 * and what was known before, marked as such, while the service is away.
 */
export class WeatherCache {
  readonly #service: OpenMeteo
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()

  constructor(service: OpenMeteo, now: () => number) {
    this.#service = service
    this.#now = now
  }

  /** @returns undefined when the service is away and nothing is known */
  async forecast(place: Place): Promise<Forecast | undefined> {
    const rounded = { ...place, latitude: round(place.latitude), longitude: round(place.longitude) }
    const entry = this.#entry(`${rounded.latitude},${rounded.longitude}`)
    const now = this.#now()
    if (now - entry.fetchedAt >= FRESH_MS && now - entry.failedAt >= RETRY_AFTER_MS) {
      entry.asking ??= this.#ask(entry, rounded)
    }
    await entry.asking
    const age = this.#now() - entry.fetchedAt
    if (!entry.answer || age > STALE_MAX_MS) return undefined
    return { ...entry.answer, place, stale: age >= FRESH_MS }
  }

  async #ask(entry: Entry, place: Place): Promise<void> {
    try {
      const at = this.#now()
      const answer = await this.#service.forecast(place, at)
      entry.answer = { ...answer, fetchedAt: new Date(at).toISOString() }
      entry.fetchedAt = at
    } catch {
      // Whoever asks is told by the age of the answer, or that there is none.
      entry.failedAt = this.#now()
    } finally {
      entry.asking = undefined
    }
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key)
    if (known) return known
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= PLACES_MAX && oldest !== undefined) this.#entries.delete(oldest)
    const entry = { answer: undefined, fetchedAt: -Infinity, failedAt: -Infinity, asking: undefined }
    this.#entries.set(key, entry)
    return entry
  }
}

function round(degrees: number): number {
  return Number(degrees.toFixed(2))
}
