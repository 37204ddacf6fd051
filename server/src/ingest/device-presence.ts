/** The most devices that are stored at once. */
const AT_ONCE = 500

/** Stores that devices were seen just now, and that they are connected to this process or have left it. */
export interface PresenceStore {
  connected(deviceKeys: readonly number[]): Promise<void>
  left(deviceKeys: readonly number[]): Promise<void>
}

/**
 * Which devices are connected. While something is being stored, what comes gathers and is stored together afterwards: when a
 * gateway was away, thousands of devices come back within seconds.
 */
export class DevicePresence {
  readonly #store: PresenceStore
  #waiting = new Map<number, keyof PresenceStore>()
  #storing: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(store: PresenceStore) {
    this.#store = store
  }

  /** Resolves when it is stored, or what was noted of the device later. Rejects when it can't be. */
  note(deviceKey: number, presence: keyof PresenceStore): Promise<void> {
    this.#waiting.set(deviceKey, presence)
    this.#next ??= this.#storing.then(() => {
      const stored = this.#storeWaiting()
      this.#storing = stored.catch(() => {})
      return stored
    })
    return this.#next
  }

  async #storeWaiting(): Promise<void> {
    const noted = [...this.#waiting]
    this.#waiting = new Map()
    this.#next = undefined
    for (const presence of ['connected', 'left'] as const) {
      const keys = noted.filter(([, is]) => is === presence).map(([deviceKey]) => deviceKey)
      for (let from = 0; from < keys.length; from += AT_ONCE)
        await this.#store[presence](keys.slice(from, from + AT_ONCE))
    }
  }
}
