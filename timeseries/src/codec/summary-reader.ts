import { emptySums, type BucketSums } from './bucket-sums.ts'
import { ByteReader, CorruptBytesError, unzigzag } from './bytes.ts'
import { POWERS } from './decimals.ts'

export const SUMMARY_VERSION = 1
export const DOUBLES = 255
export const SUMMARY_DECIMALS = 6
export const BUCKET_BYTES = 5

const reader = new ByteReader()
/** Reused for each series, because a chart reads thousands of summaries. */
let scratch = emptySums(0, 128)

/**
 * Reads a summary, of `slots` only unless null. Calls `visit` for each series with its slot, its `count` buckets and
 * their width in milliseconds. `sums` is valid until `visit` returns.
 */
export function readSummary(
  bytes: Uint8Array,
  slots: ReadonlySet<number> | null,
  visit: (slot: number, sums: BucketSums, count: number, widthMs: number) => void,
): void {
  reader.open(bytes)
  reader.version(SUMMARY_VERSION)
  const widthMs = reader.varint()
  const series = reader.count(bytes.length / BUCKET_BYTES, 'series')
  for (let index = 0; index < series; index++) {
    const slot = reader.varint()
    const length = reader.varint()
    const start = reader.skip(length)
    if (slots && !slots.has(slot)) continue
    reader.position = start
    const count = readSeries(bytes.length, widthMs)
    if (reader.position !== start + length) throw new CorruptBytesError('A series of a summary has another length.')
    visit(slot, scratch, count, widthMs)
  }
  if (reader.position !== bytes.length) throw new CorruptBytesError('A summary has bytes after its last series.')
}

function readSeries(bytes: number, widthMs: number): number {
  const decimals = reader.u8()
  const count = reader.count(bytes / BUCKET_BYTES, 'buckets')
  if (count > scratch.at.length) scratch = emptySums(0, count * 2)
  if (decimals === DOUBLES) readDoubles(count, widthMs)
  else if (decimals <= SUMMARY_DECIMALS) readWhole(count, widthMs, decimals)
  else throw new CorruptBytesError(`A summary can't have ${decimals} decimals.`)
  return count
}

function readWhole(length: number, widthMs: number, decimals: number): void {
  const { at, counts, sums, lowest, highest } = scratch
  const power = POWERS[decimals]!
  const toMillionths = POWERS[SUMMARY_DECIMALS - decimals]!
  let next = 0
  let low = 0
  for (let index = 0; index < length; index++) {
    const bucket = next + reader.varint()
    const count = reader.varint()
    low += unzigzag(reader.varint())
    at[index] = bucket * widthMs
    counts[index] = count
    lowest[index] = low / power
    highest[index] = (low + reader.varint()) / power
    sums[index] = (reader.varint() + count * low) * toMillionths
    next = bucket + 1
  }
}

function readDoubles(length: number, widthMs: number): void {
  const { at, counts, sums, lowest, highest } = scratch
  let next = 0
  for (let index = 0; index < length; index++) {
    const bucket = next + reader.varint()
    at[index] = bucket * widthMs
    counts[index] = reader.varint()
    lowest[index] = reader.f64()
    highest[index] = reader.f64()
    sums[index] = reader.f64()
    next = bucket + 1
  }
}
