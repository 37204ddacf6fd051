import type { Db } from '../../platform/db/schema.ts'
import { listRulesOf } from './rule-state-store.ts'
import type { EvaluatedRule } from './evaluate.ts'

/** Devices cached at once; with more of them the cache is cleared. */
const DEVICES_MAX = 20_000

interface Versioned {
  readonly deviceKey: number
  readonly rulesVersion: number
}

/**
 * Caches the rules of devices, so that a group of readings need not read them each time. A cached copy is good while the
 * device has the version that it was read at; the version is read in the transaction that stores the readings.
 */
export class RuleCache {
  readonly #copies = new Map<number, { version: number; rules: readonly EvaluatedRule[] }>()
  readonly #most: number

  constructor(most = DEVICES_MAX) {
    this.#most = most
  }

  /** Returns the rules of these devices, by key. */
  async rulesOf(db: Db, devices: readonly Versioned[]): Promise<Map<number, readonly EvaluatedRule[]>> {
    const rules = new Map<number, readonly EvaluatedRule[]>()
    const stale: Versioned[] = []
    for (const device of devices) {
      const copy = this.#copies.get(device.deviceKey)
      if (copy?.version === device.rulesVersion) rules.set(device.deviceKey, copy.rules)
      else stale.push(device)
    }
    if (stale.length === 0) return rules
    if (this.#copies.size + stale.length > this.#most) this.#copies.clear()
    const read = await listRulesOf(
      db,
      stale.map(({ deviceKey }) => deviceKey),
    )
    for (const { deviceKey, rulesVersion } of stale) {
      const own = read.get(deviceKey)
      if (!own) throw new Error(`The rules of device ${deviceKey} were not read.`)
      rules.set(deviceKey, own)
      this.#copies.set(deviceKey, { version: rulesVersion, rules: own })
    }
    return rules
  }

  /** Removes the copy of a device: it was read, or is being changed, in a transaction that may be rolled back. */
  invalidate(deviceKey: number): void {
    this.#copies.delete(deviceKey)
  }
}
