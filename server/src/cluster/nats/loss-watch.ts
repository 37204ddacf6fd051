import type { StreamInfo } from '@nats-io/jetstream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Loss } from './lost-log.ts'
import { isOf, PAUSE_MS } from './streams.ts'

/** One of several servers may lack for a while what the others have: only what is missing for this long is lost. */
const LOST_AFTER_MS = 10_000

interface Options {
  /** Of the log. */
  readonly name: string
  readonly replicas: number
  readonly streamOf: (partition: number) => string
  readonly find: (partition: number) => Promise<StreamInfo | undefined>
  readonly onLost: (loss: Loss) => void
}

/** Finds streams that are gone, belong to another log, or end before a known row. */
export class LossWatch {
  readonly #options: Options
  readonly #heads = new Map<number, number>()
  readonly #suspected = new Set<number>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Notes a row that is in the log. */
  note(partition: number, seq: number): void {
    this.#heads.set(partition, Math.max(this.headOf(partition), seq))
  }

  /** Returns the last known row of a partition. */
  headOf(partition: number): number {
    return this.#heads.get(partition) ?? 0
  }

  /** Returns the loss that an answer of the servers shows; undefined when it has the row of a position. */
  lossIn(partition: number, found: StreamInfo | undefined, position: number): Loss | undefined {
    const { name, streamOf } = this.#options
    const stream = streamOf(partition)
    if (!found) return { partition, head: undefined, reason: `its stream ${stream} is missing` }
    if (!isOf(name, found)) return { partition, head: undefined, reason: `the stream ${stream} belongs to another log` }
    const head = found.state.last_seq
    if (head >= position) return undefined
    return { partition, head, reason: `its stream ${stream} ends at row ${head}, and row ${position} was read before` }
  }

  /** Resolves with the loss of a partition that lasts, undefined as soon as there is none. */
  async findLasting(partition: number, positionOf: (partition: number) => number): Promise<Loss | undefined> {
    const { find, replicas } = this.#options
    const until = performance.now() + (replicas > 1 ? LOST_AFTER_MS : 0)
    while (true) {
      // Asked first: what is appended while the servers answer may be missing in the answer.
      const position = positionOf(partition)
      const loss = this.lossIn(partition, await find(partition), position)
      if (loss === undefined || performance.now() >= until) return loss
      await wait(PAUSE_MS)
    }
  }

  /** Makes sure of a loss that was seen, and reports it. */
  async suspect(partition: number): Promise<void> {
    if (this.#suspected.has(partition)) return
    this.#suspected.add(partition)
    try {
      const loss = await this.findLasting(partition, () => this.headOf(partition))
      if (loss) this.#options.onLost(loss)
    } catch {
      // The servers are unreachable; the next request reports it.
    } finally {
      this.#suspected.delete(partition)
    }
  }
}
