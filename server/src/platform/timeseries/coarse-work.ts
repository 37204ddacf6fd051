import type { ChunkTransaction } from './chunk-transaction.ts'
import { storeNextCoarse } from './coarse.ts'
import type { Erasures } from './erasures.ts'
import type { Limits } from './limits.ts'
import type { Uncovered } from './points.ts'

interface Options {
  readonly transaction: ChunkTransaction
  readonly erasures: Erasures
  readonly limits: Limits
}

/** Stores the coarse summaries that charts have missed. A device of which nobody draws long charts needs none. */
export class CoarseWork {
  readonly #options: Options
  /** From where on, by device. */
  readonly #wanted = new Map<number, number>()

  constructor(options: Options) {
    this.#options = options
  }

  get hasWork(): boolean {
    return this.#wanted.size > 0
  }

  want({ deviceKey, from }: Uncovered): void {
    this.#wanted.set(deviceKey, Math.min(from, this.#wanted.get(deviceKey) ?? from))
  }

  /** Stores coarse summaries of one device until the time of a slice is over. Called by one operation at a time. */
  async slice(): Promise<void> {
    const { transaction, erasures, limits } = this.#options
    const [first] = this.#wanted
    if (!first) return
    const [deviceKey, from] = first
    this.#wanted.delete(deviceKey)
    if (erasures.hidesChunks(deviceKey)) return
    let next: number | undefined = from
    await transaction.run([], async (tx) => {
      const started = performance.now()
      do next = await storeNextCoarse(tx, { deviceKey, from: next!, chunks: limits.coarseChunks })
      while (next !== undefined && performance.now() - started < limits.sliceMs)
      return []
    })
    if (next !== undefined) this.want({ deviceKey, from: next })
  }
}
