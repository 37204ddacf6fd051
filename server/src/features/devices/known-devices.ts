import { isUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readDevices, type KnownDevice } from './known-device-store.ts'

export type DevicesByKey = ReadonlyMap<number, KnownDevice>

/** Devices found, devices that could not be looked up, and the error. */
export interface AskedDevices {
  readonly known: DevicesByKey
  readonly unasked: ReadonlySet<number>
  readonly error: unknown
}

/** Another process may change a device meanwhile. */
const GOOD_FOR_MS = 1000
const DEVICES_MAX = 200_000
const NONE: ReadonlySet<number> = new Set()

/** Caches the devices that send readings. Changes of a device in this process invalidate it. */
export class KnownDevices {
  #recent = new Map<number, KnownDevice>()
  #previous: ReadonlyMap<number, KnownDevice> = new Map()
  #rotatedAt = 0
  /** The last known state of each device, for when the database is unavailable. */
  readonly #kept = new Map<number, KnownDevice>()
  readonly #clock: () => number
  readonly #keepWhileDatabaseIsDown: boolean
  readonly #capacity: number

  /**
   * @param clock monotonic milliseconds
   * @param keepWhileDatabaseIsDown whether cached devices count while the database is unavailable
   */
  constructor(clock = () => performance.now(), keepWhileDatabaseIsDown = false, capacity = DEVICES_MAX) {
    this.#clock = clock
    this.#keepWhileDatabaseIsDown = keepWhileDatabaseIsDown
    this.#capacity = capacity
  }

  /** Returns the existing devices; while the database is unavailable, the cached ones. */
  async find(db: Db, deviceKeys: Iterable<number>): Promise<DevicesByKey> {
    return (await this.ask(db, deviceKeys)).known
  }

  /** Returns which of the devices exist. While the database is unavailable, cached ones count as existing. */
  async ask(db: Db, deviceKeys: Iterable<number>): Promise<AskedDevices> {
    this.#rotate()
    const known = new Map<number, KnownDevice>()
    const missing: number[] = []
    for (const key of deviceKeys) {
      const device = this.#recent.get(key) ?? this.#previous.get(key)
      if (device) known.set(key, device)
      else missing.push(key)
    }
    try {
      for (const device of await this.#read(db, missing)) {
        known.set(device.deviceKey, device)
        this.#recent.set(device.deviceKey, device)
      }
      return { known, unasked: NONE, error: undefined }
    } catch (error) {
      if (!this.#keepWhileDatabaseIsDown || !isUnavailable(error)) throw error
      const unasked = new Set<number>()
      for (const key of missing) {
        const device = this.#kept.get(key)
        if (device) known.set(key, device)
        else unasked.add(key)
      }
      return { known, unasked, error }
    }
  }

  async #read(db: Db, deviceKeys: readonly number[]): Promise<KnownDevice[]> {
    const devices = await readDevices(db, deviceKeys)
    if (!this.#keepWhileDatabaseIsDown) return devices
    for (const key of deviceKeys) this.#kept.delete(key)
    for (const device of devices) this.#kept.set(device.deviceKey, device)
    // Evicts the least recently read ones.
    for (const [key] of this.#kept) {
      if (this.#kept.size <= this.#capacity) break
      this.#kept.delete(key)
    }
    return devices
  }

  /** Empties the cache. */
  forgetAll(): void {
    this.#recent = new Map()
    this.#previous = new Map()
  }

  /** Rotates the two cache generations, so that entries expire in halves. */
  #rotate(): void {
    const now = this.#clock()
    if (now - this.#rotatedAt < GOOD_FOR_MS / 2 && this.#recent.size < this.#capacity / 2) return
    this.#previous = now - this.#rotatedAt < GOOD_FOR_MS ? this.#recent : new Map()
    this.#recent = new Map()
    this.#rotatedAt = now
  }
}
