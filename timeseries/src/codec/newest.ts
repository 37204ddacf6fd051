import { ByteReader, ByteWriter, CorruptBytesError, INSTANT_BYTES, VARINT_BYTES } from './bytes.ts'
import { readValue, VALUE_BYTES, writeValue } from './small-value.ts'
import type { Newest } from '../base/types.ts'

const VERSION = 1

const reader = new ByteReader()
const writer = new ByteWriter()

export function encodeNewest(newest: readonly Newest[]): Uint8Array {
  writer.position = 0
  writer.reserve(1 + VARINT_BYTES + newest.length * (VARINT_BYTES + INSTANT_BYTES + VALUE_BYTES))
  writer.u8(VERSION)
  writer.varint(newest.length)
  for (const { slot, at, value } of newest) {
    writer.varint(slot)
    writer.instant(at)
    writeValue(writer, value)
  }
  return writer.copyFrom(0)
}

export function decodeNewest(bytes: Uint8Array): Newest[] {
  reader.open(bytes)
  reader.version(VERSION)
  // A slot, an instant and a value take at least eight bytes.
  const count = reader.count(bytes.length / 8, 'newest values')
  const newest: Newest[] = []
  while (newest.length < count) newest.push({ slot: reader.varint(), at: reader.instant(), value: readValue(reader) })
  if (reader.position !== bytes.length) throw new CorruptBytesError('There are bytes after the newest values.')
  return newest
}
