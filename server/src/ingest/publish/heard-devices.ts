import { findDeviceKeys } from '../../features/devices/known-device-store.ts'
import { deviceOf } from '../../features/live/device-topics.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Hub } from '../../platform/live/hub.ts'

const ASKED_AGAIN_MS = 1000

/** A device with subscribers: how many of its topics have some, and its key once that is known. */
interface Heard {
  topics: number
  key: number | undefined
}

/**
 * The devices whose readings somebody watches through this process. Who serves people follows all readings of a cluster:
 * those of a device that nobody watches must cost it no question, however many devices there are.
 */
export class HeardDevices {
  readonly #clock: () => number
  readonly #byId = new Map<string, Heard>()
  readonly #keys = new Set<number>()
  /** Those whose keys are still to be looked up. */
  readonly #unknown = new Set<string>()
  #asking: Promise<void> | undefined
  #askedAgainAt = -Infinity

  /** @param clock milliseconds that only go forward */
  constructor(hub: Pick<Hub, 'onHeard'>, clock = () => performance.now()) {
    this.#clock = clock
    hub.onHeard((name, isHeard) => this.#note(name, isHeard))
  }

  has(deviceKey: number): boolean {
    return this.#keys.has(deviceKey)
  }

  /** Looks up the keys of devices that are watched since the last call. While the database is away, they have to wait. */
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
        const [key, heard] = [keys.get(id), this.#byId.get(id)]
        if (key === undefined || !heard) continue
        heard.key = key
        this.#keys.add(key)
      }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#askedAgainAt = this.#clock() + ASKED_AGAIN_MS
    }
  }

  #note(name: string, isHeard: boolean): void {
    const id = deviceOf(name)
    if (id === undefined) return
    const heard = this.#byId.get(id) ?? { topics: 0, key: undefined }
    heard.topics += isHeard ? 1 : -1
    if (heard.topics > 0) {
      this.#byId.set(id, heard)
      if (heard.key === undefined) this.#unknown.add(id)
      return
    }
    this.#byId.delete(id)
    this.#unknown.delete(id)
    if (heard.key !== undefined) this.#keys.delete(heard.key)
  }
}
