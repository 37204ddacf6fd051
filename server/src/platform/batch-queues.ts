import { BatchQueue, type BatchActions, type BatchLimits } from './batch-queue.ts'
import { ByteBudget } from './byte-budget.ts'

/** Queues that commit concurrently and share a byte budget. Each lane is in one of them. */
export class BatchQueues<Entry, Item> {
  readonly #queues: ReadonlyArray<BatchQueue<Entry, Item>>
  readonly #indexOf: (lane: number) => number
  readonly #budget: ByteBudget

  /** @param indexOf the queue of a lane, from 0 to `count` - 1 */
  constructor(
    count: number,
    indexOf: (lane: number) => number,
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

  of(lane: number): BatchQueue<Entry, Item> {
    return this.#queues[this.#indexOf(lane)]!
  }

  /** True while the queue of a lane, or all of them together, are nearly full; without a lane only the latter. */
  isSaturated(lane?: number): boolean {
    return lane === undefined ? this.#budget.isSaturated : this.of(lane).isSaturated(lane)
  }

  drained(lane?: number): Promise<void> {
    return lane === undefined ? this.#budget.drained() : this.of(lane).drained(lane)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.settled()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.close()))
  }
}
