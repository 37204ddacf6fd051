import { setImmediate as breathe } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@greenhouse/contract'
import type { Db } from '../db/schema.ts'
import { findChunkAt, findChunkData, listChunks, type Chunk } from './chunk-store.ts'
import { decodePart, partsOf } from './codec.ts'
import { listCoarse, type Coarse } from './coarse-store.ts'
import { readCoarse } from './coarse-summary.ts'
import type { DeviceReader } from './device-reader.ts'
import { gridOf, isSplit, PointSums, type Grid, type Interval } from './point-sums.ts'
import { readSummary } from './summary-reader.ts'
import { FINEST_MS } from './summary.ts'
import { isZeroMissing, type Buckets, type Column, type PointsRange } from './types.ts'

/** Work between two pauses, in summaries of chunks: a pause lets other requests have their turn. */
const WORK = 250
/** The work of decoding the values of a chunk. */
const DECODING = 25
/** Fewer chunks between two coarse summaries are as fast to read. */
const SMALL_GAP = 8
/** How many coarse summaries are read by one statement. */
const COARSE_AT_ONCE = 32

/** Chunks of a device from an instant on that no coarse summary covers. */
export interface Uncovered {
  readonly deviceKey: number
  readonly from: number
  /** The points begin at multiples of it. */
  readonly stepMs: number
}

export interface PointsQuery {
  readonly deviceKey: number
  readonly slots: readonly number[]
  readonly range: PointsRange
}

/**
 * Returns counts, means, lowest and highest values of a range by the points of a chart. Reads the summaries of chunks, and
 * values only where a bucket of a summary lies across two points or across an end of the range.
 */
export async function readPoints(
  reader: DeviceReader,
  { deviceKey, slots, range }: PointsQuery,
  coarse: CoarseOptions,
): Promise<Buckets[]> {
  const wanted = new Set(slots)
  const grid = gridOf(range)
  const { chunks, tail } = await reader.view(deviceKey, wanted, range).read(async (db, isHidden) => {
    const points = new ChunkPoints(db, { deviceKey, slots: wanted, grid, ...coarse })
    if (!isHidden) await points.read()
    return points
  })
  chunks.addColumns(tail, grid)
  return chunks.buckets()
}

export interface CoarseOptions {
  /** How many chunks a coarse summary stands for. */
  readonly coarseChunks: number
  /** Called for chunks of which coarse summaries would save time. */
  readonly onUncovered: (uncovered: Uncovered) => void
}

interface Options extends CoarseOptions {
  readonly deviceKey: number
  readonly slots: ReadonlySet<number>
  readonly grid: Grid
}

/** The points of a chart, as they are filled from chunks. */
export class ChunkPoints {
  readonly #db: Db
  readonly #options: Options
  readonly #points: Map<number, PointSums>
  #work = 0

  constructor(db: Db, options: Options) {
    this.#db = db
    this.#options = options
    this.#points = new Map(Array.from(options.slots, (slot) => [slot, new PointSums(slot, options.grid)]))
  }

