import { BatchQueue, type BatchActions, type BatchLimits } from './batch-queue.ts'
import { ByteBudget } from './byte-budget.ts'

/** Queues that commit concurrently and share a byte budget. Each key belongs to one of them. */
export class BatchQueues<Entry, Item> {
  readonly #queues: ReadonlyArray<BatchQueue<Entry, Item>>
  readonly #indexOf: (key: number) => number
  readonly #budget: ByteBudget

  /** @param indexOf the queue of a key, from 0 to `count` - 1 */
  constructor(
    count: number,
    indexOf: (key: number) => number,
    { limits, ...actions }: BatchActions<Entry, Item> & { readonly limits: BatchLimits },
  ) {
    const budget = new ByteBudget(limits.bytes)
    this.#queues = Array.from({ length: count }, () => new BatchQueue(limits, actions, budget))
    this.#indexOf = indexOf
    this.#budget = budget
  }

  get bytes(): number {
    return this.#budget.bytes
  }

  of(key: number): BatchQueue<Entry, Item> {
    return this.#queues[this.#indexOf(key)]!
  }

  /** True while the queue of a key, or all of them together, are nearly full; without a key only the latter. */
  isSaturated(key?: number): boolean {
    return key === undefined ? this.#budget.isSaturated : this.of(key).isSaturated(key)
  }

  drained(key?: number): Promise<void> {
    return key === undefined ? this.#budget.drained() : this.of(key).drained(key)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.settled()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.close()))
  }
}
