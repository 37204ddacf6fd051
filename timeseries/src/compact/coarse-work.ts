import type { Db } from '../base/database.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import { storeNextCoarse } from './coarse.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import type { Uncovered } from '../stores/coarse-store.ts'

interface Options {
  readonly db: Db
  readonly transaction: ChunkTransaction
  readonly erasures: Erasures
  readonly limits: Limits
}

/** Stores coarse summaries that charts have missed. Devices without long charts need none. */
export class CoarseWork {
  readonly #options: Options
  readonly #wanted = new Map<number, Uncovered>()
  #current: number | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get hasWork(): boolean {
    return this.#wanted.size > 0
  }

  get devices(): number {
    const isCounted = this.#current === undefined || this.#wanted.has(this.#current)
    return this.#wanted.size + (isCounted ? 0 : 1)
  }

  want(uncovered: Uncovered): void {
    const { deviceKey, from, stepMs } = this.#wanted.get(uncovered.deviceKey) ?? uncovered
    this.#wanted.set(deviceKey, {
      deviceKey,
      from: Math.min(from, uncovered.from),
      stepMs: Math.min(stepMs, uncovered.stepMs),
    })
  }

  async step(): Promise<void> {
    const [wanted] = this.#wanted.values()
    if (!wanted) return
    this.#wanted.delete(wanted.deviceKey)
    this.#current = wanted.deviceKey
    try {
      await this.#storeNext(wanted)
    } finally {
      this.#current = undefined
    }
  }

  async #storeNext(wanted: Uncovered): Promise<void> {
    const { db, transaction, erasures, limits } = this.#options
    if (erasures.hidesChunks(wanted.deviceKey)) return
    const next = await storeNextCoarse(db, { ...wanted, chunks: limits.coarseChunks }, (work) =>
      transaction.runUnflushed([], async (tx) => {
        await work(tx)
        return []
      }),
    )
    if (next !== undefined) this.want({ ...wanted, from: next })
  }
}
