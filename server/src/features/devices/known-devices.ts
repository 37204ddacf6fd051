import { isUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readDevices, type KnownDevice } from './known-device-store.ts'

/** Devices by their keys. */
export type DevicesByKey = ReadonlyMap<number, KnownDevice>

/** How long a device is known without being read again: another process may have changed it. */
const GOOD_FOR_MS = 1000
const DEVICES_MAX = 200_000

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

  /**
   * @param clock milliseconds that only go forward
   * @param isKept whether a device that was read once is known while the database is away
   */
  constructor(clock = () => performance.now(), isKept = false) {
    this.#clock = clock
    this.#isKept = isKept
  }

  /** Returns those of the devices that exist. */
  async find(db: Db, deviceKeys: Iterable<number>): Promise<DevicesByKey> {
    this.#turn()
    const found = new Map<number, KnownDevice>()
    const missing: number[] = []
    for (const key of deviceKeys) {
      const known = this.#young.get(key) ?? this.#old.get(key)
      if (known) found.set(key, known)
      else missing.push(key)
    }
    for (const device of await this.#read(db, missing)) {
      found.set(device.deviceKey, device)
      this.#young.set(device.deviceKey, device)
    }
    return found
  }

  async #read(db: Db, deviceKeys: readonly number[]): Promise<KnownDevice[]> {
    if (!this.#isKept || deviceKeys.length === 0) return readDevices(db, deviceKeys)
    try {
      const devices = await readDevices(db, deviceKeys)
      if (this.#kept.size + devices.length > DEVICES_MAX) this.#kept.clear()
      for (const key of deviceKeys) this.#kept.delete(key)
      for (const device of devices) this.#kept.set(device.deviceKey, device)
      return devices
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return deviceKeys.flatMap((key) => this.#kept.get(key) ?? [])
    }
  }

  /** Returns the id of a device that was read before, as far as that is remembered; it never changes. */
  idOf(deviceKey: number): string | undefined {
    const known = this.#young.get(deviceKey) ?? this.#old.get(deviceKey) ?? this.#kept.get(deviceKey)
    return known?.deviceId
  }

  /** Has everything read again that is asked for from now on. */
  forgetAll(): void {
    this.#young = new Map()
    this.#old = new Map()
  }

  /** Ends the time of what was read, half of it later than the rest: not all devices are read again at once. */
  #turn(): void {
    const now = this.#clock()
    if (now - this.#turnedAt < GOOD_FOR_MS / 2 && this.#young.size < DEVICES_MAX / 2) return
    this.#old = now - this.#turnedAt < GOOD_FOR_MS ? this.#young : new Map()
    this.#young = new Map()
    this.#turnedAt = now
  }
}
