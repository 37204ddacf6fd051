import { DAY_MS, HOUR_MS } from '../base/durations.ts'
import { MINUTE_MS } from '../base/durations.ts'
import { SUM_SCALE, sumUp, widened, type BucketSums } from './bucket-sums.ts'
import { ByteWriter, VARINT_BYTES, zigzag } from './bytes.ts'
import { POWERS } from './decimals.ts'
import { BUCKET_BYTES, DOUBLES, readSummary, SUMMARY_DECIMALS, SUMMARY_VERSION } from './summary-reader.ts'
import type { Column } from '../base/types.ts'

export const FINEST_MS = 15 * MINUTE_MS
/** Each width is a multiple of the one before, and divides a day. */
export const SUMMARY_WIDTHS_MS = [FINEST_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS] as const
/** A row of SQLite above a quarter of a page spills over into whole pages. */
export const SUMMARY_BYTES = 900
/** Up to here sums in millionths are exact. */
const EXACT = 2 ** 51

const writer = new ByteWriter()
/** One series. Its length precedes it, so that a reader can skip it. */
const body = new ByteWriter()

export function encodeSummary(columns: readonly Column[], widthMs: number): Uint8Array {
  return encodeSums(
    columns.map((column) => sumUp(column, widthMs)),
    widthMs,
  )
}

export interface FittingSummary {
  readonly widthMs: number
  readonly summary: Uint8Array
}

/** Returns the finest summary that fits into the row of a chunk, or else the widest. */
export function chooseWidth(columns: readonly Column[]): FittingSummary {
  return fitSums(
    columns.map((column) => sumUp(column, FINEST_MS)),
    FINEST_MS,
  )
}

export function fitSums(series: readonly BucketSums[], from: number): FittingSummary {
  let sums = series
  let widthMs = from
  for (const next of SUMMARY_WIDTHS_MS.filter((width) => width > from)) {
    if (sums.reduce((count, { at }) => count + at.length, 0) * BUCKET_BYTES <= SUMMARY_BYTES) {
      const summary = encodeSums(sums, widthMs)
      if (summary.length <= SUMMARY_BYTES) return { widthMs, summary }
    }
    sums = sums.map((one) => widened(one, next))
    widthMs = next
  }
  return { widthMs, summary: encodeSums(sums, widthMs) }
}

export function encodeSums(series: readonly BucketSums[], widthMs: number): Uint8Array {
  const filled = series.filter(({ at }) => at.length > 0)
  writer.position = 0
  writer.reserve(1 + 2 * VARINT_BYTES)
  writer.u8(SUMMARY_VERSION)
  writer.varint(widthMs)
  writer.varint(filled.length)
  for (const sums of filled) {
    encodeSeries(sums, widthMs)
    writer.reserve(2 * VARINT_BYTES + body.position)
    writer.varint(sums.slot)
    writer.varint(body.position)
    writer.append(body.bytes.subarray(0, body.position))
  }
  return writer.copyFrom(0)
}

function encodeSeries(sums: BucketSums, widthMs: number): void {
  body.position = 0
  body.reserve(1 + VARINT_BYTES + sums.at.length * 5 * VARINT_BYTES)
  const decimals = decimalsOf(sums)
  body.u8(decimals)
  body.varint(sums.at.length)
  if (decimals === DOUBLES) writeDoubles(sums, widthMs)
  else writeWhole(sums, widthMs, decimals)
}

function decimalsOf({ counts, sums, lowest, highest }: BucketSums): number {
  let decimals = 0
  for (let index = 0; index < counts.length; index++) {
    const largest = Math.max(-lowest[index]!, highest[index]!)
    if (largest * counts[index]! * SUM_SCALE > EXACT) return DOUBLES
    while (decimals <= SUMMARY_DECIMALS && !isExact(sums[index]!, [lowest[index]!, highest[index]!], decimals))
      decimals++
    if (decimals > SUMMARY_DECIMALS) return DOUBLES
  }
  return decimals
}

/** Returns whether this number of decimals is exact. 0 and −0 are one value in a summary. */
function isExact(sum: number, values: readonly number[], decimals: number): boolean {
  const power = POWERS[decimals]!
  return (
    Number.isInteger(sum / POWERS[SUMMARY_DECIMALS - decimals]!) &&
    values.every((value) => value === Math.round(value * power) / power)
  )
}

function writeWhole({ at, counts, sums, lowest, highest }: BucketSums, widthMs: number, decimals: number): void {
  const power = POWERS[decimals]!
  let next = 0
  let lastLow = 0
  for (let index = 0; index < at.length; index++) {
    const bucket = at[index]! / widthMs
    const low = Math.round(lowest[index]! * power)
    body.varint(bucket - next)
    body.varint(counts[index]!)
    body.varint(zigzag(low - lastLow))
    body.varint(Math.round(highest[index]! * power) - low)
    body.varint(sums[index]! / POWERS[SUMMARY_DECIMALS - decimals]! - counts[index]! * low)
    next = bucket + 1
    lastLow = low
  }
}

function writeDoubles({ at, counts, sums, lowest, highest }: BucketSums, widthMs: number): void {
  let next = 0
  for (let index = 0; index < at.length; index++) {
    const bucket = at[index]! / widthMs
    body.varint(bucket - next)
    body.varint(counts[index]!)
    body.f64(lowest[index]!)
    body.f64(highest[index]!)
    body.f64(sums[index]!)
    next = bucket + 1
  }
}

export function decodeSummary(bytes: Uint8Array, slots: ReadonlySet<number> | null = null): BucketSums[] {
  const decoded: BucketSums[] = []
  readSummary(bytes, slots, (slot, { at, counts, sums, lowest, highest }, count) =>
    decoded.push({
      slot,
      at: at.slice(0, count),
      counts: counts.slice(0, count),
      sums: sums.slice(0, count),
      lowest: lowest.slice(0, count),
      highest: highest.slice(0, count),
    }),
  )
  return decoded
}
