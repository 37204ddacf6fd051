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

type ChunkChange = (tx: Tx) => Promise<readonly DeviceMarker[]>

/** Changes chunks and the markers of their devices in one transaction. Memory changes after the commit. */
export class ChunkTransaction {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Changes chunks of devices whose states are loaded. Throws a LeaseLostError when another process is the compactor.
   */
  run(deviceKeys: readonly number[], work: ChunkChange): Promise<void> {
    return this.#run(deviceKeys, work, (change) => this.#options.db.transaction().execute(change))
  }

  /**
   * Runs a change that can be done again, without a flush of the disk. The next group, and the end of a segment, flush
   * it.
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
      // A connection that breaks during a commit leaves the outcome open: the states are read again.
      for (const deviceKey of deviceKeys) {
        states.forget(deviceKey)
        late.forget(deviceKey)
      }
      throw error
    }
  }

  #apply(marker: DeviceMarker): void {
    const { memtable, states, late } = this.#options
    const state = states.loaded(marker.deviceKey)
    state.setMarker(marker)
    state.n = marker.n
    state.bytes = marker.bytes
    state.memtableTimes = undefined
    late.forget(marker.deviceKey)
    memtable.drop(marker.deviceKey, marker.uptoSeq)
  }
}
