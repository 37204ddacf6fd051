import { setImmediate as breathe } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '../base/durations.ts'
import type { Db } from '../base/database.ts'
import { findChunkAt, findChunkData, listChunks, type Chunk } from '../stores/chunk-store.ts'
import { readableParts } from '../stores/chunk-values.ts'
import { listCoarse, type Coarse, type Uncovered } from '../stores/coarse-store.ts'
import { readCoarse } from '../codec/coarse-summary.ts'
import { isSplit, PointSums, type Grid, type Interval } from '../codec/point-sums.ts'
import { readSummary } from '../codec/summary-reader.ts'
import { FINEST_MS } from '../codec/summary.ts'
import type { SuspectChunks } from '../base/suspect-chunks.ts'
import { isZeroMissing, type Buckets, type Column } from '../base/types.ts'
import { CorruptBytesError } from '../codec/bytes.ts'

/** Summaries between two pauses for other requests. */
const WORK = 250
/** Decoding a chunk costs as much as this many summaries. */
const DECODING = 25
/** Fewer chunks between two coarse summaries are as fast to read. */
const SMALL_GAP = 8
const COARSE_AT_ONCE = 32

export interface CoarseOptions {
  readonly coarseChunks: number
  readonly onUncovered: (uncovered: Uncovered) => void
}

export interface ChunkPointsOptions extends CoarseOptions {
  readonly deviceKey: number
  readonly slots: ReadonlySet<number>
  readonly grid: Grid
  /** Their chunks or values are read instead. */
  readonly unreadable: UnreadableSummaries
  readonly suspectChunks: SuspectChunks
}

export class ChunkPoints {
  readonly #db: Db
  readonly #options: ChunkPointsOptions
  readonly #points: Map<number, PointSums>
  #work = 0

  constructor(db: Db, options: ChunkPointsOptions) {
    this.#db = db
    this.#options = options
    this.#points = new Map(Array.from(options.slots, (slot) => [slot, new PointSums(slot, options.grid)]))
  }

