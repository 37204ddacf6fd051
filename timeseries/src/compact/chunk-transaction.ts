import type { Database, Tx } from '../base/database.ts'
import { withoutFlush } from '../base/unflushed.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { LateValues } from '../memory/late-values.ts'
import { holdLease, storeMarks, type DeviceMark, type Lease } from '../memory/mark-store.ts'
import type { Memtable } from '../memory/memtable.ts'

interface Options {
  readonly db: Database
  readonly lease: Lease
  readonly memtable: Memtable
  readonly states: DeviceStates
  readonly late: LateValues
}

/** Changes chunks in a transaction, and returns the marks that are to be stored with them. */
type ChunkChange = (tx: Tx) => Promise<readonly DeviceMark[]>

/** Changes chunks together with the marks of their devices: both or neither. Memory changes after the commit. */
export class ChunkTransaction {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Runs work that changes chunks of some devices, and stores the marks that it returns. Their states are in memory. Fails
   * with a LeaseLostError when another process has become the compactor.
   */
  run(deviceKeys: readonly number[], work: ChunkChange): Promise<void> {
    return this.#run(deviceKeys, work, (change) => this.#options.db.transaction().execute(change))
  }

  /**
   * Does the same without a flush of the disk, for work that the engine does again when a power loss has undone it. The
   * next group that is appended, and the end of a segment, flush it with their own commits.
   */
  runUnflushed(deviceKeys: readonly number[], work: ChunkChange): Promise<void> {
    return this.#run(deviceKeys, work, (change) => withoutFlush(this.#options.db, change))
  }

  async #run(
    deviceKeys: readonly number[],
    work: ChunkChange,
    inTransaction: (change: ChunkChange) => Promise<readonly DeviceMark[]>,
  ): Promise<void> {
    const { lease, states, late } = this.#options
    try {
      const marks = await inTransaction(async (tx) => {
        await holdLease(tx, lease)
        const changed = await work(tx)
        await storeMarks(tx, changed)
        return changed
      })
      for (const mark of marks) this.#apply(mark)
    } catch (error) {
      // A connection that breaks during a commit leaves open whether it took place: what is stored is read again.
      for (const deviceKey of deviceKeys) {
        states.forget(deviceKey)
        late.forget(deviceKey)
      }
      throw error
    }
  }

  #apply(mark: DeviceMark): void {
    const { memtable, states, late } = this.#options
    const state = states.get(mark.deviceKey)!
    state.setMark(mark)
    state.n = mark.n
    state.bytes = mark.bytes
    state.memtableTimes = undefined
    late.forget(mark.deviceKey)
    memtable.drop(mark.deviceKey, mark.uptoSeq)
  }
}
