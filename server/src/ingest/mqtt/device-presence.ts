import { setTimeout as pause } from 'node:timers/promises'

/** The most devices that are stored at once. */
const AT_ONCE = 500
/** Delay of a retry. */
const RETRIED_AFTER_MS = 1000

/** Stores that devices were seen at a time, and that they are connected to this process or have left it. */
export interface PresenceStore {
  connected(deviceKeys: readonly number[], at: number): Promise<void>
  left(deviceKeys: readonly number[], at: number): Promise<void>
}

interface Noted {
  readonly presence: keyof PresenceStore
  /** When it was first tried to store it; undefined before that. */
  readonly at?: number
}

interface Portion {
  readonly keys: readonly number[]
  readonly at: number
}

/**
 * Connected devices. Changes during a write are collected for the next one: after an outage of a gateway thousands of
 * devices reconnect within seconds. Failed writes are retried, since a device that has left sends nothing more.
 */
export class DevicePresence {
  readonly #store: PresenceStore
  readonly #now: () => number
  readonly #retriedAfterMs: number
  readonly #closing = new AbortController()
  #waiting = new Map<number, Noted>()
  /** Resolves when nothing is being stored, and the pause after a failure is over. */
  #ready: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(store: PresenceStore, now: () => number, retriedAfterMs = RETRIED_AFTER_MS) {
    this.#store = store
    this.#now = now
    this.#retriedAfterMs = retriedAfterMs
  }

  /**
   * Resolves when it is stored, or what was noted of the device later. Rejects when it can't be for now: it is tried again,
   * unless something else is noted of the device.
   */
  note(deviceKey: number, presence: keyof PresenceStore): Promise<void> {
    this.#waiting.set(deviceKey, { presence })
    return this.#storeNext()
  }

  /** Tries nothing again any more. Everybody has left by then, and what is not stored is cleared by others. */
  close(): void {
    this.#closing.abort()
  }

  #storeNext(): Promise<void> {
    this.#next ??= this.#ready.then(() => {
      const stored = this.#storeWaiting()
      this.#ready = stored.catch(() => this.#retry())
      return stored
    })
    return this.#next
  }

  /** Has it tried again after a pause, together with what is noted meanwhile. */
  async #retry(): Promise<void> {
    const { signal } = this.#closing
    if (signal.aborted) return
    this.#storeNext().catch(() => {})
    await pause(this.#retriedAfterMs, undefined, { signal })
  }

  /** Throws the first failure. A failed write of arrivals does not block that of departures. */
  async #storeWaiting(): Promise<void> {
    const noted = [...this.#waiting]
    this.#waiting = new Map()
    this.#next = undefined
    const failures: unknown[] = []
    const now = this.#now()
    for (const presence of ['connected', 'left'] as const) {
      const some = noted.filter(([, { presence: is }]) => is === presence)
      const byTime = Map.groupBy(some, ([, { at = now }]) => at)
      const portions = [...byTime].flatMap(([at, devices]) =>
        portionsOf(devices.map(([deviceKey]) => deviceKey)).map((keys) => ({ at, keys })),
      )
      await this.#storeAll(presence, portions).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  /** Stores until one portion fails. The remaining ones wait, except for devices with newer changes. */
  async #storeAll(presence: keyof PresenceStore, portions: readonly Portion[]): Promise<void> {
    for (const [index, { keys, at }] of portions.entries()) {
      try {
        await this.#store[presence](keys, at)
      } catch (error) {
        for (const { keys, at } of portions.slice(index))
          for (const key of keys) if (!this.#waiting.has(key)) this.#waiting.set(key, { presence, at })
        throw error
      }
    }
  }
}

function portionsOf(keys: readonly number[]): number[][] {
  const portions: number[][] = []
  for (let from = 0; from < keys.length; from += AT_ONCE) portions.push(keys.slice(from, from + AT_ONCE))
  return portions
}
