import type { Tx } from '../../platform/db/schema.ts'
import { listRules } from './device-condition-store.ts'
import type { Rule } from './weigh.ts'

/** Copies held at once; beyond that it begins anew. */
const DEVICES_MAX = 20_000

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

  /** The rules of these devices, by key. */
  async rulesOf(tx: Tx, holders: readonly Holder[]): Promise<Map<number, readonly Rule[]>> {
    const old = holders.filter(({ deviceKey, rulesVersion }) => this.#copies.get(deviceKey)?.version !== rulesVersion)
    if (old.length > 0) {
      if (this.#copies.size + old.length > DEVICES_MAX) this.#copies.clear()
      const keys = old.map(({ deviceKey }) => deviceKey)
      const fresh = await listRules(tx, keys)
      for (const { deviceKey, rulesVersion } of old) {
        this.#copies.set(deviceKey, { version: rulesVersion, rules: fresh.get(deviceKey) ?? [] })
      }
    }
    return new Map(holders.map(({ deviceKey }) => [deviceKey, this.#copies.get(deviceKey)?.rules ?? []]))
  }

  /** Forgets a copy: it was made, or is being changed, in a transaction that may not come to be. */
  forget(deviceKey: number): void {
    this.#copies.delete(deviceKey)
  }
}
