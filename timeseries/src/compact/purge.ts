import type { Limits } from '../base/limits.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { Segment } from '../memory/segment.ts'

/** So many rows, of unknown length, are removed at once after a start. */
const ROWS_OF_UNKNOWN_LENGTH = 16

interface Options {
  readonly log: PartitionLog
  /** Returns the seq up to which no subscriber needs the log any more. */
  readonly heldFrom: () => number
  readonly limits: Limits
}

/** Removes rows from the log that are in chunks, a few at a time, once no subscriber needs them. */
export class Purge {
  readonly #options: Options
  /** The seqs up to which rows are removed next, ascending. */
  readonly #steps: number[] = []

  constructor(options: Options) {
    this.#options = options
  }

  get hasWork(): boolean {
    const [next] = this.#steps
    return next !== undefined && next <= this.#options.heldFrom()
  }

  /** Plans the removal of what an earlier run has left, up to a seq. */
  async resume(uptoSeq: number): Promise<void> {
    for await (const { seq } of this.#options.log.follow(0)) {
      for (let step = seq; step < uptoSeq; step += ROWS_OF_UNKNOWN_LENGTH) this.#steps.push(step)
      if (seq <= uptoSeq) this.#steps.push(uptoSeq)
      return
    }
  }

  /** Plans the removal of a segment. */
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
