import {
  encodeMessage,
  encodeRowStart,
  Message,
  messageBytesAtMost,
  readMessageHead,
  readRowStart,
  ROW_START_BYTES,
} from './log-row.ts'
import type { Entry } from '../base/types.ts'

/** One message of a row, as its bytes. */
export interface RowMessage {
  /** Its place in the row, from 0 on. */
  readonly index: number
  readonly deviceKey: number
  readonly bytes: Uint8Array
}

export interface RowParts {
  readonly messages: readonly RowMessage[]
  /** What follows the messages and can't be read, with the reason. */
  readonly rest: { readonly bytes: Uint8Array; readonly reason: unknown } | undefined
}

/** Divides a row into its messages. A message has no length of its own: what follows one that is damaged can't be read. */
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

/** Returns a row of messages. It may have none: then it is only a position in the log. */
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

/** Returns an entry as a message of a row. */
export function messageOf(entry: Entry, index: number): RowMessage {
  const bytes = new Uint8Array(messageBytesAtMost(entry.values.length))
  return { index, deviceKey: entry.deviceKey, bytes: bytes.slice(0, encodeMessage(entry, bytes, 0)) }
}
