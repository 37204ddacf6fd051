import type { Database, Tx } from '../base/database.ts'
import { withoutFlush } from '../base/unflushed.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { LateValues } from '../memory/late-values.ts'
import { holdLease, storeMarkers, type DeviceMarker, type Lease } from '../stores/marker-store.ts'
import type { Memtable } from '../memory/memtable.ts'

interface Options {
  readonly db: Database
  readonly lease: Lease
  readonly memtable: Memtable
  readonly states: DeviceStates
  readonly late: LateValues
}

/** Changes chunks in a transaction, and returns the markers that are to be stored with them. */
type ChunkChange = (tx: Tx) => Promise<readonly DeviceMarker[]>

/** Changes chunks together with the markers of their devices: both or neither. Memory changes after the commit. */
export class ChunkTransaction {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Runs work that changes chunks of some devices, and stores the markers that it returns. Their states are in memory. Fails
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
    inTransaction: (change: ChunkChange) => Promise<readonly DeviceMarker[]>,
  ): Promise<void> {
    const { lease, states, late } = this.#options
    try {
      const markers = await inTransaction(async (tx) => {
        await holdLease(tx, lease)
        const changed = await work(tx)
        await storeMarkers(tx, changed)
        return changed
      })
      for (const marker of markers) this.#apply(marker)
    } catch (error) {
      // A connection that breaks during a commit leaves open whether it took place: what is stored is read again.
      for (const deviceKey of deviceKeys) {
        states.forget(deviceKey)
        late.forget(deviceKey)
      }
      throw error
    }
  }

  #apply(marker: DeviceMarker): void {
    const { memtable, states, late } = this.#options
    const state = states.get(marker.deviceKey)!
    state.setMarker(marker)
    state.n = marker.n
    state.bytes = marker.bytes
    state.memtableTimes = undefined
    late.forget(marker.deviceKey)
    memtable.drop(marker.deviceKey, marker.uptoSeq)
  }
}