  /** Adds all values that are in chunks. */
  async read(): Promise<void> {
    const { deviceKey, grid, coarseChunks, onUncovered } = this.#options
    if (grid.length === 0) return
    const stepMs = stepOf(grid)
    let from = (await findChunkAt(this.#db, deviceKey, grid.from))?.fromAt ?? grid.from
    if (stepMs > 0)
      for await (const coarse of this.#coarse(stepMs)) {
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

  /** Returns the points with values of each slot. */
  buckets(): Buckets[] {
    return Array.from(this.#points.values(), (points) => points.buckets())
  }

  /** Adds the chunks that begin in [from, to), and returns their number. */
  async #addChunks(from: number, to: number): Promise<number> {
    let next = from
    let count = 0
    while (next < to) {
      const chunks = await listChunks(this.#db, this.#options.deviceKey, { from: next, to, most: WORK })
      for (const chunk of chunks) await this.#addChunk(chunk)
      count += chunks.length
      if (chunks.length < WORK) break
      next = chunks.at(-1)!.fromAt + 1
    }
    return count
  }

  async #addChunk(chunk: Chunk): Promise<void> {
    const { grid } = this.#options
    if (chunk.toAt < grid.from) return
    await this.#pause(1)
    const territory = { from: chunk.fromAt, to: chunk.toAt }
    const split = this.#addSummary(chunk.summary, territory, false)
    if (split.length > 0) await this.#addValues(chunk, split)
  }

  /** Yields the coarse summaries of the range, a few at a time: those of years are megabytes. */
  async *#coarse(stepMs: number): AsyncGenerator<Coarse> {
    const { deviceKey, grid } = this.#options
    let { from } = grid
    while (from < grid.to) {
      const listed = await listCoarse(this.#db, deviceKey, { from, to: grid.to, stepMs, most: COARSE_AT_ONCE })
      yield* listed
      if (listed.length < COARSE_AT_ONCE) return
      from = listed.at(-1)!.toAt + 1
    }
  }

  async #addCoarse(coarse: Coarse): Promise<void> {
    await this.#pause(DECODING)
    const territory = { from: coarse.fromAt, to: coarse.toAt }
    const left = readCoarse(
      coarse.summary,
      (summary) => this.#addSummary(summary, territory, false),
      (day) => isSplit(this.#options.grid, Math.max(day, territory.from), Math.min(day + DAY_MS - 1, territory.to)),
    )
    for (const interval of joined(left)) await this.#addInterval(interval)
  }

  /** Adds what a coarse summary could not: the values of the chunks in an interval. */
  async #addInterval({ from, to }: Interval): Promise<void> {
    const { deviceKey } = this.#options
    const first = await findChunkAt(this.#db, deviceKey, from)
    const others = await listChunks(this.#db, deviceKey, { from: from + 1, to: to + 1, most: Number.MAX_SAFE_INTEGER })
    for (const chunk of first && first.toAt >= from ? [first, ...others] : others) {
      const within = { from: Math.max(from, chunk.fromAt), to: Math.min(to, chunk.toAt) }
      await this.#addValues(chunk, [within])
    }
  }

  /** Adds the buckets of a summary that fit into one point. Returns the intervals of the others. */
  #addSummary(summary: Uint8Array, territory: Interval, isAll: boolean): Interval[] {
    let split: Interval[] = []
    readSummary(summary, this.#options.slots, (slot, sums, count, widthMs) => {
      const others = this.#points.get(slot)!.addBuckets(sums, count, { widthMs, territory, isAll })
      split = split.length > 0 ? [...split, ...others] : others
    })
    return split
  }

  /** Adds those values of a chunk that lie in the intervals. */
  async #addValues({ dataId, summary }: Chunk, intervals: readonly Interval[]): Promise<void> {
    await this.#pause(DECODING)
    const within = joined(intervals)
    const data = dataId === null ? undefined : await findChunkData(this.#db, dataId)
    if (!data) {
      // Retention has removed the values, perhaps just now. A bucket then counts in the point in which it begins.
      for (const interval of within) this.#addSummary(summary, interval, true)
      return
    }
    for (const part of partsOf(data)) {
      const columns = decodePart(part, this.#options.slots)
      for (const interval of within) this.addColumns(columns, interval)
    }
  }

  async #pause(work: number): Promise<void> {
    this.#work += work
    if (this.#work < WORK) return
    this.#work = 0
    await breathe()
  }
}

/** Returns the step at whose multiples the points begin, for which there are coarse summaries; 0 for shorter points. */
function stepOf({ start, widthMs }: Grid): number {
  if (widthMs < HOUR_MS) return 0
  return start % HOUR_MS === 0 && widthMs % HOUR_MS === 0 ? HOUR_MS : FINEST_MS
}

/** Returns intervals in order, those that touch as one. */
function joined(intervals: readonly Interval[]): Interval[] {
  const result: Array<{ from: number; to: number }> = []
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}
