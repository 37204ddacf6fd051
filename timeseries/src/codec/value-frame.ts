import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { CorruptBytesError, finite, unzigzag, zigzag, type ByteWriter } from './bytes.ts'
import { POWERS, scaleToWhole } from './decimals.ts'
import type { PaddedReader } from './padded-reader.ts'
import {
  decodeResiduals,
  encodeResiduals,
  residualBytesAtLeast,
  residualBytesAtMost,
  residualCost,
} from './residuals.ts'

/** First byte of a frame: the encoding of its values. */
const FLOAT = 1
const DOUBLE = 2
const CONSTANT = 3
/** Plus the number of decimals. */
const SCALED = 16
/** Plus the number of decimals. The values are rounded to 32 bits. */
const SCALED_FLOAT = 32

const MOST_DECIMALS = 9
const MOST_FLOAT_DECIMALS = 6

const PREVIOUS = 0
const MEAN = 1

let whole = new Float64Array(0)
let fromPrevious = new Float64Array(0)
let fromMean = new Float64Array(0)

export function encodeValues(writer: ByteWriter, values: Float64Array): void {
  if (areEqual(values)) {
    writer.reserve(9)
    writer.u8(CONSTANT)
    writer.f64(values[0]!)
    return
  }
  if (whole.length < values.length) {
    whole = new Float64Array(values.length * 2)
    fromPrevious = new Float64Array(values.length * 2)
    fromMean = new Float64Array(values.length * 2)
  }
  const decimals = scaleToWhole(values, whole, MOST_DECIMALS)
  if (decimals >= 0) encodeWhole(writer, values.length, SCALED + decimals)
  else if (values.every((value) => Math.fround(value) === value)) encodeFloats(writer, values)
  else encodePlanes(writer, values, DOUBLE)
}

function encodeFloats(writer: ByteWriter, values: Float64Array): void {
  const decimals = scaleToWhole(values, whole, MOST_FLOAT_DECIMALS, true)
  if (decimals >= 0) encodeWhole(writer, values.length, SCALED_FLOAT + decimals)
  else encodePlanes(writer, Float32Array.from(values), FLOAT)
}

function areEqual(values: Float64Array): boolean {
  const [first = 0] = values
  for (let index = 1; index < values.length; index++) if (!Object.is(values[index], first)) return false
  return true
}

function encodeWhole(writer: ByteWriter, count: number, mode: number): void {
  writer.reserve(16 + residualBytesAtMost(count))
  writer.u8(mode)
  let mean = whole[0]! * 16
  for (let index = 1; index < count; index++) {
    const value = whole[index]!
    fromPrevious[index] = value - whole[index - 1]!
    fromMean[index] = value - Math.floor((mean + 8) / 16)
    mean += Math.floor((value * 16 - mean) / 4)
  }
  const isMean = residualCost(fromMean, 1, count - 1) < residualCost(fromPrevious, 1, count - 1)
  writer.u8(isMean ? MEAN : PREVIOUS)
  writer.varint(zigzag(whole[0]!))
  encodeResiduals(writer, isMean ? fromMean : fromPrevious, 1, count - 1)
}

function encodePlanes(writer: ByteWriter, values: Float32Array | Float64Array, mode: number): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const packed = deflateRawSync(transposed(bytes, values.length), { level: 1 })
  writer.reserve(1 + packed.length)
  writer.u8(mode)
  writer.append(packed)
}

export function decodeValues(reader: PaddedReader, count: number): Float64Array {
  const mode = reader.u8()
  if (mode === CONSTANT) return new Float64Array(count).fill(reader.f64())
  if (mode === FLOAT || mode === DOUBLE) return decodePlanes(reader, count, mode)
  const isFloat = mode >= SCALED_FLOAT
  const power = POWERS[mode - (isFloat ? SCALED_FLOAT : SCALED)]
  if (power === undefined) throw new CorruptBytesError(`The mode ${mode} of values is not known.`)
  const predictor = reader.u8()
  const first = unzigzag(reader.varint())
  if (residualBytesAtLeast(count - 1) > reader.end - reader.position)
    throw new CorruptBytesError(`${count} values need more bytes.`)
  const values = new Float64Array(count)
  decodeResiduals(reader, values, 1, count - 1)
  if (predictor === PREVIOUS) addPrevious(values, first, power)
  else if (predictor === MEAN) addMean(values, first, power)
  else throw new CorruptBytesError(`The predictor ${predictor} is not known.`)
  return isFloat ? values.map(Math.fround) : values
}

function addPrevious(values: Float64Array, first: number, power: number): void {
  let value = first
  values[0] = first / power
  for (let index = 1; index < values.length; index++) {
    value += values[index]!
    values[index] = value / power
  }
}

function addMean(values: Float64Array, first: number, power: number): void {
  let mean = first * 16
  values[0] = first / power
  for (let index = 1; index < values.length; index++) {
    // Multiplications, because each division would wait for the one before.
    const value = values[index]! + Math.floor((mean + 8) * 0.0625)
    mean += Math.floor((value * 16 - mean) * 0.25)
    values[index] = value / power
  }
}

function decodePlanes(reader: PaddedReader, count: number, mode: number): Float64Array {
  const size = mode === FLOAT ? 4 : 8
  const bytes = new Uint8Array(count * size)
  const packed = reader.bytes.subarray(reader.position, reader.end)
  reader.position = reader.end
  let planes: Uint8Array
  try {
    planes = inflateRawSync(packed, { maxOutputLength: bytes.length })
  } catch (error) {
    throw new CorruptBytesError('Values cannot be unpacked.', { cause: error })
  }
  if (planes.length !== bytes.length) throw new CorruptBytesError('Unpacked values have another length.')
  for (let plane = 0; plane < size; plane++)
    for (let index = 0; index < count; index++) bytes[index * size + plane] = planes[plane * count + index]!
  const values = mode === FLOAT ? Float64Array.from(new Float32Array(bytes.buffer)) : new Float64Array(bytes.buffer)
  values.forEach(finite)
  return values
}

/** Returns the first bytes of all numbers, then their second ones, and so on: similar bytes compress together. */
function transposed(bytes: Uint8Array, count: number): Uint8Array {
  const size = bytes.length / count
  const planes = new Uint8Array(bytes.length)
  for (let plane = 0; plane < size; plane++)
    for (let index = 0; index < count; index++) planes[plane * count + index] = bytes[index * size + plane]!
  return planes
}
