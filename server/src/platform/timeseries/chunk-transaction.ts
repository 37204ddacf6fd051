import type { Kysely } from 'kysely'
import type { Schema, Tx } from '../db/schema.ts'
import type { DeviceStates } from './device-states.ts'
import type { LateValues } from './late-values.ts'
import { holdLease, storeMarks, type DeviceMark, type Lease } from './mark-store.ts'
import type { Tail } from './tail.ts'

interface Options {
  readonly db: Kysely<Schema>
  readonly lease: Lease
  readonly tail: Tail
  readonly states: DeviceStates
  readonly late: LateValues
}

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
  async run(deviceKeys: readonly number[], work: (tx: Tx) => Promise<readonly DeviceMark[]>): Promise<void> {
    const { db, lease, states, late } = this.#options
    try {
      const marks = await db.transaction().execute(async (tx) => {
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
    const { tail, states, late } = this.#options
    const state = states.get(mark.deviceKey)!
    state.setMark(mark)
    state.n = mark.n
    state.bytes = mark.bytes
    state.tailTimes = undefined
    late.forget(mark.deviceKey)
    tail.drop(mark.deviceKey, mark.uptoSeq)
  }
}