  /**
   * Adds all readable values of chunks. Throws an UnreadableSummaryError for a damaged summary that is not in
   * `unreadable`.
   */
  async read(): Promise<void> {
    const { deviceKey, grid, unreadable, coarseChunks, onUncovered } = this.#options
    if (grid.length === 0) return
    const stepMs = stepOf(grid)
    let from = (await findChunkAt(this.#db, deviceKey, grid.from))?.fromAt ?? grid.from
    if (stepMs > 0)
      for await (const coarse of this.#coarse(stepMs)) {
        if (unreadable.coarse.has(coarse.fromAt)) continue
        const count = await this.#addChunks(from, coarse.fromAt)
        if (count > Math.min(SMALL_GAP, coarseChunks - 1)) onUncovered({ deviceKey, from, stepMs })
        await this.#addCoarse(coarse)
        from = coarse.toAt + 1
      }
    const count = await this.#addChunks(from, grid.to)
    if (stepMs > 0 && count > coarseChunks) onUncovered({ deviceKey, from, stepMs })
  }

  addColumns(columns: readonly Column[], within: Interval): void {
    for (const column of columns) this.#points.get(column.slot)?.addValues(column, within, isZeroMissing(column.slot))
  }

  buckets(): Buckets[] {
    return Array.from(this.#points.values(), (points) => points.buckets())
  }

  async #addChunks(from: number, to: number): Promise<number> {
    let next = from
    let count = 0
    while (next < to) {
      const chunks = await listChunks(this.#db, this.#options.deviceKey, { from: next, to, most: WORK })
      for (const chunk of chunks) await this.#addChunk(chunk)
      count += chunks.length
      const last = chunks.at(-1)
      if (!last || chunks.length < WORK) break
      next = last.fromAt + 1
    }
    return count
  }

  async #addChunk(chunk: Chunk): Promise<void> {
    const { grid, unreadable } = this.#options
    if (chunk.toAt < grid.from) return
    await this.#pause(1)
    const span = { from: chunk.fromAt, to: chunk.toAt }
    if (unreadable.chunks.has(chunk.fromAt)) return this.#addValues(chunk, [span])
    const split = readingSummary('chunks', chunk, () => this.#addSummary(chunk.summary, span, false))
    if (split.length > 0) await this.#addValues(chunk, split)
  }

  /** Yields the coarse summaries page by page: those of years are megabytes. */
  async *#coarse(stepMs: number): AsyncGenerator<Coarse> {
    const { deviceKey, grid } = this.#options
    let { from } = grid
    while (from < grid.to) {
      const listed = await listCoarse(this.#db, deviceKey, { from, to: grid.to, stepMs, most: COARSE_AT_ONCE })
      yield* listed
      const last = listed.at(-1)
      if (!last || listed.length < COARSE_AT_ONCE) return
      from = last.toAt + 1
    }
  }

  async #addCoarse(coarse: Coarse): Promise<void> {
    await this.#pause(DECODING)
    const span = { from: coarse.fromAt, to: coarse.toAt }
    const isDaySplit = (day: number) =>
      isSplit(this.#options.grid, Math.max(day, span.from), Math.min(day + DAY_MS - 1, span.to))
    const left = readingSummary('coarse', coarse, () =>
      readCoarse(coarse.summary, (summary) => this.#addSummary(summary, span, false), isDaySplit),
    )
    for (const interval of joined(left)) await this.#addInterval(interval)
  }

  async #addInterval({ from, to }: Interval): Promise<void> {
    const { deviceKey } = this.#options
    const first = await findChunkAt(this.#db, deviceKey, from)
    const others = await listChunks(this.#db, deviceKey, { from: from + 1, to: to + 1, most: Number.MAX_SAFE_INTEGER })
    for (const chunk of first && first.toAt >= from ? [first, ...others] : others) {
      const within = { from: Math.max(from, chunk.fromAt), to: Math.min(to, chunk.toAt) }
      await this.#addValues(chunk, [within])
    }
  }

  /** Adds the buckets that fit into one point. Returns the intervals of the others. */
  #addSummary(summary: Uint8Array, span: Interval, isAll: boolean): Interval[] {
    let split: Interval[] = []
    readSummary(summary, this.#options.slots, (slot, sums, count, widthMs) => {
      const others = this.#points.get(slot)!.addBuckets(sums, count, { widthMs, span, isAll })
      split = split.length > 0 ? [...split, ...others] : others
    })
    return split
  }

  async #addValues(chunk: Chunk, intervals: readonly Interval[]): Promise<void> {
    await this.#pause(DECODING)
    const { slots, unreadable, suspectChunks } = this.#options
    const within = joined(intervals)
    const data = chunk.dataId === null ? undefined : await findChunkData(this.#db, chunk.dataId)
    if (!data) {
      // Retention has removed the values: a bucket counts in the point in which it begins.
      if (unreadable.chunks.has(chunk.fromAt)) return
      for (const interval of within)
        readingSummary('chunks', chunk, () => this.#addSummary(chunk.summary, interval, true))
      return
    }
    const { parts, isWhole } = readableParts(chunk, data, slots)
    if (!isWhole) suspectChunks.add(chunk)
    for (const columns of parts) for (const interval of within) this.addColumns(columns, interval)
  }

  async #pause(work: number): Promise<void> {
    this.#work += work
    if (this.#work < WORK) return
    this.#work = 0
    await breathe()
  }
}

/** Returns the largest step of coarse summaries that divides the points; 0 for shorter points. */
function stepOf({ start, widthMs }: Grid): number {
  if (widthMs < HOUR_MS) return 0
  return start % HOUR_MS === 0 && widthMs % HOUR_MS === 0 ? HOUR_MS : FINEST_MS
}

function joined(intervals: readonly Interval[]): Interval[] {
  const result: Array<{ from: number; to: number }> = []
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

export interface UnreadableSummaries {
  readonly chunks: Set<number>
  readonly coarse: Set<number>
}

/** Thrown for a damaged summary, after some of its buckets may have been added to a chart. */
export class UnreadableSummaryError extends Error {
  override name = 'UnreadableSummaryError'
  readonly kind: keyof UnreadableSummaries
  readonly fromAt: number
  readonly toAt: number

  constructor(kind: keyof UnreadableSummaries, { fromAt, toAt }: { readonly fromAt: number; readonly toAt: number }) {
    super(`A summary of ${kind} from ${fromAt} on is damaged.`)
    this.kind = kind
    this.fromAt = fromAt
    this.toAt = toAt
  }
}

/** Returns the result of `read`. Throws an UnreadableSummaryError for a damaged summary. */
function readingSummary<T>(
  kind: keyof UnreadableSummaries,
  source: { readonly fromAt: number; readonly toAt: number },
  read: () => T,
): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CorruptBytesError ? new UnreadableSummaryError(kind, source) : error
  }
}
