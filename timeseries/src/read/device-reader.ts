import type { Database, Db } from '../base/database.ts'
import { decodeRow } from '../codec/log-row.ts'
import { findReadMarker } from '../stores/marker-store.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { SuspectChunks } from '../base/suspect-chunks.ts'
import { type CompactionMarker, isCompacted } from '../base/compaction-marker.ts'
import type { Memtable } from '../memory/memtable.ts'
import type { Column } from '../base/types.ts'
import { inOrder } from '../codec/columns.ts'

interface Options {
  readonly db: Database
  readonly log: PartitionLog
  readonly memtable: Memtable
  readonly suspectChunks: SuspectChunks
  /** Whether the log may repeat values of chunks, because it was appended to without a lookup. */
  readonly mayRepeat?: boolean
  readonly lastSeq: () => number
}

/** From inclusive, to exclusive, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

interface Seen<T> {
  readonly chunks: T
  readonly memtable: readonly Column[]
}

type ReadChunks<T> = (db: Db, isHidden: boolean, memtable: readonly Column[]) => Promise<T>

interface Wanted {
  readonly deviceKey: number
  readonly slots: ReadonlySet<number> | null
  readonly range: TimeRange
}

type ReadMarker = Awaited<ReturnType<typeof findReadMarker>>

const NOTHING_COMPACTED: CompactionMarker = { uptoSeq: 0, partSeq: 0, partAt: 0 }
const ATTEMPTS = 2
const SNAPSHOTS = 8

/**
 * Reads chunks and memtable of a device as a whole prefix of the log, while a compactor in any process moves values
 * from one to the other.
 */
export class DeviceReader {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get suspectChunks(): SuspectChunks {
    return this.#options.suspectChunks
  }

  get mayRepeat(): boolean {
    return this.#options.mayRepeat ?? false
  }

  view(deviceKey: number, slots: ReadonlySet<number> | null, range: TimeRange): DeviceView {
    return new DeviceView(this.#options, { deviceKey, slots, range })
  }
}

/**
 * The values of a device at the time of its creation, or later. The memtable is copied first; afterwards the marker
 * says exactly which of its entries are in chunks.
 */
class DeviceView {
  readonly #options: Options
  readonly #wanted: Wanted
  readonly #copy = new LogColumns()
  #lastSeq: number
  /** The marker after the last read, valid for the next one unless it has changed. */
  #lastMarker: ReadMarker | undefined
  #left: { readonly marker: CompactionMarker; readonly columns: readonly Column[] } | undefined

