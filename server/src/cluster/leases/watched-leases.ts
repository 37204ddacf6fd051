import type { LeaseStore } from './lease-store.ts'

export interface WatchedLeases extends LeaseStore {
  /** Leases that were this process's and are another's. */
  readonly lost: number
  /** Returns whether the store has answered within this many milliseconds. */
  answeredWithin(ms: number): boolean
}

/** Returns the store, and notes when it last answered and what was lost. */
export function watchLeases(store: LeaseStore, clock: () => number = () => performance.now()): WatchedLeases {
  let lost = 0
  let answeredAt = -Infinity
  async function noting<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const answered = await answer
    answeredAt = clock()
    return answered
  }
  return {
    get lost() {
      return lost
    },
    answeredWithin: (ms) => clock() - answeredAt <= ms,
    claim: (names, holder, ttlMs) => store.claim(names, holder, ttlMs),
    async renew(names, holder, ttlMs) {
      const kept = await store.renew(names, holder, ttlMs)
      // With no names it asks nobody.
      if (names.length > 0) answeredAt = clock()
      lost += names.length - kept.length
      return kept
    },
    release: (names, holder) => store.release(names, holder),
    listHeld: (names) => store.listHeld(names),
    noteNode: (nodeId, roles) => noting(store.noteNode(nodeId, roles)),
    listNodes: (role, withinMs) => noting(store.listNodes(role, withinMs)),
    removeNode: (nodeId) => store.removeNode(nodeId),
  }
}
