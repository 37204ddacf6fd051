import { CorruptBytesError, type ByteWriter } from './bytes.ts'
import type { PaddedReader } from './padded-reader.ts'
import { decodeResiduals, encodeResiduals, residualBytesAtLeast, residualBytesAtMost } from './residuals.ts'
import { LAST_AT } from '../base/types.ts'

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
