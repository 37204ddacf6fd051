import { CorruptBytesError, type ByteWriter } from './bytes.ts'
import type { PaddedReader } from './padded-reader.ts'
import { decodeResiduals, encodeResiduals, residualBytesAtLeast, residualBytesAtMost } from './residuals.ts'
import { LAST_AT, type Column } from '../base/types.ts'

/** Number of distances that are sorted to find their median. */
const SAMPLE = 127

let residuals = new Float64Array(0)

export function encodeTimes(writer: ByteWriter, at: Float64Array): void {
  writer.reserve(16 + residualBytesAtMost(at.length))
  writer.varint(at[0]!)
  const median = middleDistance(at)
  writer.varint(median)
  if (residuals.length < at.length) residuals = new Float64Array(at.length * 2)
  for (let index = 1; index < at.length; index++) residuals[index - 1] = at[index]! - at[index - 1]! - median
  encodeResiduals(writer, residuals, 0, at.length - 1)
}

export function decodeTimes(reader: PaddedReader, count: number): Float64Array {
  let time = reader.varint()
  const median = reader.varint()
  if (residualBytesAtLeast(count - 1) > reader.end - reader.position)
    throw new CorruptBytesError(`${count} times need more bytes.`)
  const at = new Float64Array(count)
  at[0] = time
  decodeResiduals(reader, at, 1, count - 1)
  for (let index = 1; index < count; index++) {
    const distance = at[index]! + median
    if (distance <= 0) throw new CorruptBytesError('Times do not ascend.')
    time += distance
    at[index] = time
  }
  if (time > LAST_AT) throw new CorruptBytesError('A time is too late.')
  return at
}

/** Any distance would do. A typical one makes the deviations short. */
function middleDistance(at: Float64Array): number {
  const count = at.length - 1
  if (count === 0) return 0
  const sample = new Float64Array(Math.min(count, SAMPLE))
  const step = count / sample.length
  for (let index = 0; index < sample.length; index++) {
    const place = Math.floor(index * step)
    sample[index] = at[place + 1]! - at[place]!
  }
  sample.sort()
  return sample[sample.length >> 1]!
}

/** Columns with the same times: the sensors of one board, which come in one message. */
export interface TimeGroup {
  readonly at: Float64Array
}

export interface Membership {
  readonly group: number
  /** One bit for each time of the group, the lowest first. Null when the column has all. */
  readonly presence: Uint8Array | null
}

/**
 * Groups columns with the same times, and those that lack at most half of the times of another column. Other columns
 * get times of their own. Memberships are in the order of the columns.
 */
export function groupByTimes(columns: readonly Column[]): { groups: TimeGroup[]; memberships: Membership[] } {
  const groups: TimeGroup[] = []
  const memberships: Membership[] = []
  // A column fits only into a longer one, so longer ones come first.
  const order = columns.map(({ at }, index) => ({ at, index }))
  order.sort((one, other) => other.at.length - one.at.length)
  for (const { at, index } of order) {
    memberships[index] = findGroup(groups, at) ?? { group: groups.push({ at }) - 1, presence: null }
  }
  return { groups, memberships }
}

function findGroup(groups: readonly TimeGroup[], at: Float64Array): Membership | undefined {
  for (const [group, { at: times }] of groups.entries()) {
    if (times === at) return { group, presence: null }
    if (at.length * 2 < times.length) continue
    const presence = presenceOf(at, times)
    if (presence) return { group, presence: at.length === times.length ? null : presence }
  }
  return undefined
}

function presenceOf(at: Float64Array, times: Float64Array): Uint8Array | undefined {
  const presence = new Uint8Array(Math.ceil(times.length / 8))
  let index = 0
  for (let place = 0; place < times.length && index < at.length; place++) {
    if (at[index]! < times[place]!) return undefined
    if (at[index] !== times[place]) continue
    presence[place >> 3]! |= 1 << (place & 7)
    index++
  }
  return index === at.length ? presence : undefined
}

export function pickPresent(times: Float64Array, presence: Uint8Array, count: number): Float64Array {
  const at = new Float64Array(count)
  let index = 0
  for (let place = 0; place < times.length; place++)
    if ((presence[place >> 3]! >> (place & 7)) & 1) at[index++] = times[place]!
  if (index !== count) throw new CorruptBytesError('The presence of a column does not match its number of values.')
  return at
}
