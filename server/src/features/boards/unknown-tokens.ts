import { toTimestamp, type UnknownToken } from '@greenhouse/contract'

/** Networks and ways; the oldest are forgotten. */
const KEPT_MAX = 100

interface Attempts {
  readonly count: number
  readonly at: number
}

/** Attempts of boards with a token that nobody has. In memory, because they only help while a board is set up. */
export class UnknownTokens {
  readonly #now: () => number
  readonly #attempts = new Map<string, Attempts>()

  /** @param now milliseconds since 1970, UTC */
  constructor(now: () => number) {
    this.#now = now
  }

  note(way: UnknownToken['way'], network: string): void {
    const key = `${way} ${network}`
    const count = (this.#attempts.get(key)?.count ?? 0) + 1
    this.#attempts.delete(key)
    this.#attempts.set(key, { count, at: this.#now() })
    const [oldest] = this.#attempts.keys()
    if (this.#attempts.size > KEPT_MAX && oldest !== undefined) this.#attempts.delete(oldest)
  }

  /** Returns the attempts of each network, the newest first. */
  list(): UnknownToken[] {
    const all = [...this.#attempts].map(([key, { count, at }]): UnknownToken => {
      const [way, network = ''] = key.split(' ')
      return { way: way === 'MQTT' ? 'MQTT' : 'HTTP', network, count, lastAt: toTimestamp(at) }
    })
    return all.toReversed()
  }
}
