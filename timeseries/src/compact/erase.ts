import type { Database } from '../base/database.ts'
import { deleteChunksUpTo, listChunks, type Chunk } from '../stores/chunk-store.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import { deleteCoarseOf } from '../stores/coarse-store.ts'
import type { Compaction } from './compaction.ts'
import type { DamagedChunks } from './damage.ts'
import { deleteDamagedOf } from '../stores/damaged-store.ts'
import { deleteDeadLettersOf } from '../stores/dead-letter-store.ts'
import { markerOf } from '../memory/device-state.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import {
  advanceErasure,
  finishErasure,
  listErasures,
  storeErasure,
  type StoredErasure,
} from '../stores/erasing-store.ts'
import { ALL_SLOTS, type Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import type { DeviceMarker } from '../stores/marker-store.ts'
import { ChunkMerge } from './merge.ts'
import type { Partition } from '../base/types.ts'
import { LAST_AT } from '../base/types.ts'

interface Options {
  readonly db: Database
  readonly partition: Partition
  readonly states: DeviceStates
  readonly erasures: Erasures
  readonly compaction: Compaction
  readonly transaction: ChunkTransaction
  readonly damage: DamagedChunks
  readonly limits: Limits
  readonly lastSeq: () => number
}

/** Erases values: hides them in one transaction, and removes them step by step. Called by one operation at a time. */
export class Eraser {
  readonly #options: Options
  #waiting: StoredErasure[] = []

  constructor(options: Options) {
    this.#options = options
  }

  get hasWork(): boolean {
    return this.#waiting.length > 0
  }

  async resume(): Promise<void> {
    for (const erasure of await listErasures(this.#options.db, this.#options.partition)) {
      this.#waiting.push(erasure)
      this.#options.erasures.add(erasure)
    }
  }

  /** Hides all values of a device. Includes unfinished erasures of its slots, whose values would be counted twice. */
  async erase(deviceKey: number): Promise<void> {
    const state = await this.#options.states.loadOne(deviceKey)
    const uptoSeq = this.#options.lastSeq()
    await this.#begin(
      { deviceKey, slot: ALL_SLOTS, uptoSeq, doneBefore: 0 },
      {
        deviceKey,
        uptoSeq,
        partSeq: 0,
        partAt: 0,
        newest: [],
        n: 0,
        bytes: 0,
      },
    )
    state.lower()
  }

  /** Hides the newest value of a slot, and plans the removal of all its values. The slot must not be used again. */
  async eraseSlot(deviceKey: number, slot: number): Promise<void> {
    const state = await this.#options.states.loadOne(deviceKey)
    const marker = markerOf(state)
    await this.#begin(
      { deviceKey, slot, uptoSeq: this.#options.lastSeq(), doneBefore: 0 },
      {
        ...marker,
        newest: marker.newest.filter((newest) => newest.slot !== slot),
      },
    )
    state.lower(slot)
  }

  async #begin(erasure: StoredErasure, marker: DeviceMarker): Promise<void> {
    const { transaction, erasures } = this.#options
    const replaces = ({ deviceKey, slot }: StoredErasure) =>
      deviceKey === erasure.deviceKey && (erasure.slot === ALL_SLOTS || slot === erasure.slot)
    const replaced = this.#waiting.filter(replaces)
    await transaction.run([erasure.deviceKey], async (tx) => {
      for (const one of replaced) await finishErasure(tx, one)
      await storeErasure(tx, erasure)
      return [marker]
    })
    for (const one of replaced) erasures.remove(one)
    erasures.add(erasure)
    this.#waiting = [...this.#waiting.filter((one) => !replaces(one)), erasure]
  }

  async step(): Promise<void> {
    const [erasure] = this.#waiting
    if (!erasure) return
    const done = await (erasure.slot === ALL_SLOTS ? this.#removeAll(erasure) : this.#removeSlot(erasure))
    if (!done) return
    this.#waiting.shift()
    this.#options.erasures.remove(erasure)
    await this.#options.damage.recount()
  }

  async #removeAll(erasure: StoredErasure): Promise<boolean> {
    const { transaction, limits } = this.#options
    const { deviceKey } = erasure
    let isDone = false
    await transaction.run([], async (tx) => {
      const chunks = await listChunks(tx, deviceKey, { from: 0, to: LAST_AT, most: limits.eraseChunks })
      const last = chunks.at(-1)
      if (last) await deleteChunksUpTo(tx, deviceKey, last.fromAt)
      isDone = chunks.length < limits.eraseChunks
      if (!isDone) return []
      await deleteCoarseOf(tx, deviceKey)
      await deleteDamagedOf(tx, deviceKey)
      await deleteDeadLettersOf(tx, deviceKey)
      await finishErasure(tx, erasure)
      return []
    })
    return isDone
  }

  async #removeSlot(erasure: StoredErasure): Promise<boolean> {
    const { states, compaction, transaction, limits } = this.#options
    const { deviceKey, slot, uptoSeq, doneBefore } = erasure
    const state = await states.loadOne(deviceKey)
    // The log is compacted first, without the slot: nothing of it can reach a finished chunk.
    if (state.uptoSeq < uptoSeq) {
      await compaction.stepDevice(deviceKey, uptoSeq)
      return false
    }
    let last: Chunk | undefined
    await transaction.run([deviceKey], async (tx) => {
      const merge = new ChunkMerge(tx, deviceKey, limits)
      const chunks = await listChunks(tx, deviceKey, { from: doneBefore, to: LAST_AT, most: limits.stepWrites })
      for (const chunk of chunks) await merge.removeSlot(chunk, slot)
      last = chunks.at(-1)
      if (last) await advanceErasure(tx, erasure, last.fromAt + 1)
      else {
        // No slot can be taken out of unreadable bytes.
        await deleteDamagedOf(tx, deviceKey)
        await finishErasure(tx, erasure)
      }
      const marker = markerOf(state)
      return [{ ...marker, n: marker.n + merge.n, bytes: marker.bytes + merge.bytes }]
    })
    if (last) this.#waiting[0] = { ...erasure, doneBefore: last.fromAt + 1 }
    return last === undefined
  }
}
