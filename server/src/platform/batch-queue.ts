import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'
import { ByteBudget, DRAINED_AT, SATURATED_AT } from './byte-budget.ts'

export interface BatchLimits {
  /** Waiting bytes, in all and of one key. */
  readonly bytes: number
  readonly queueBytes: number
  readonly batchSize: number
  /** Milliseconds that the first item of a batch waits for others. */
  readonly batchMs: number
  /** Items of one key before the next key is served (deficit round robin). */
  readonly quantum: number
}

export interface BatchActions<Entry, Item> {
  /** Commits all of a batch or, when it throws, nothing of it. */
  commit(batch: Batch<Entry, Item>, queue: BatchQueue<Entry, Item>): Promise<void>
  /** Whether every commit would fail now, so that a failed batch is not split. */
  isUnavailable(error: unknown): boolean
  /** Returns the reason for rejecting the entries of a failed batch. */
  failed(error: unknown, batch: Batch<Entry, Item>): unknown
}

export interface Queued<Entry, Item> {
  readonly key: number
  readonly entry: Entry
  readonly items: readonly Item[]
  readonly bytes: number
  /** Items that are in a batch already. */
  sliced: number
  /** Resolved or rejected; some of its items may still be in a batch. */
  isSettled: boolean
  readonly resolve: (entry: Entry) => void
  readonly reject: (reason: unknown) => void
}

/** Items of one entry in a batch; `isLast`: none is left. */
export interface Slice<Entry, Item> {
  readonly queued: Queued<Entry, Item>
  readonly items: readonly Item[]
  readonly isLast: boolean
}

export type Batch<Entry, Item> = ReadonlyArray<Slice<Entry, Item>>

/** Waiting entries of one key, in order. `bytes` includes those in a commit. */
interface KeyQueue<Entry, Item> {
  readonly waiting: Array<Queued<Entry, Item>>
  bytes: number
  drained: PromiseWithResolvers<void> | undefined
}

/**
 * Commits entries in batches, because a commit costs the same for one item as for hundreds. Serves one bounded queue for
 * each key, so that none waits behind all entries of another.
 */
export class BatchQueue<Entry, Item> {
  readonly #limits: BatchLimits
  readonly #actions: BatchActions<Entry, Item>
  readonly #queues = new Map<number, KeyQueue<Entry, Item>>()
  /** Queues with waiting entries, the next one first. */
  #active: Array<KeyQueue<Entry, Item>> = []
  readonly #budget: ByteBudget
  #items = 0
  #running: Promise<void> | undefined
  #isClosed = false

  /** @param budget shared by several queues */
  constructor(
    limits: BatchLimits,
    actions: BatchActions<Entry, Item>,
    budget: ByteBudget = new ByteBudget(limits.bytes),
  ) {
    this.#limits = limits
    this.#actions = actions
    this.#budget = budget
  }

  /** Unsettled bytes of all queues that share the budget. */
  get bytes(): number {
    return this.#budget.bytes
  }

  hasRoomFor(bytes: number): boolean {
    return !this.#isClosed && this.#budget.hasRoomFor(bytes)
  }

