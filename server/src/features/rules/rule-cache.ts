import type { Db } from '../../platform/db/schema.ts'
import { listRulesOf } from './rule-state-store.ts'
import type { EvaluatedRule } from './evaluate/rule.ts'

/** Devices cached at once; with more of them the cache is cleared. */
const DEVICES_MAX = 20_000

interface Versioned {
  readonly deviceKey: number
  readonly rulesVersion: number
}

/**
 * Caches the rules of devices by their version. An entry may be older than the version noted last, so each transaction
 * storing states of rules compares versions.
 */
export class RuleCache {
  readonly #copies = new Map<number, { version: number; rules: readonly EvaluatedRule[] }>()
  /** The versions that were read last, or made by a commit. They only grow. */
  readonly #versions = new Map<number, number>()
  readonly #capacity: number

  constructor(capacity = DEVICES_MAX) {
    this.#capacity = capacity
  }

  /** Returns the rules of these devices, by key. */
  async rulesOf(db: Db, devices: readonly Versioned[]): Promise<Map<number, readonly EvaluatedRule[]>> {
    const rules = new Map<number, readonly EvaluatedRule[]>()
    const stale: Versioned[] = []
    for (const device of devices) {
      const copy = this.#copies.get(device.deviceKey)
      if (copy?.version === this.versionOf(device)) rules.set(device.deviceKey, copy.rules)
      else stale.push(device)
    }
    if (stale.length === 0) return rules
    if (this.#copies.size + stale.length > this.#capacity) this.#copies.clear()
    const versions = stale.map((device) => this.versionOf(device))
    const read = await listRulesOf(
      db,
      stale.map(({ deviceKey }) => deviceKey),
    )
    for (const [index, { deviceKey }] of stale.entries()) {
      const own = read.get(deviceKey)
      if (!own) throw new Error(`The rules of device ${deviceKey} were not read.`)
      rules.set(deviceKey, own)
      this.#copies.set(deviceKey, { version: versions[index]!, rules: own })
    }
    return rules
  }

  /** The version of the rules of a device, as far as it is known here. */
  versionOf({ deviceKey, rulesVersion }: Versioned): number {
    return Math.max(rulesVersion, this.#versions.get(deviceKey) ?? 0)
  }

  /** Notes versions that are stored: copies of earlier ones are stale. */
  noteVersions(versions: ReadonlyMap<number, number>): void {
    if (this.#versions.size + versions.size > this.#capacity) this.#versions.clear()
    for (const [deviceKey, version] of versions)
      if (version > (this.#versions.get(deviceKey) ?? 0)) this.#versions.set(deviceKey, version)
  }

  /** Removes the copy of a device: it was read, or is being changed, in a transaction that may be rolled back. */
  invalidate(deviceKey: number): void {
    this.#copies.delete(deviceKey)
  }
}
