import { findDeviceKeys } from '../../features/devices/known-device-store.ts'
import { deviceOf } from '../../features/live/device-topics.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Hub } from '../../platform/live/hub.ts'

const ASKED_AGAIN_MS = 1000

/** A device with subscribers: how many of its topics have some, and its key once that is known. */
interface Subscribed {
  topics: number
  key: number | undefined
}

/** Devices with subscribers in this process. Other devices cost no query: this process reads the readings of all. */
export class SubscribedDevices {
  readonly #clock: () => number
  readonly #byId = new Map<string, Subscribed>()
  readonly #keys = new Set<number>()
  /** Devices without a known key. */
  readonly #unknown = new Set<string>()
  #asking: Promise<void> | undefined
  #askedAgainAt = -Infinity

  /** @param clock milliseconds that only go forward */
  constructor(hub: Pick<Hub, 'onSubscribed'>, clock = () => performance.now()) {
    this.#clock = clock
    hub.onSubscribed((name, hasSubscribers) => this.#note(name, hasSubscribers))
  }

  has(deviceKey: number): boolean {
    return this.#keys.has(deviceKey)
  }

  /** Looks up the keys of newly subscribed devices; later, when the database is unavailable. */
  async lookUp(db: Db): Promise<void> {
    while (this.#unknown.size > 0 && this.#clock() >= this.#askedAgainAt) {
      this.#asking ??= this.#ask(db).finally(() => (this.#asking = undefined))
      await this.#asking
    }
  }

  async #ask(db: Db): Promise<void> {
    const ids = [...this.#unknown]
    try {
      const keys = await findDeviceKeys(db, ids)
      for (const id of ids) {
        this.#unknown.delete(id)
        const [key, subscribed] = [keys.get(id), this.#byId.get(id)]
        if (key === undefined || !subscribed) continue
        subscribed.key = key
        this.#keys.add(key)
      }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#askedAgainAt = this.#clock() + ASKED_AGAIN_MS
    }
  }

  #note(name: string, hasSubscribers: boolean): void {
    const id = deviceOf(name)
    if (id === undefined) return
    const subscribed = this.#byId.get(id) ?? { topics: 0, key: undefined }
    subscribed.topics += hasSubscribers ? 1 : -1
    if (subscribed.topics > 0) {
      this.#byId.set(id, subscribed)
      if (subscribed.key === undefined) this.#unknown.add(id)
      return
    }
    this.#byId.delete(id)
    this.#unknown.delete(id)
    if (subscribed.key !== undefined) this.#keys.delete(subscribed.key)
  }
}
