import { isUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readDevices, type KnownDevice } from './known-device-store.ts'

/** Devices by their keys. */
export type DevicesByKey = ReadonlyMap<number, KnownDevice>

/** The devices that exist, and those of which nobody can say now whether they do, with the reason. */
export interface AskedDevices {
  readonly known: DevicesByKey
  readonly unasked: ReadonlySet<number>
  readonly error: unknown
}

/** How long a device is known without being read again: another process may have changed it. */
const GOOD_FOR_MS = 1000
const DEVICES_MAX = 200_000
const NONE: ReadonlySet<number> = new Set()

/**
 * Caches the devices that send readings, so that a group of readings need not read them each time. Whoever changes a
 * device in this process has it forgotten.
 */
export class KnownDevices {
  #young = new Map<number, KnownDevice>()
  #old: ReadonlyMap<number, KnownDevice> = new Map()
  #turnedAt = 0
  /** What was read last of each device, for while the database is away. */
  readonly #kept = new Map<number, KnownDevice>()
  readonly #clock: () => number
  readonly #isKept: boolean
  readonly #most: number

  /**
   * @param clock milliseconds that only go forward
   * @param isKept whether a device that was read once is known while the database is away
   */
  constructor(clock = () => performance.now(), isKept = false, most = DEVICES_MAX) {
    this.#clock = clock
    this.#isKept = isKept
    this.#most = most
  }

  /** Returns those of the devices that exist; while the database is away, those of them that were read before. */
  async find(db: Db, deviceKeys: Iterable<number>): Promise<DevicesByKey> {
    return (await this.ask(db, deviceKeys)).known
  }

  /** Returns which of the devices exist. While the database is away, one that was read before counts as being there. */
  async ask(db: Db, deviceKeys: Iterable<number>): Promise<AskedDevices> {
    this.#turn()
    const known = new Map<number, KnownDevice>()
    const missing: number[] = []
    for (const key of deviceKeys) {
      const device = this.#young.get(key) ?? this.#old.get(key)
      if (device) known.set(key, device)
      else missing.push(key)
    }
    try {
      for (const device of await this.#read(db, missing)) {
        known.set(device.deviceKey, device)
        this.#young.set(device.deviceKey, device)
      }
      return { known, unasked: NONE, error: undefined }
    } catch (error) {
      if (!this.#isKept || !isUnavailable(error)) throw error
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
    if (!this.#isKept) return devices
    for (const key of deviceKeys) this.#kept.delete(key)
    for (const device of devices) this.#kept.set(device.deviceKey, device)
    // Those that were read longest ago make room.
    for (const [key] of this.#kept) {
      if (this.#kept.size <= this.#most) break
      this.#kept.delete(key)
    }
    return devices
  }

  /** Has everything read again that is asked for from now on. */
  forgetAll(): void {
    this.#young = new Map()
    this.#old = new Map()
  }

  /** Ends the time of what was read, half of it later than the rest: not all devices are read again at once. */
  #turn(): void {
    const now = this.#clock()
    if (now - this.#turnedAt < GOOD_FOR_MS / 2 && this.#young.size < this.#most / 2) return
    this.#old = now - this.#turnedAt < GOOD_FOR_MS ? this.#young : new Map()
    this.#young = new Map()
    this.#turnedAt = now
  }
}
