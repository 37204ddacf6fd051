import { DAY_MS } from '../base/durations.ts'
import { widened, type BucketSums } from './bucket-sums.ts'
import { ByteReader, ByteWriter, CorruptBytesError, VARINT_BYTES } from './bytes.ts'
import { firstFrom } from './columns.ts'
import { encodeSums } from './summary.ts'

const COARSE_VERSION = 1

/** Encodes a summary by days, and one by `widthMs` for each day, which a reader of whole days can skip. */
export function encodeCoarse(series: readonly BucketSums[], widthMs: number): Uint8Array {
  const days = series.map((sums) => widened(sums, DAY_MS))
  const writer = new ByteWriter()
  writer.reserve(1)
  writer.u8(COARSE_VERSION)
  appendSummary(writer, encodeSums(days, DAY_MS))
  const starts = widthMs < DAY_MS ? startsOf(days) : []
  writer.reserve(VARINT_BYTES)
  writer.varint(starts.length)
  let last = 0
  for (const start of starts) {
    const day = series.map((sums) => slice(sums, start, start + DAY_MS))
    writer.reserve(VARINT_BYTES)
    writer.varint((start - last) / DAY_MS)
    appendSummary(writer, encodeSums(day, widthMs))
    last = start
  }
  return writer.copyFrom(0)
}

/**
 * Calls `add` with the summary by days, and with that of each day for which `isSplit` returns true. `add` returns the
 * parts of a summary that it could not add. Returns those of the narrowest buckets.
 */
export function readCoarse<T>(
  bytes: Uint8Array,
  add: (summary: Uint8Array) => T[],
  isSplit: (day: number) => boolean,
): T[] {
  const reader = new ByteReader().open(bytes)
  reader.version(COARSE_VERSION)
  const split = add(readSummaryBytes(reader))
  const days = reader.varint()
  if (days === 0 || split.length === 0) return split
  const left: T[] = []
  let day = 0
  for (let index = 0; index < days; index++) {
    day += reader.varint() * DAY_MS
    if (isSplit(day)) for (const one of add(readSummaryBytes(reader))) left.push(one)
    else reader.skip(reader.varint())
  }
  if (reader.position !== bytes.length) throw new CorruptBytesError('A coarse summary has bytes after its last day.')
  return left
}

function appendSummary(writer: ByteWriter, summary: Uint8Array): void {
  writer.reserve(VARINT_BYTES + summary.length)
  writer.varint(summary.length)
  writer.append(summary)
}

function readSummaryBytes(reader: ByteReader): Uint8Array {
  const length = reader.varint()
  const start = reader.skip(length)
  return reader.bytes.subarray(start, start + length)
}

function startsOf(series: readonly BucketSums[]): number[] {
  return Array.from(new Set(series.flatMap(({ at }) => Array.from(at)))).toSorted((one, other) => one - other)
}

function slice(sums: BucketSums, from: number, to: number): BucketSums {
  const [start, end] = [firstFrom(sums.at, from), firstFrom(sums.at, to)]
  return {
    slot: sums.slot,
    at: sums.at.subarray(start, end),
    counts: sums.counts.subarray(start, end),
    sums: sums.sums.subarray(start, end),
    lowest: sums.lowest.subarray(start, end),
    highest: sums.highest.subarray(start, end),
  }
}