  /** True while the queue of the key, or all queues together, are nearly full: the source should pause. */
  isSaturated(key: number): boolean {
    if (this.#budget.isSaturated) return true
    return (this.#queues.get(key)?.bytes ?? 0) >= this.#limits.queueBytes * SATURATED_AT
  }

  async drained(key: number): Promise<void> {
    const queue = this.#queues.get(key)
    if (queue && queue.bytes >= this.#limits.queueBytes * DRAINED_AT)
      await (queue.drained ??= Promise.withResolvers()).promise
    await this.#budget.drained()
  }

  /** Resolves with the entry when all of its items are committed. Throws when there is no room; see `hasRoomFor`. */
  add(key: number, entry: Entry, items: readonly Item[], bytes: number): Promise<Entry> {
    if (!this.hasRoomFor(bytes)) throw new Error('The queue is full or closed.')
    let queue = this.#queues.get(key)
    if (!queue) this.#queues.set(key, (queue = { waiting: [], bytes: 0, drained: undefined }))
    const { waiting } = queue
    queue.bytes += bytes
    this.#budget.add(bytes)
    this.#items += items.length
    return new Promise((resolve, reject) => {
      const queued = { key, entry, items, bytes, sliced: 0, isSettled: false, resolve, reject }
      if (waiting.push(queued) === 1) this.#active.push(queue)
      this.#running ??= this.#run()
    })
  }

  /** Resolves the entries that end in a batch. Called after `commit`, unless that calls it earlier. */
  acknowledge(batch: Batch<Entry, Item>): void {
    for (const { queued, isLast } of batch) {
      if (!isLast || queued.isSettled) continue
      this.#settle(queued)
      queued.resolve(queued.entry)
    }
  }

  /** Rejects an entry and drops its remaining items. */
  reject(queued: Queued<Entry, Item>, reason: unknown): void {
    if (queued.isSettled) return
    const queue = this.#queues.get(queued.key)
    const index = queue?.waiting.indexOf(queued) ?? -1
    if (queue && index >= 0) {
      queue.waiting.splice(index, 1)
      this.#items -= queued.items.length - queued.sliced
      if (queue.waiting.length === 0) this.#active = this.#active.filter((one) => one !== queue)
    }
    this.#settle(queued)
    queued.reject(reason)
  }

  rejectAll(batch: Batch<Entry, Item>, reason: unknown): void {
    for (const { queued } of batch) this.reject(queued, reason)
  }

  async settled(): Promise<void> {
    await this.#running
  }

  /** Commits waiting entries; there is no room for more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.settled()
  }

  async #run(): Promise<void> {
    while (this.#active.length > 0) {
      if (!this.#isClosed && this.#items < this.#limits.batchSize) await wait(this.#limits.batchMs)
      await this.#commit(this.#nextBatch())
      // SQLite commits within this thread, so a long queue would block other work.
      if (this.#active.length > 0) await breathe()
    }
    this.#running = undefined
  }

  async #commit(batch: Batch<Entry, Item>): Promise<void> {
    try {
      await this.#actions.commit(batch, this)
      this.acknowledge(batch)
    } catch (error) {
      if (batch.length > 1 && !this.#actions.isUnavailable(error)) return this.#commitInHalves(batch)
      const reason = this.#actions.failed(error, batch)
      this.rejectAll(batch, reason)
    }
  }

  /** An item that can't be committed harms only its own entry. */
  async #commitInHalves(batch: Batch<Entry, Item>): Promise<void> {
    const middle = Math.ceil(batch.length / 2)
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      await breathe()
      await this.#commit(half)
    }
  }

  #nextBatch(): Batch<Entry, Item> {
    const { batchSize, quantum: least } = this.#limits
    const batch: Array<Slice<Entry, Item>> = []
    const quantum = Math.max(least, Math.ceil(batchSize / this.#active.length))
    let room = batchSize
    while (room > 0) {
      const queue = this.#active.shift()
      if (!queue) break
      room -= this.#serve(queue, Math.min(quantum, room), batch)
      if (queue.waiting.length > 0) this.#active.push(queue)
    }
    return batch
  }

  #serve({ waiting }: KeyQueue<Entry, Item>, quantum: number, batch: Array<Slice<Entry, Item>>): number {
    let taken = 0
    let done = 0
    while (taken < quantum) {
      const queued = waiting[done]
      if (!queued) break
      const { items: all, sliced } = queued
      const isWhole = sliced === 0 && all.length <= quantum - taken
      const items = isWhole ? all : all.slice(sliced, sliced + quantum - taken)
      queued.sliced += items.length
      this.#items -= items.length
      const isLast = queued.sliced === queued.items.length
      batch.push({ queued, items, isLast })
      // An entry without items counts as one: a flood of them must not make an endless batch.
      taken += Math.max(items.length, 1)
      if (!isLast) break
      done++
    }
    waiting.splice(0, done)
    return taken
  }

  #settle(queued: Queued<Entry, Item>): void {
    queued.isSettled = true
    this.#budget.remove(queued.bytes)
    const queue = this.#queues.get(queued.key)
    if (!queue) return
    queue.bytes -= queued.bytes
    if (queue.drained && queue.bytes < this.#limits.queueBytes * DRAINED_AT) {
      queue.drained.resolve()
      queue.drained = undefined
    }
    if (queue.bytes <= 0 && queue.waiting.length === 0) this.#queues.delete(queued.key)
  }
}
