import { ByteReader, ByteWriter, CorruptBytesError, INSTANT_BYTES, VARINT_BYTES } from './bytes.ts'
import { DOUBLE, readValue, skipValue, VALUE_BYTES, writeValue } from './small-value.ts'
import type { Entry } from '../base/types.ts'

const VERSION = 1
/** The number of values takes one byte. */
export const MESSAGE_VALUES = 64

const writer = new ByteWriter()
const reader = new ByteReader()

export function messageBytesAtMost(values: number): number {
  return VARINT_BYTES + INSTANT_BYTES + 1 + values * (VARINT_BYTES + VALUE_BYTES)
}

export const ROW_START_BYTES = 1 + VARINT_BYTES

export function encodeRowStart(messages: number, into: Uint8Array, offset: number): number {
  writer.into(into, offset)
  writer.u8(VERSION)
  writer.varint(messages)
  return writer.position
}

/**
 * Writes the values of an entry for which `take` returns true, at least one. The caller leaves room for
 * `messageBytesAtMost`. Returns the position after the message.
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

/** One message of the log, reused for each that is read. `slots` and `values` are valid up to `count`. */
export class Message {
  deviceKey = 0
  at = 0
  count = 0
  readonly slots = new Float64Array(MESSAGE_VALUES)
  readonly values = new Float64Array(MESSAGE_VALUES)
}

export function readRowStart(row: Uint8Array): { messages: number; offset: number } {
  reader.open(row)
  reader.version(VERSION)
  // A message takes at least ten bytes.
  const messages = reader.count(row.length / 10, 'messages')
  return { messages, offset: reader.position }
}

export function readMessage(bytes: Uint8Array, offset: number, message: Message): number {
  readHead(bytes, offset, message)
  for (let index = 0; index < message.count; index++) {
    message.slots[index] = reader.varint()
    message.values[index] = readValue(reader)
  }
  return reader.position
}

/**
 * Skips the message at `offset`, and throws where `readMessage` would. Returns the position after it. `values` and
 * `slots` stay as they were.
 */
export function readMessageHead(bytes: Uint8Array, offset: number, message: Message): number {
  readHead(bytes, offset, message)
  let { position } = reader
  // A start skips millions of values: numbers of up to three bytes need no call.
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

/** Throws for an unreadable row. Computes no value, because a start checks the whole log. */
export function checkRow(row: Uint8Array): void {
  const { messages, offset } = readRowStart(row)
  let position = offset
  for (let index = 0; index < messages; index++) position = readMessageHead(row, position, checked)
  if (position !== row.length) throw new CorruptBytesError('A row has bytes after its last message.')
}

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

export interface RowMessage {
  readonly index: number
  readonly deviceKey: number
  readonly bytes: Uint8Array
}

export interface RowParts {
  readonly messages: readonly RowMessage[]
  readonly rest: { readonly bytes: Uint8Array; readonly reason: unknown } | undefined
}

/** Divides a row into its messages. They have no length of their own: nothing after a damaged one is readable. */
export function partsOfRow(row: Uint8Array): RowParts {
  const messages: RowMessage[] = []
  const message = new Message()
  let position = 0
  try {
    const start = readRowStart(row)
    position = start.offset
    for (let index = 0; index < start.messages; index++) {
      const end = readMessageHead(row, position, message)
      messages.push({ index, deviceKey: message.deviceKey, bytes: row.subarray(position, end) })
      position = end
    }
  } catch (reason) {
    return { messages, rest: { bytes: row.subarray(messages.length === 0 ? 0 : position), reason } }
  }
  if (position === row.length) return { messages, rest: undefined }
  return {
    messages,
    rest: { bytes: row.subarray(position), reason: new Error('The row has bytes after its last message.') },
  }
}

/** Returns a row of messages. Without any it is only a position in the log. */
export function rowOf(messages: ReadonlyArray<Pick<RowMessage, 'bytes'>>): Uint8Array {
  const length = messages.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const row = new Uint8Array(ROW_START_BYTES + length)
  let end = encodeRowStart(messages.length, row, 0)
  for (const { bytes } of messages) {
    row.set(bytes, end)
    end += bytes.length
  }
  return row.slice(0, end)
}

export function messageOf(entry: Entry, index: number): RowMessage {
  const bytes = new Uint8Array(messageBytesAtMost(entry.values.length))
  return { index, deviceKey: entry.deviceKey, bytes: bytes.slice(0, encodeMessage(entry, bytes, 0)) }
}
