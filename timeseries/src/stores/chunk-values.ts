import type { Tx } from '../base/database.ts'
import type { BucketSums } from '../codec/bucket-sums.ts'
import { CorruptBytesError } from '../codec/bytes.ts'
import { findChunkData, type Chunk } from './chunk-store.ts'
import { decodeParts, decodeReadable, partsOf, unlessDamaged } from '../codec/codec.ts'
import { concatColumns, countValues, rangeOf } from '../codec/columns.ts'
import { decodeSummary } from '../codec/summary.ts'
import type { Column } from '../base/types.ts'

/** Thrown before changing a chunk whose bytes are unreadable or don't match its row. */
export class DamagedChunkError extends Error {
  override name = 'DamagedChunkError'
  readonly chunk: Chunk

  constructor(chunk: Chunk, cause?: unknown) {
    super(`The chunk of device ${chunk.deviceKey} from ${chunk.fromAt} on is damaged.`, { cause })
    this.chunk = chunk
  }
}

/** Locks and returns the data of a chunk. Throws a DamagedChunkError when it is lost. */
export async function loadChunkData(tx: Tx, chunk: Chunk): Promise<Uint8Array> {
  const data = chunk.dataId === null ? undefined : await findChunkData(tx, chunk.dataId)
  if (!data) throw new DamagedChunkError(chunk)
  return data
}

export function partsOfChunk(chunk: Chunk, data: Uint8Array): Uint8Array[] {
  return readingOf(chunk, () => partsOf(data))
}

/** Returns the values of a chunk. Throws a DamagedChunkError when one is unreadable or the row disagrees. */
export function valuesOfChunk(chunk: Chunk, data: Uint8Array): Column[] {
  const columns = readingOf(chunk, () => decodeParts(partsOf(data)))
  const { fromAt, toAt } = rangeOf(columns)
  const isWhole = countValues(columns) === chunk.n && fromAt === chunk.fromAt && toAt === chunk.toAt
  if (!isWhole || inOrder(columns).length < columns.length) throw new DamagedChunkError(chunk)
  return columns
}

export function sumsOfChunk(chunk: Chunk): BucketSums[] {
  const { fromAt, toAt, n, widthMs, summary } = chunk
  const series = readingOf(chunk, () => decodeSummary(summary))
  const isOfChunk = ({ at }: BucketSums) => isBetween(at, Math.floor(fromAt / widthMs) * widthMs, toAt)
  const counted = series.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0)
  if (counted > n || !series.every(isOfChunk)) throw new DamagedChunkError(chunk)
  return series
}

export interface Readable {
  readonly parts: Column[][]
  readonly isWhole: boolean
}

/**
 * Returns the readable columns of a chunk in its range, of `slots` only unless null. Checks less than `valuesOfChunk`.
 */
export function readableParts(chunk: Chunk, data: Uint8Array, slots: ReadonlySet<number> | null = null): Readable {
  let isWhole = true
  const onDamage = () => (isWhole = false)
  const parts = unlessDamaged(() => partsOf(data), onDamage) ?? []
  const columns = parts.map((part) =>
    decodeReadable(part, slots, onDamage).filter((column) => {
      if (isInside(chunk, column)) return true
      onDamage()
      return false
    }),
  )
  return { parts: columns, isWhole }
}

/** Returns the readable columns of a damaged chunk. Returns none when it is unknown which are wrong. */
export function readableColumns(chunk: Chunk, data: Uint8Array): Column[] {
  let isWhole = true
  const onDamage = () => (isWhole = false)
  const parts = unlessDamaged(() => partsOf(data), onDamage) ?? []
  const columns = concatColumns(parts.map((part) => decodeReadable(part, null, onDamage)))
  return isWhole || !columns.every((column) => isInside(chunk, column)) ? [] : inOrder(columns)
}

function isInside({ fromAt, toAt }: Chunk, { at }: Column): boolean {
  return isBetween(at, fromAt, toAt)
}

/** Returns whether ascending times lie between two of them. An empty list does not. */
function isBetween(at: Float64Array, from: number, to: number): boolean {
  return (at[0] ?? -Infinity) >= from && (at.at(-1) ?? Infinity) <= to
}

function readingOf<T>(chunk: Chunk, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CorruptBytesError ? new DamagedChunkError(chunk, error) : error
  }
}

function inOrder(columns: readonly Column[]): Column[] {
  const slots = new Set<number>()
  return columns.filter(({ slot, at }) => {
    if (slots.has(slot)) return false
    slots.add(slot)
    for (let index = 1; index < at.length; index++) if (at[index - 1]! >= at[index]!) return false
    return true
  })
}
