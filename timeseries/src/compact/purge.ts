import type { Limits } from '../base/limits.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { Segment } from '../memory/segment.ts'

/** Rows of unknown length that are removed at once after a start. */
const ROWS_OF_UNKNOWN_LENGTH = 16

interface Options {
  readonly log: PartitionLog
  readonly heldFrom: () => number
  readonly limits: Limits
}

/** Removes compacted rows from the log, a few at a time, once no subscriber needs them. */
export class Purge {
  readonly #options: Options
  readonly #steps: number[] = []

  constructor(options: Options) {
    this.#options = options
  }

  get hasWork(): boolean {
    const [next] = this.#steps
    return next !== undefined && next <= this.#options.heldFrom()
  }

  async resume(uptoSeq: number): Promise<void> {
    for await (const { seq } of this.#options.log.follow(0)) {
      for (let step = seq; step < uptoSeq; step += ROWS_OF_UNKNOWN_LENGTH) this.#steps.push(step)
      if (seq <= uptoSeq) this.#steps.push(uptoSeq)
      return
    }
  }

  add(segment: Segment): void {
    let seq = segment.firstSeq - 1
    while (seq < segment.lastSeq) {
      seq = segment.seqAfterBytes(seq, this.#options.limits.purgeBytes)
      this.#steps.push(seq)
    }
  }

  async step(): Promise<void> {
    const [next] = this.#steps
    if (next === undefined || !this.hasWork) return
    await this.#options.log.purge(next)
    this.#steps.shift()
  }
}
