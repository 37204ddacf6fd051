import type { Db } from '../db/schema.ts'
import { ColumnBuilder } from './columns.ts'
import { decodeRow } from './log-row.ts'
import { findReadMark } from './mark-store.ts'
import type { ReadingLog } from './reading-log.ts'
import { isCompacted, type Mark, type Tail } from './tail.ts'
import type { Column } from './types.ts'

interface Options {
  readonly db: Db
  readonly log: ReadingLog
  readonly partition: number
  readonly tail: Tail
  /** The last seq that is in the tail. */
  readonly lastSeq: () => number
}

/** From inclusive, to exclusive; milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** What a reader sees of one device as of one moment. */
export interface Seen<T> {
  readonly chunks: T
  /** The values that are in no chunk of `chunks`. */
  readonly tail: Column[]
}

/** Values of the tail with their seq, in the order of the log. */
interface Captured {
  readonly lastSeq: number
  readonly slots: number[]
  readonly at: number[]
  readonly values: number[]
  readonly seqs: number[]
}

const NOTHING_COMPACTED: Mark = { uptoSeq: 0, partSeq: 0, partAt: 0 }
const LAST_MARK_WINS = 8

/**
 * Reads chunks and tail of a device so that together they are a whole prefix of the log, while a compactor, in this process
 * or in another one, moves values from the tail to the chunks.
 */
export class DeviceReader {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Calls `readChunks`, which reads from the database what it wants of the chunks of the device, and may be called again.
   * It gets true when their values are hidden. Returns what it returned, and the values of the tail in the range that are
   * of `slots` (null: of all).
   *
   * The tail is copied first. Then the mark says exactly which of its entries the chunks hold, if it is the same before
   * and after they are read: chunks and mark change in one transaction.
   */
  async read<T>(
    deviceKey: number,
    slots: ReadonlySet<number> | null,
    range: TimeRange,
    readChunks: (isHidden: boolean) => Promise<T>,
  ): Promise<Seen<T>> {
    for (let attempt = 1; ; attempt++) {
      const captured = this.#capture(deviceKey, slots, range)
      const mark = await findReadMark(this.#options.db, deviceKey)
      const chunks = await readChunks(mark.isErasing)
      const after = await findReadMark(this.#options.db, deviceKey)
      if (!isSame(mark, after)) {
        if (attempt === LAST_MARK_WINS) throw new Error(`Device ${deviceKey} changes faster than it can be read.`)
        continue
      }
      // Chunks of a half-made step hold only the older part of entries that this tail may not have yet.
      if (mark.partSeq > captured.lastSeq) await this.#readOn(captured, { deviceKey, slots, range, upto: mark.partSeq })
      return { chunks, tail: toColumns(captured, mark) }
    }
  }

  #capture(deviceKey: number, slots: ReadonlySet<number> | null, { from, to }: TimeRange): Captured {
    const captured: Captured = { lastSeq: this.#options.lastSeq(), slots: [], at: [], values: [], seqs: [] }
    this.#options.tail.walk(deviceKey, NOTHING_COMPACTED, (message, seq) => {
      if (message.at >= from && message.at < to)
        for (let index = 0; index < message.count; index++)
          add(captured, slots, { slot: message.slots[index]!, at: message.at, value: message.values[index]!, seq })
      return true
    })
    return captured
  }

  /** Adds the entries of the log after those that were copied, up to a seq. */
  async #readOn(
    captured: Captured,
    wanted: { deviceKey: number; slots: ReadonlySet<number> | null; range: TimeRange; upto: number },
  ): Promise<void> {
    const { log, partition } = this.#options
    for await (const { seq, bytes } of log.follow(partition, captured.lastSeq)) {
      if (seq > wanted.upto) return
      for (const { deviceKey, at, slots, values } of decodeRow(bytes)) {
        if (deviceKey !== wanted.deviceKey || at < wanted.range.from || at >= wanted.range.to) continue
        slots.forEach((slot, index) => add(captured, wanted.slots, { slot, at, value: values[index]!, seq }))
      }
    }
  }
}

function add(
  captured: Captured,
  slots: ReadonlySet<number> | null,
  { slot, at, value, seq }: { slot: number; at: number; value: number; seq: number },
): void {
  if (slots && !slots.has(slot)) return
  captured.slots.push(slot)
  captured.at.push(at)
  captured.values.push(value)
  captured.seqs.push(seq)
}

function toColumns({ slots, at, values, seqs }: Captured, mark: Mark): Column[] {
  const builder = new ColumnBuilder()
  for (let index = 0; index < at.length; index++)
    if (!isCompacted(mark, seqs[index]!, at[index]!)) builder.add(slots[index]!, at[index]!, values[index]!)
  return builder.build()
}

function isSame(one: Mark & { isErasing: boolean }, other: Mark & { isErasing: boolean }): boolean {
  return (
    one.uptoSeq === other.uptoSeq &&
    one.partSeq === other.partSeq &&
    one.partAt === other.partAt &&
    one.isErasing === other.isErasing
  )
}