  constructor(options: Options, wanted: Wanted) {
    this.#options = options
    this.#wanted = wanted
    this.#lastSeq = options.lastSeq()
    options.memtable.walk(wanted.deviceKey, NOTHING_COMPACTED, (message, seq) => {
      if (this.#isInRange(message.at))
        for (let index = 0; index < message.count; index++)
          this.#add(message.slots[index]!, message.at, message.values[index]!, seq)
      return true
    })
  }

  /**
   * Calls `readChunks` with a database, once or several times. Returns its last result and the values outside chunks.
   *
   * The marker must be the same before and after: chunks change in its transaction. A device that is compacted all the
   * time is read from a snapshot, which comes last because it blocks writers on SQLite.
   */
  async read<T>(readChunks: ReadChunks<T>): Promise<Seen<T>> {
    const { db } = this.#options
    const { deviceKey } = this.#wanted
    const attempts = this.#lastMarker ? ATTEMPTS + 1 : ATTEMPTS
    for (let attempt = 0; attempt < attempts; attempt++) {
      const marker = this.#lastMarker ?? (await findReadMarker(db, deviceKey))
      this.#lastMarker = undefined
      // Half a step is in chunks: the rest of its entries is in the log as long as the marker stays.
      if (marker.partSeq > this.#lastSeq) await this.#readOn(marker.partSeq)
      const memtable = this.#leftBy(marker)
      const chunks = await readChunks(db, marker.isErasing, memtable)
      const after = await findReadMarker(db, deviceKey)
      if (!isSame(marker, after) || marker.isErasing !== after.isErasing) continue
      this.#lastMarker = after
      return { chunks, memtable }
    }
    for (let attempt = 0; attempt < SNAPSHOTS; attempt++) {
      const snapshot = db.transaction().setIsolationLevel('repeatable read')
      const { marker, seen } = await snapshot.execute((tx) => this.#readFrom(tx, readChunks))
      if (seen) return seen
      await this.#readOn(marker.partSeq)
    }
    throw new Error(`Device ${deviceKey} changes faster than it can be read.`)
  }

  /** Returns only the marker when the log must be read on, for which a transaction can't wait. */
  async #readFrom<T>(db: Db, readChunks: ReadChunks<T>): Promise<{ marker: CompactionMarker; seen?: Seen<T> }> {
    const marker = await findReadMarker(db, this.#wanted.deviceKey)
    if (marker.partSeq > this.#lastSeq) return { marker }
    const memtable = this.#leftBy(marker)
    return { marker, seen: { chunks: await readChunks(db, marker.isErasing, memtable), memtable } }
  }

  async #readOn(upto: number): Promise<void> {
    this.#left = undefined
    for await (const { seq, bytes } of this.#options.log.follow(this.#lastSeq, upto)) {
      if (seq > upto) return
      for (const { deviceKey, at, slots, values } of decodeRow(bytes)) {
        if (deviceKey !== this.#wanted.deviceKey || !this.#isInRange(at)) continue
        slots.forEach((slot, index) => this.#add(slot, at, values[index]!, seq))
      }
      this.#lastSeq = seq
    }
  }

  #leftBy(marker: CompactionMarker): readonly Column[] {
    if (this.#left && isSame(this.#left.marker, marker)) return this.#left.columns
    this.#left = { marker, columns: this.#copy.leftBy(marker) }
    return this.#left.columns
  }

  #isInRange(at: number): boolean {
    return at >= this.#wanted.range.from && at < this.#wanted.range.to
  }

  #add(slot: number, at: number, value: number, seq: number): void {
    const { slots } = this.#wanted
    if (!slots || slots.has(slot)) this.#copy.add(slot, at, value, seq)
  }
}

function isSame(one: CompactionMarker, other: CompactionMarker): boolean {
  return one.uptoSeq === other.uptoSeq && one.partSeq === other.partSeq && one.partAt === other.partAt
}

interface LogColumn {
  readonly at: number[]
  readonly values: number[]
  readonly seqs: number[]
}

export class LogColumns {
  readonly #columns = new Map<number, LogColumn>()

  add(slot: number, at: number, value: number, seq: number): void {
    let column = this.#columns.get(slot)
    if (!column) this.#columns.set(slot, (column = { at: [], values: [], seqs: [] }))
    column.at.push(at)
    column.values.push(value)
    column.seqs.push(seq)
  }

  /** Returns the values outside chunks by a marker, in time order. For the same slot and time, the first one wins. */
  leftBy(marker: CompactionMarker): Column[] {
    const columns: Column[] = []
    for (const [slot, column] of this.#columns) {
      const { at, values } = leftOf(column, marker)
      if (at.length > 0) columns.push(inOrder(slot, at, values))
    }
    return columns
  }
}

function leftOf(column: LogColumn, marker: CompactionMarker): Pick<LogColumn, 'at' | 'values'> {
  // Usually none is in a chunk: those that are leave the memtable soon.
  if ((column.seqs[0] ?? Infinity) > Math.max(marker.uptoSeq, marker.partSeq)) return column
  const isLeft = (_: number, index: number) => !isCompacted(marker, column.seqs[index]!, column.at[index]!)
  return { at: column.at.filter(isLeft), values: column.values.filter(isLeft) }
}
