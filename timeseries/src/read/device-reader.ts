import type { Database, Db } from '../base/database.ts'
import { LogColumns } from '../memory/log-columns.ts'
import { decodeRow } from '../codec/log-row.ts'
import { findReadMarker } from '../stores/marker-store.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { SuspectChunks } from '../base/suspect-chunks.ts'
import type { CompactionMarker } from '../base/compaction-marker.ts'
import type { Memtable } from '../memory/memtable.ts'
import type { Column } from '../base/types.ts'

interface Options {
  readonly db: Database
  readonly log: PartitionLog
  readonly memtable: Memtable
  readonly suspectChunks: SuspectChunks
  /** Whether an entry may be in the log twice, because it was appended without a look into the chunks. */
  readonly mayRepeat?: boolean
  /** The last seq that is in the memtable. */
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
  readonly memtable: readonly Column[]
}

/** Gets whether the chunks are hidden, and the values that are in none of them. */
type ReadChunks<T> = (db: Db, isHidden: boolean, memtable: readonly Column[]) => Promise<T>

interface Wanted {
  readonly deviceKey: number
  /** Null for all slots. */
  readonly slots: ReadonlySet<number> | null
  readonly range: TimeRange
}

type ReadMarker = Awaited<ReturnType<typeof findReadMarker>>

const NOTHING_COMPACTED: CompactionMarker = { uptoSeq: 0, partSeq: 0, partAt: 0 }
/** How often a device may change while it is read before it is read from a snapshot. */
const ATTEMPTS = 2
/** How often the log may have to be read on for a snapshot before the read fails. */
const SNAPSHOTS = 8

/**
 * Reads chunks and memtable of a device so that together they are a whole prefix of the log, while a compactor, in this process
 * or in another one, moves values from the memtable to the chunks.
 */
export class DeviceReader {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes the chunks that could not be read. */
  get suspectChunks(): SuspectChunks {
    return this.#options.suspectChunks
  }

  get mayRepeat(): boolean {
    return this.#options.mayRepeat ?? false
  }

  /** Copies the values of the memtable that are in a range and of `slots` (null: of all), to be read together with chunks. */
  view(deviceKey: number, slots: ReadonlySet<number> | null, range: TimeRange): DeviceView {
    return new DeviceView(this.#options, { deviceKey, slots, range })
  }
}

/**
 * The values of a device as of the moment when the view was made, or later. The memtable is copied first. Then the marker says
 * exactly which of its entries the chunks hold, at any later time.
 */
class DeviceView {
  readonly #options: Options
  readonly #wanted: Wanted
  /** The values of the log up to `#lastSeq`. */
  readonly #copy = new LogColumns()
  #lastSeq: number
  /** The marker after the last read: chunks that are read next fit to it unless it has changed since. */
  #lastMarker: ReadMarker | undefined
  /** Those of the copy that are in no chunk by the marker of the last read. */
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
   * Calls `readChunks`, which reads from the given database what it wants of the chunks of the device, and may be called
   * again. Returns what it returned, and the values of the memtable.
   *
   * The marker has to be the same before and after the chunks are read: both change in one transaction. A long read of a
   * device that is compacted meanwhile would never see that, so that its last attempts read a snapshot of the database.
   * It is not the first choice, since on SQLite nobody else can write meanwhile.
   */
  async read<T>(readChunks: ReadChunks<T>): Promise<Seen<T>> {
    const { db } = this.#options
    const { deviceKey } = this.#wanted
    const attempts = this.#lastMarker ? ATTEMPTS + 1 : ATTEMPTS
    for (let attempt = 0; attempt < attempts; attempt++) {
      const marker = this.#lastMarker ?? (await findReadMarker(db, deviceKey))
      this.#lastMarker = undefined
      // Chunks of a half-made step hold only the older part of entries that the copy may not have yet. The log keeps these
      // entries as long as the marker stays the same.
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

  /** Returns nothing but the marker when the log has to be read on for it, which a transaction can't wait for. */
  async #readFrom<T>(db: Db, readChunks: ReadChunks<T>): Promise<{ marker: CompactionMarker; seen?: Seen<T> }> {
    const marker = await findReadMarker(db, this.#wanted.deviceKey)
    if (marker.partSeq > this.#lastSeq) return { marker }
    const memtable = this.#leftBy(marker)
    return { marker, seen: { chunks: await readChunks(db, marker.isErasing, memtable), memtable } }
  }

  /** Adds the entries of the log after those that were copied, up to a seq. */
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

  /** Returns the values that are in no chunk by a marker. It seldom changes between two reads. */
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
