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
