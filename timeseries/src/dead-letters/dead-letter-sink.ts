import type { Db } from '../base/database.ts'
import { countDeadLetters, countWholeRows, insertDeadLetters, type DeadLetter } from '../stores/dead-letter-store.ts'
import type { Keep } from './dead-letters.ts'

/** So many rows in a row of which nothing can be applied are a fault of the program and not of the rows. */
const ROWS_IN_A_ROW = 100
/** The most dead letters of a partition: 10,000 messages of a few hundred bytes. */
const DEAD_LETTERS = 10_000
/** For how long a count of the dead letters counts: an operator or another process may have removed some. */
const COUNT_FOR_MS = 60_000

export interface DeadLetterLimits {
  readonly rowsInARow: number
  readonly deadLetters: number
}

const LIMITS: DeadLetterLimits = { rowsInARow: ROWS_IN_A_ROW, deadLetters: DEAD_LETTERS }

/** Thrown instead of setting more and more aside. The partition stays where it is until somebody has looked. */
export class PartitionStoppedError extends Error {
  override name = 'PartitionStoppedError'
}

/** Where it is noted what was set aside, by the name of the event. */
export interface EventLog {
  error(event: object): void
  fatal(event: object): void
}

interface Options {
  readonly db: Db
  readonly log: EventLog
  readonly now: () => number
  readonly limits?: DeadLetterLimits
}

/** Opens what keeps dead letters. */
export async function openDeadLetterSink(options: Options): Promise<DeadLetterSink> {
  return new DeadLetterSink(options, await countDeadLetters(options.db))
}

/** Dead letters in the database, and the partitions that have too many. */
export class DeadLetterSink {
  readonly #options: Options
  readonly #limits: DeadLetterLimits
  readonly #stopped = new Set<number>()
  /** Of each partition the last row that was skipped, and how many before it were without a gap. */
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

  /** Dead letters that this process has kept since its start. */
  get added(): number {
    return this.#added
  }

  /** Dead letters in the database, when this process last counted them. After a minute it counts them again for the next time. */
  get kept(): number {
    // A clock that was set back must not put it off.
    if (Math.abs(this.#options.now() - this.#countedAt) >= COUNT_FOR_MS) void this.#count().catch(() => {})
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** The partitions that this process can't go on with. */
  get stopped(): readonly number[] {
    return [...this.#stopped]
  }

  /** Forgets that a partition stopped: it is another's now. */
  release(partition: number): void {
    this.#stopped.delete(partition)
  }

  /** Keeps dead letters in the database. Rejects with a PartitionStoppedError when too much is set aside. */
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

  /** Skips what the owner of the partition keeps: for those that only read it. Rejects as `keep` does. */
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
