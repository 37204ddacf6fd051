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

/** What a process has in memory of the devices of a partition. */
interface Memory {
  readonly erasures: Erasures
  readonly states: DeviceStates
  readonly late: LateValues
}

/** No compactor has this epoch: what would be written with it is refused. */
const NO_EPOCH = -1

/**
 * Returns from where on a replica reads a partition of the log. While the database is away, all that the log still has: the
 * markers say later what of it is in chunks.
 */
export async function withoutLease(db: Db, partition: number): Promise<Lease & { uptoSeq: number }> {
  const compacted = await findCompacted(db).catch(unlessUnavailable)
  return { partition, epoch: NO_EPOCH, uptoSeq: compacted?.(partition) ?? 0 }
}

/** Lets an error pass that says that the database is away. */
export function unlessUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

/** Reads what is being erased by the owner of a partition. */
export async function refreshErasures({
  db,
  partition,
  ...memory
}: Memory & { readonly db: Db; readonly partition: Partition }): Promise<void> {
  noteErasures(memory, await listErasures(db, partition))
}

/** Takes over what is being erased of a partition. Devices of which that has changed are read again from their markers. */
export function noteErasures({ erasures, states, late }: Memory, stored: readonly StoredErasure[]): void {
  for (const deviceKey of erasures.replace(stored)) {
    states.forget(deviceKey)
    late.forget(deviceKey)
  }
}

/** Lets go of the rows up to a seq, which are in chunks. Called by one operation at a time. */
export function letGo(
  { memtable, states, late }: Omit<Memory, 'erasures'> & { readonly memtable: Memtable },
  uptoSeq: number,
): void {
  states.forgetUnused()
  if (!memtable.letGo(uptoSeq)) return
  // What was known from the memtable is to be looked for in chunks from now on, as they are now.
  states.forgetMemtableTimes()
  late.forgetAll()
}

interface Growing {
  readonly memtable: Memtable
  readonly limits: Limits
  readonly role: 'owner' | 'replica'
  readonly worker: Worker
  /** Given when other processes append to the log too. */
  readonly shared: object | undefined
  readonly onError: (error: unknown) => void
}

/** Makes room in the memtable before something is added to it. Called by one operation at a time. */
export async function makeRoom({ memtable, limits, role, worker, shared, onError }: Growing): Promise<void> {
  if (role === 'replica') {
    if (!memtable.sealed && memtable.active.bytes >= limits.segmentBytes) memtable.seal()
    return
  }
  try {
    await worker.makeRoom()
  } catch (error) {
    if (!shared) throw error
    // The log is elsewhere: it takes more while the database is away, or belongs to another owner.
    onError(error)
  }
}
