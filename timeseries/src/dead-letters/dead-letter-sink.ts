import type { Db } from '../base/database.ts'
import { countDeadLetters, countWholeRows, insertDeadLetters, type DeadLetter } from '../stores/dead-letter-store.ts'
import type { Keep } from './dead-letters.ts'

/** More rows in a row without one applied message are a fault of the program, not of the rows. */
const ROWS_IN_A_ROW = 100
const DEAD_LETTERS = 10_000
/** Counts expire: an operator or another process may have removed dead letters. */
const COUNT_FOR_MS = 60_000

export interface DeadLetterLimits {
  readonly rowsInARow: number
  readonly deadLetters: number
}

const LIMITS: DeadLetterLimits = { rowsInARow: ROWS_IN_A_ROW, deadLetters: DEAD_LETTERS }

export class PartitionStoppedError extends Error {
  override name = 'PartitionStoppedError'
}

interface EventLog {
  error(event: object): void
  fatal(event: object): void
}

interface Options {
  readonly db: Db
  readonly log: EventLog
  readonly now: () => number
  readonly limits?: DeadLetterLimits
}

export async function openDeadLetterSink(options: Options): Promise<DeadLetterSink> {
  return new DeadLetterSink(options, await countDeadLetters(options.db))
}

export class DeadLetterSink {
  readonly #options: Options
  readonly #limits: DeadLetterLimits
  readonly #stopped = new Set<number>()
  /** By partition: the last skipped row, and the number of skipped rows before it without a gap. */
  readonly #skipped = new Map<number, { readonly seq: number; readonly rows: number }>()
  #counts: Map<number, number>
  #countedAt: number
  #added = 0

  constructor(options: Options, counts: Map<number, number>) {
    this.#options = options
    this.#limits = options.limits ?? LIMITS
    this.#counts = counts
    this.#countedAt = options.now()
  }

  get added(): number {
    return this.#added
  }

  /** Dead letters in the database at the last count, which is renewed after a minute. */
  get kept(): number {
    // Also counts again after a clock was set back.
    if (Math.abs(this.#options.now() - this.#countedAt) >= COUNT_FOR_MS) void this.#count().catch(() => {})
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  get stopped(): readonly number[] {
    return [...this.#stopped]
  }

  release(partition: number): void {
    this.#stopped.delete(partition)
  }

  /** Stores dead letters. Rejects with a PartitionStoppedError when there are too many. */
  readonly keep: Keep = async (deadLetters) => {
    const [first] = deadLetters
    if (!first) return
    const { db, log, now } = this.#options
    const { rowsInARow, deadLetters: most } = this.#limits
    const { partition, seq, isWhole, reason } = first
    await this.#count()
    const kept = this.#counts.get(partition) ?? 0
    if (kept + deadLetters.length > most)
      this.#stop(first, `${most} messages of partition ${partition} could not be applied.`)
    if (isWhole && (await countWholeRows(db, partition, seq, rowsInARow)) >= rowsInARow) this.#stopInARow(first)
    const added = await insertDeadLetters(db, deadLetters, now())
    if (added > 0) log.error({ event: 'readings.set-aside', partition, seq, messages: added, isWhole, reason })
    this.#added += added
    this.#counts.set(partition, kept + added)
    this.#stopped.delete(partition)
  }

  /** Skips what the owner of the partition keeps. Rejects as `keep` does. */
  readonly skip: Keep = async (deadLetters) => {
    const [first] = deadLetters
    if (!first) return
    const { partition, seq, isWhole } = first
    const before = this.#skipped.get(partition)
    // The same row may come again.
    if (before?.seq === seq) return
    const inARow = before?.seq === seq - 1 ? before.rows + 1 : 1
    const rows = isWhole ? inARow : 0
    if (rows > this.#limits.rowsInARow) this.#stopInARow(first)
    this.#skipped.set(partition, { seq, rows })
    this.#stopped.delete(partition)
  }

  async #count(): Promise<void> {
    this.#countedAt = this.#options.now()
    this.#counts = await countDeadLetters(this.#options.db)
  }

  #stopInARow(letter: DeadLetter): never {
    this.#stop(
      letter,
      `Nothing of ${this.#limits.rowsInARow} rows in a row of partition ${letter.partition} could be applied.`,
    )
  }

  #stop({ partition, seq, reason }: DeadLetter, why: string): never {
    if (!this.#stopped.has(partition))
      this.#options.log.fatal({ event: 'partition.stopped', partition, seq, reason: why, last: reason })
    this.#stopped.add(partition)
    throw new PartitionStoppedError(why)
  }
}
