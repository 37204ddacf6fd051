import type { Tx } from '../../platform/db/schema.ts'
import { listRules } from './device-condition-store.ts'
import type { Rule } from './weigh.ts'

/** Copies held at once; beyond that it begins anew. */
const COPIES_MAX = 20_000

interface Holder {
  readonly deviceKey: number
  readonly rulesVersion: number
}

/**
 * The rules of devices, copied so that a group of readings need not read them each time. A copy is good for as long as
 * the device's version is the one it was made at; the version is read in the transaction that stores the readings.
 */
export class RuleBook {
  readonly #copies = new Map<number, { version: number; rules: readonly Rule[] }>()
  readonly #most: number

  constructor(most = COPIES_MAX) {
    this.#most = most
  }

  /** The rules of these devices, by key. */
  async rulesOf(tx: Tx, holders: readonly Holder[]): Promise<Map<number, readonly Rule[]>> {
    const rules = new Map<number, readonly Rule[]>()
    const old: Holder[] = []
    for (const holder of holders) {
      const copy = this.#copies.get(holder.deviceKey)
      if (copy?.version === holder.rulesVersion) rules.set(holder.deviceKey, copy.rules)
      else old.push(holder)
    }
    if (old.length === 0) return rules
    if (this.#copies.size + old.length > this.#most) this.#copies.clear()
    const keys = old.map(({ deviceKey }) => deviceKey)
    const fresh = await listRules(tx, keys)
    for (const { deviceKey, rulesVersion } of old) {
      const own = fresh.get(deviceKey) ?? []
      rules.set(deviceKey, own)
      this.#copies.set(deviceKey, { version: rulesVersion, rules: own })
    }
    return rules
  }

  /** Forgets a copy: it was made, or is being changed, in a transaction that may not come to be. */
  forget(deviceKey: number): void {
    this.#copies.delete(deviceKey)
  }
}
