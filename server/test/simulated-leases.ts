import type { LeaseStore } from '../src/cluster/leases/lease-store.ts'

/** The store of the processes of a simulation, with a clock of its own. */
export class SimulatedStore implements LeaseStore {
  now = 0
  isUnavailable = false
  readonly #leases = new Map<string, { holder: string; until: number }>()
  readonly #nodes = new Map<string, number>()

  async claim(names: readonly string[], holder: string, ttlMs: number): Promise<string[]> {
    this.#assertThere()
    const free = names.filter((name) => {
      const lease = this.#leases.get(name)
      return !lease || lease.until < this.now || lease.holder === holder
    })
    for (const name of free) this.#leases.set(name, { holder, until: this.now + ttlMs })
    return free
  }

  async renew(names: readonly string[], holder: string, ttlMs: number): Promise<string[]> {
    this.#assertThere()
    const kept = names.filter((name) => this.#leases.get(name)?.holder === holder)
    for (const name of kept) this.#leases.set(name, { holder, until: this.now + ttlMs })
    return kept
  }

  async release(names: readonly string[], holder: string): Promise<void> {
    this.#assertThere()
    for (const name of names) if (this.#leases.get(name)?.holder === holder) this.#leases.delete(name)
  }

  async listHeld(names: readonly string[]): Promise<string[]> {
    this.#assertThere()
    return names.filter((name) => (this.#leases.get(name)?.until ?? -1) >= this.now)
  }

  async noteNode(nodeId: string): Promise<void> {
    this.#assertThere()
    this.#nodes.set(nodeId, this.now)
  }

  async listNodes(_role: string, withinMs: number): Promise<string[]> {
    this.#assertThere()
    return [...this.#nodes]
      .filter(([, at]) => at >= this.now - withinMs)
      .map(([id]) => id)
      .toSorted()
  }

  async removeNode(nodeId: string): Promise<void> {
    this.#nodes.delete(nodeId)
  }

  #assertThere(): void {
    if (this.isUnavailable) throw new Error('The store is unavailable.')
  }
}
