import { ByteReader, ByteWriter, CorruptBytesError, INSTANT_BYTES, VARINT_BYTES } from './bytes.ts'
import { DOUBLE, readValue, skipValue, VALUE_BYTES, writeValue } from './small-value.ts'
import type { Entry } from '../base/types.ts'

const VERSION = 1
/** The most values of a message; their number takes one byte. */
export const MESSAGE_VALUES = 64

const writer = new ByteWriter()
const reader = new ByteReader()

/** Returns the most bytes that a message with a number of values can take. */
export function messageBytesAtMost(values: number): number {
  return VARINT_BYTES + INSTANT_BYTES + 1 + values * (VARINT_BYTES + VALUE_BYTES)
}

/** The most bytes of what `encodeRowStart` writes. */
export const ROW_START_BYTES = 1 + VARINT_BYTES

/** Writes what a row of the log begins with, before its messages. Returns the position after it. */
export function encodeRowStart(messages: number, into: Uint8Array, offset: number): number {
  writer.into(into, offset)
  writer.u8(VERSION)
  writer.varint(messages)
  return writer.position
}

/**
 * Writes one message: those values of the entry for whose index `take` returns true. Returns the position after it. The
 * caller leaves room for `messageBytesAtMost`, and does not write a message of which no value is taken.
 */
export function encodeMessage(
  { deviceKey, at, slots, values }: Entry,
  into: Uint8Array,
  offset: number,
  take?: (index: number) => boolean,
): number {
  if (offset + messageBytesAtMost(values.length) > into.length)
    throw new RangeError('There is no room for the message.')
  writer.into(into, offset)
  writer.varint(deviceKey)
  writer.instant(at)
  const countAt = writer.position++
  let count = 0
  for (let index = 0; index < values.length; index++) {
    if (take && !take(index)) continue
    writer.varint(slots[index]!)
    writeValue(writer, values[index]!)
    count++
  }
  if (count === 0 || count > MESSAGE_VALUES) throw new RangeError(`A message cannot have ${count} values.`)
  into[countAt] = count
  return writer.position
}

/** One message of the log; it is filled again for each that is read. `slots` and `values` count up to `count`. */
export class Message {
  deviceKey = 0
  /** Milliseconds since 1970. */
  at = 0
  count = 0
  readonly slots = new Float64Array(MESSAGE_VALUES)
  readonly values = new Float64Array(MESSAGE_VALUES)
}

/** Reads the start of a row. Returns the number of its messages, and where the first begins. */
export function readRowStart(row: Uint8Array): { messages: number; offset: number } {
  reader.open(row)
  reader.version(VERSION)
  // A message takes ten bytes at least.
  const messages = reader.count(row.length / 10, 'messages')
  return { messages, offset: reader.position }
}

/** Reads the message that begins at `offset` into `message`. Returns the position after it. */
export function readMessage(bytes: Uint8Array, offset: number, message: Message): number {
  readHead(bytes, offset, message)
  for (let index = 0; index < message.count; index++) {
    message.slots[index] = reader.varint()
    message.values[index] = readValue(reader)
  }
  return reader.position
}

/**
 * Returns the position after the message that begins at `offset`, and throws for one that `readMessage` can't read. The values
 * and slots of `message` stay as they were.
 */
export function readMessageHead(bytes: Uint8Array, offset: number, message: Message): number {
  readHead(bytes, offset, message)
  let { position } = reader
  // A start passes over millions of values: numbers of up to three bytes are passed without a call.
  for (let index = 0; index < message.count; index++) {
    if (bytes[position]! < 128) position++
    else position = reader.after(position, skipSlot)
    const first = bytes[position]!
    if (first % 8 === DOUBLE) position = reader.after(position, skipValue)
    else if (first < 128) position++
    else if (bytes[position + 1]! < 128) position += 2
    else if (bytes[position + 2]! < 128) position += 3
    else position = reader.after(position, skipValue)
  }
  return position
}

const skipSlot = (from: ByteReader) => from.skipVarint()

function readHead(bytes: Uint8Array, offset: number, message: Message): void {
  reader.open(bytes, offset)
  message.deviceKey = reader.varint()
  message.at = reader.instant()
  message.count = reader.u8()
  if (message.count === 0 || message.count > MESSAGE_VALUES)
    throw new CorruptBytesError(`A message cannot have ${message.count} values.`)
}

const checked = new Message()

/** Throws when a row can't be read. Computes no value: a start checks the whole log. */
export function checkRow(row: Uint8Array): void {
  const { messages, offset } = readRowStart(row)
  let position = offset
  for (let index = 0; index < messages; index++) position = readMessageHead(row, position, checked)
  if (position !== row.length) throw new CorruptBytesError('A row has bytes after its last message.')
}

/** Returns all messages of a row. */
export function decodeRow(row: Uint8Array): Entry[] {
  const { messages, offset } = readRowStart(row)
  const message = new Message()
  const entries: Entry[] = []
  let position = offset
  for (let index = 0; index < messages; index++) {
    position = readMessage(row, position, message)
    const { deviceKey, at, count } = message
    entries.push({
      deviceKey,
      at,
      slots: Array.from(message.slots.subarray(0, count)),
      values: Array.from(message.values.subarray(0, count)),
    })
  }
  if (position !== row.length) throw new CorruptBytesError('A row has bytes after its last message.')
  return entries
}
