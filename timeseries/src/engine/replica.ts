import { isUnavailable } from '../base/unavailable.ts'
import type { Db } from '../base/database.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import { listErasures, type StoredErasure } from '../stores/erasing-store.ts'
import type { LateValues } from '../memory/late-values.ts'
import { findCompacted, type Lease } from '../stores/marker-store.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import type { Partition } from '../base/types.ts'
import type { Memtable } from '../memory/memtable.ts'
import type { Worker } from './worker.ts'

interface Memory {
  readonly erasures: Erasures
  readonly states: DeviceStates
  readonly late: LateValues
}

/** Writes with this epoch are refused. */
const NO_EPOCH = -1

/**
 * Returns the start of the log for a replica. While the database is unavailable that is the whole log: markers exclude
 * compacted entries later.
 */
export async function withoutLease(db: Db, partition: number): Promise<Lease & { uptoSeq: number }> {
  const compacted = await findCompacted(db).catch(unlessUnavailable)
  return { partition, epoch: NO_EPOCH, uptoSeq: compacted?.(partition) ?? 0 }
}

export function unlessUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

export async function refreshErasures({
  db,
  partition,
  ...memory
}: Memory & { readonly db: Db; readonly partition: Partition }): Promise<void> {
  replaceErasures(memory, await listErasures(db, partition))
}

/** Replaces the erasures of a partition. Drops cached states of devices whose erasures changed. */
export function replaceErasures({ erasures, states, late }: Memory, stored: readonly StoredErasure[]): void {
  for (const deviceKey of erasures.replace(stored)) {
    states.forget(deviceKey)
    late.forget(deviceKey)
  }
}

/** Drops the rows up to a seq, which are in chunks. Called by one operation at a time. */
export function dropCompacted(
  { memtable, states, late }: Omit<Memory, 'erasures'> & { readonly memtable: Memtable },
  uptoSeq: number,
): void {
  states.forgetUnused()
  if (!memtable.dropUpTo(uptoSeq)) return
  // Times of the memtable must be looked up in chunks from now on.
  states.forgetMemtableTimes()
  late.forgetAll()
}

interface Growing {
  readonly memtable: Memtable
  readonly limits: Limits
  readonly role: 'owner' | 'replica'
  readonly worker: Worker
  readonly shared: object | undefined
  readonly onError: (error: unknown) => void
}

export async function makeRoom({ memtable, limits, role, worker, shared, onError }: Growing): Promise<void> {
  if (role === 'replica') {
    if (!memtable.sealed && memtable.active.bytes >= limits.segmentBytes) memtable.seal()
    return
  }
  try {
    await worker.makeRoom()
  } catch (error) {
    if (!shared) throw error
    // An external log takes more while the database is unavailable or has another owner.
    onError(error)
  }
}
