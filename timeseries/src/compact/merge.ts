import type { Tx } from '../base/database.ts'
import { joinSums, sumUp } from '../codec/bucket-sums.ts'
import {
  deleteChunk,
  findChunkAfter,
  findChunkAt,
  insertChunk,
  replaceChunk,
  type Chunk,
  type StoredChunk,
} from '../stores/chunk-store.ts'
import { loadChunkData, partsOfChunk, sumsOfChunk, valuesOfChunk } from '../stores/chunk-values.ts'
import { dropCoarse } from '../stores/coarse-store.ts'
import { encodePart, joinParts } from '../codec/codec.ts'
import { between, countValues, cut, mergeColumns, rangeOf } from '../codec/columns.ts'
import type { Limits } from '../base/limits.ts'
import { chooseWidth, fitSums, type FittingSummary } from '../codec/summary.ts'
import { LAST_AT, type Column } from '../base/types.ts'

/**
 * Merges values of a device into its chunks, in a transaction of the caller. A chunk spans the time up to the next one;
 * stored values win.
 */
export class ChunkMerge {
  writes = 0
  n = 0
  bytes = 0
  readonly #tx: Tx
  readonly #deviceKey: number
  readonly #limits: Limits
  #last: StoredChunk | undefined

  constructor(tx: Tx, deviceKey: number, limits: Limits) {
    this.#tx = tx
    this.#deviceKey = deviceKey
    this.#limits = limits
  }

  /**
   * Merges the oldest values until `stepWrites` chunks are written. Returns the time of the first remaining value, if
   * any.
   */
  async merge(columns: readonly Column[], last?: StoredChunk): Promise<number | undefined> {
    this.#last = last
    let rest = columns
    while (rest.length > 0) {
      if (this.writes >= this.#limits.stepWrites) return rangeOf(rest).fromAt
      rest = await this.#mergeOldest(rest)
    }
    return undefined
  }

  async #mergeOldest(columns: readonly Column[]): Promise<Column[]> {
    const { fromAt } = rangeOf(columns)
    const last = this.#last?.chunk ?? (await findChunkAt(this.#tx, this.#deviceKey, LAST_AT))
    const isAfterLast = !last || last.fromAt <= fromAt
    const chunk = isAfterLast ? last : await findChunkAt(this.#tx, this.#deviceKey, fromAt)
    const next = isAfterLast ? undefined : await findChunkAfter(this.#tx, this.#deviceKey, fromAt)
    const span = between(columns, fromAt, next?.fromAt ?? Infinity)
    // A row of the log may hold values for more chunks than one step writes.
    const own = cut(span, this.#limits.chunkValues)[0] ?? []
    const { toAt } = rangeOf(own)
    if (!isAfterLast) await dropCoarse(this.#tx, this.#deviceKey, chunk ? chunk.fromAt : fromAt, toAt)
    if (chunk !== last) this.#last = undefined
    if (!chunk) await this.#mergeBefore(next, own)
    else if (chunk.dataId === null) await this.#insert(between(own, chunk.toAt + 1, Infinity))
    else if (fromAt <= chunk.toAt) await this.#mergeInto(chunk, own)
    else await this.#mergeAfter(chunk, own)
    this.#last = undefined
    return between(columns, toAt + 1, Infinity)
  }

  async #mergeInto(chunk: Chunk, columns: readonly Column[]): Promise<void> {
    const stored = await this.#valuesOf(chunk)
    const { fromAt, toAt } = rangeOf(columns)
    const isTooMuch = countValues(stored) + countValues(columns) > this.#limits.chunkValues
    if (!isTooMuch || between(stored, fromAt, toAt + 1).length > 0)
      return this.#rewrite(chunk, mergeColumns(stored, columns))
    // The end of a backfill gets its own chunk: its continuation follows it, and rewrites neither.
    await this.#rewrite(chunk, mergeColumns(between(stored, -Infinity, fromAt), columns))
    await this.#insert(between(stored, toAt + 1, Infinity))
  }

  async #mergeAfter(chunk: Chunk, columns: readonly Column[]): Promise<void> {
    const parts = await this.#partsOf(chunk)
    if (this.#takes(chunk, columns)) return this.#join(chunk, columns, (part) => [...parts, part])
    if (parts.length > 1 && chunk.n < parts.length * this.#limits.partValues)
      await this.#rewrite(chunk, await this.#valuesOf(chunk))
    await this.#insert(columns)
  }

  async #mergeBefore(first: Chunk | undefined, columns: readonly Column[]): Promise<void> {
    if (!first || first.dataId === null || !this.#takes(first, columns)) return this.#insert(columns)
    await dropCoarse(this.#tx, this.#deviceKey, first.fromAt, first.toAt)
    const parts = await this.#partsOf(first)
    await this.#join(first, columns, (part) => [part, ...parts])
  }

  #takes({ n }: Chunk, columns: readonly Column[]): boolean {
    const { chunkValues, openValues, openShare } = this.#limits
    const more = countValues(columns)
    return n + more <= chunkValues && (n <= openValues || n <= openShare * more)
  }

  /** Adds a part to a chunk. Its summary is added to, so that the other parts are not decoded. */
  async #join(chunk: Chunk, columns: readonly Column[], withPart: (part: Uint8Array) => Uint8Array[]): Promise<void> {
    const parts = withPart(encodePart(columns))
    if (parts.length > this.#limits.chunkParts) return this.#mergeInto(chunk, columns)
    const { fromAt, toAt } = rangeOf(columns)
    const added = columns.map((column) => sumUp(column, chunk.widthMs))
    const stored = sumsOfChunk(chunk)
    const sums = toAt < chunk.fromAt ? joinSums(added, stored) : joinSums(stored, added)
    await this.#replace(chunk, joinParts(parts), {
      fromAt: Math.min(fromAt, chunk.fromAt),
      toAt: Math.max(toAt, chunk.toAt),
      n: chunk.n + countValues(columns),
      ...fitSums(sums, chunk.widthMs),
    })
  }

  /** Replaces the values of a chunk. Values without room get chunks after it. */
  async #rewrite(chunk: Chunk, columns: readonly Column[]): Promise<void> {
    const [first = [], ...others] = cut(columns, this.#limits.chunkValues)
    await this.#replace(chunk, joinParts([encodePart(first)]), {
      ...rangeOf(first),
      n: countValues(first),
      ...chooseWidth(first),
    })
    for (const other of others) await this.#insert(other)
  }

