import type { Database } from '../base/database.ts'
import { findChunkAt } from '../stores/chunk-store.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import { DamagedChunkError } from '../stores/chunk-values.ts'
import { dropCoarse } from '../stores/coarse-store.ts'
import { countDamaged, deleteDamagedBefore } from '../stores/damaged-store.ts'
import { markerOf } from '../memory/device-state.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Partition } from '../base/types.ts'
import { setAside, type Damage, type DamagedChunk } from '../stores/set-aside.ts'
import type { SuspectChunk, SuspectChunks } from '../base/suspect-chunks.ts'

interface Options {
  readonly db: Database
  readonly partition: Partition
  readonly states: DeviceStates
  readonly erasures: Erasures
  readonly transaction: ChunkTransaction
  readonly suspectChunks: SuspectChunks
  readonly now: () => number
  readonly onDamaged: (damaged: DamagedChunk) => void
}

/**
 * Takes unreadable chunks out of the way: a damaged chunk costs its own values only. Called by one operation at a time.
 */
export class DamagedChunks {
  readonly #options: Options
  #count = 0

  constructor(options: Options) {
    this.#options = options
  }

  get count(): number {
    return this.#count
  }

  get hasWork(): boolean {
    return this.#options.suspectChunks.size > 0
  }

  async recount(): Promise<void> {
    this.#count = await countDamaged(this.#options.db, this.#options.partition)
  }

  async step(): Promise<void> {
    const suspect = this.#options.suspectChunks.take()
    if (suspect) await this.#examine(suspect)
  }

  /**
   * Runs work that changes chunks. Sets a damaged chunk aside when the work fails at it; the work must run again then.
   */
  async settingAside(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // Without visible damage the work would fail again and again without a trace.
      if (!(error instanceof DamagedChunkError) || !(await this.#examine(error.chunk))) throw error
    }
  }

  async dropBefore(at: number): Promise<void> {
    await this.#options.transaction.run([], async (tx) => {
      await deleteDamagedBefore(tx, at, this.#options.partition)
      return []
    })
    await this.recount()
  }

  async #examine({ deviceKey, fromAt, toAt }: SuspectChunk): Promise<boolean> {
    const { states, erasures, transaction, now, onDamaged } = this.#options
    // Chunks of a device that is being erased will go, and are no longer in its totals.
    if (erasures.hidesChunks(deviceKey)) return false
    const state = await states.loadOne(deviceKey)
    let found: Damage | undefined
    await transaction.run([deviceKey], async (tx) => {
      // Coarse summaries may be damaged. Charts have them stored again.
      await dropCoarse(tx, deviceKey, fromAt, toAt)
      const chunk = await findChunkAt(tx, deviceKey, fromAt)
      found = chunk?.fromAt === fromAt ? await setAside(tx, chunk, now()) : undefined
      if (!found) return []
      const marker = markerOf(state)
      return [{ ...marker, n: marker.n + found.n, bytes: marker.bytes + found.bytes }]
    })
    if (!found) return false
    await this.recount()
    onDamaged(found.damaged)
    return true
  }
}
