import { databaseNow } from '../../platform/db/database-clock.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Leases and running processes. All times are of the clock that all processes share. */
export interface LeaseStore {
  /** Takes those of the leases that are free, have ended or are the holder's own. Returns their names. */
  claim(names: readonly string[], holder: string, ttlMs: number): Promise<string[]>
  /** Prolongs those that are still the holder's. Returns their names. */
  renew(names: readonly string[], holder: string, ttlMs: number): Promise<string[]>
  /** Gives those that are the holder's back. */
  release(names: readonly string[], holder: string): Promise<void>
  /** Returns those of the names that somebody holds now. */
  listHeld(names: readonly string[]): Promise<string[]>
  /** Notes that a process lives. */
  noteNode(nodeId: string, roles: readonly string[]): Promise<void>
  /** Returns the ids of the processes with a role that were seen within this many milliseconds, in ascending order. */
  listNodes(role: string, withinMs: number): Promise<string[]>
  removeNode(nodeId: string): Promise<void>
}

/** Processes not seen for this long are deleted. */
const FORGOTTEN_AFTER_MS = 3_600_000

export function openLeaseStore(db: Db): LeaseStore {
  const now = databaseNow(db)
  return {
    claim: (names, holder, ttlMs) => claim(db, names, { holder, ttlMs }),

    async renew(names, holder, ttlMs) {
      if (names.length === 0) return []
      const rows = await db
        .updateTable('lease')
        .set((set) => ({ held_until: set(now, '+', ttlMs) }))
        .where('name', 'in', names)
        .where('holder', '=', holder)
        .returning('name')
        .execute()
      return rows.map(({ name }) => name)
    },

    async release(names, holder) {
      if (names.length === 0) return
      await db.deleteFrom('lease').where('name', 'in', names).where('holder', '=', holder).execute()
    },

    async listHeld(names) {
      if (names.length === 0) return []
      const query = db.selectFrom('lease').select('name').where('name', 'in', names)
      return (await query.where('held_until', '>=', now).execute()).map(({ name }) => name)
    },

    async noteNode(nodeId, roles) {
      await db
        .insertInto('node')
        .values({ id: nodeId, roles: roles.join(','), seen_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ roles: roles.join(','), seen_at: now }))
        .execute()
    },

    async listNodes(role, withinMs) {
      await db
        .deleteFrom('node')
        .where('seen_at', '<', ({ eb }) => eb(now, '-', FORGOTTEN_AFTER_MS))
        .execute()
      const rows = await db
        .selectFrom('node')
        .select(['id', 'roles'])
        .where('seen_at', '>=', ({ eb }) => eb(now, '-', withinMs))
        .orderBy('id')
        .execute()
      return rows.filter(({ roles }) => roles.split(',').includes(role)).map(({ id }) => id)
    },

    async removeNode(nodeId) {
      await db.deleteFrom('node').where('id', '=', nodeId).execute()
    },
  }
}

async function claim(
  db: Db,
  names: readonly string[],
  { holder, ttlMs }: { readonly holder: string; readonly ttlMs: number },
): Promise<string[]> {
  if (names.length === 0) return []
  const now = databaseNow(db)
  const rows = await db
    .insertInto('lease')
    // In one order, or two processes that claim at once could wait for each other.
    .values((eb) => names.toSorted().map((name) => ({ name, holder, held_until: eb(now, '+', ttlMs) })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((set) => ({ holder, held_until: set(now, '+', ttlMs) }))
        .where((eb) => eb.or([eb('lease.held_until', '<', now), eb('lease.holder', '=', holder)])),
    )
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

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