  async #replace(
    chunk: Chunk,
    data: Uint8Array,
    stored: FittingSummary & { fromAt: number; toAt: number; n: number },
  ): Promise<void> {
    await replaceChunk(this.#tx, chunk, { deviceKey: this.#deviceKey, ...stored }, data)
    this.#count(stored.n - chunk.n, data.length + stored.summary.length - chunk.bytes)
  }

  async #insert(columns: readonly Column[]): Promise<void> {
    const n = countValues(columns)
    if (n === 0) return
    const data = joinParts([encodePart(columns)])
    const chosen = chooseWidth(columns)
    await insertChunk(this.#tx, { deviceKey: this.#deviceKey, ...rangeOf(columns), n, ...chosen }, data)
    this.#count(n, data.length + chosen.summary.length)
  }

  /** Removes one slot from a chunk, and an empty chunk. Without values, only the summary changes. */
  async removeSlot(chunk: Chunk, slot: number): Promise<void> {
    if (chunk.dataId === null) return
    const columns = await this.#valuesOf(chunk)
    const kept = columns.filter((column) => column.slot !== slot)
    if (kept.length === columns.length) return
    await dropCoarse(this.#tx, this.#deviceKey, chunk.fromAt, chunk.toAt)
    if (kept.length > 0) return this.#rewrite(chunk, kept)
    await deleteChunk(this.#tx, chunk)
    this.#count(-chunk.n, -chunk.bytes)
  }

  async #partsOf(chunk: Chunk): Promise<Uint8Array[]> {
    return partsOfChunk(chunk, await this.#dataOf(chunk))
  }

  async #valuesOf(chunk: Chunk): Promise<Column[]> {
    return valuesOfChunk(chunk, await this.#dataOf(chunk))
  }

  async #dataOf(chunk: Chunk): Promise<Uint8Array> {
    const known = this.#last?.chunk.dataId === chunk.dataId ? this.#last.data : undefined
    return known ?? loadChunkData(this.#tx, chunk)
  }

  #count(n: number, bytes: number): void {
    this.writes++
    this.n += n
    this.bytes += bytes
  }
}
