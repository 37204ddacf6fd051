import { ByteWriter, CorruptBytesError } from './bytes.ts'
import { concatColumns } from './columns.ts'
import { PaddedReader } from './padded-reader.ts'
import {
  COLUMN_VALUES_AT_MOST,
  readDirectory,
  writeDirectory,
  type Directory,
  type ValuesEntry,
} from './part-directory.ts'
import { decodeTimes as decodeTimeFrame, encodeTimes, groupByTimes, pickPresent } from './time-frame.ts'
import type { Column } from '../base/types.ts'
import { decodeValues, encodeValues } from './value-frame.ts'

/** Reused by every call: none of them waits. */
const head = new ByteWriter()
const frames = new ByteWriter()
const reader = new PaddedReader()

/** Returns losslessly compressed bytes. Each column has its own slot and at least one finite value; times ascend. */
export function encodePart(columns: readonly Column[]): Uint8Array {
  frames.position = 0
  const { groups, memberships } = groupByTimes(columns)
  const times = groups.map(({ at }) => ({ count: at.length, bytes: written(() => encodeTimes(frames, at)) }))
  const entries = columns.map(({ slot, at, values }, index): ValuesEntry => {
    if (at.length === 0 || at.length > COLUMN_VALUES_AT_MOST || values.length !== at.length)
      throw new RangeError(`A column cannot have ${at.length} times and ${values.length} values.`)
    const { group, presence } = memberships[index]!
    const bytes = written(() => {
      if (presence) {
        frames.reserve(presence.length)
        frames.append(presence)
      }
      encodeValues(frames, values)
    })
    return { slot, group, hasPresence: presence !== null, count: at.length, bytes }
  })
  head.position = 0
  writeDirectory(head, { groups: times, columns: entries })
  const part = new Uint8Array(head.position + frames.position)
  part.set(head.bytes.subarray(0, head.position))
  part.set(frames.bytes.subarray(0, frames.position), head.position)
  return part
}

function written(write: () => void): number {
  const start = frames.position
  write()
  return frames.position - start
}

/** Decodes a part, of `slots` only unless null. Columns with the same times share one `at`, which must not change. */
export function decodePart(part: Uint8Array, slots: ReadonlySet<number> | null = null): Column[] {
  const opened = openPart(part)
  return wantedOf(opened, slots).map((index) => decodeColumn(opened, index))
}

/** Returns the readable columns of a part. Calls `onDamage` for each other one, or once for the whole part. */
export function decodeReadable(part: Uint8Array, slots: ReadonlySet<number> | null, onDamage: () => void): Column[] {
  const opened = unlessDamaged(() => openPart(part), onDamage)
  if (!opened) return []
  return wantedOf(opened, slots).flatMap((index) => unlessDamaged(() => decodeColumn(opened, index), onDamage) ?? [])
}

/** Returns the result of `read`, or undefined after `onDamage` when it throws a CorruptBytesError. */
export function unlessDamaged<T>(read: () => T, onDamage: () => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CorruptBytesError)) throw error
    onDamage()
    return undefined
  }
}

export function decodeParts(parts: readonly Uint8Array[], slots: ReadonlySet<number> | null = null): Column[] {
  return concatColumns(parts.map((part) => decodePart(part, slots)))
}

export function decodeTimes(part: Uint8Array, slot: number): Float64Array {
  const opened = openPart(part)
  const index = opened.directory.columns.findIndex((column) => column.slot === slot)
  return index === -1 ? new Float64Array(0) : timesOf(opened, index)
}

function wantedOf({ directory }: OpenPart, slots: ReadonlySet<number> | null): number[] {
  return directory.columns.flatMap(({ slot }, index) => (!slots || slots.has(slot) ? [index] : []))
}

function decodeColumn(opened: OpenPart, index: number): Column {
  const { slot, count } = opened.directory.columns[index]!
  const at = timesOf(opened, index)
  const values = decodeValues(reader, count)
  if (reader.position !== reader.end) throw new CorruptBytesError('A column has bytes after its values.')
  return { slot, at, values }
}

interface OpenPart {
  readonly directory: Directory
  readonly starts: readonly number[]
  readonly times: Array<Float64Array | undefined>
}

function openPart(part: Uint8Array): OpenPart {
  const directory = readDirectory(reader.copy(part))
  let start = reader.position
  const starts = [...directory.groups, ...directory.columns].map(({ bytes }) => (start += bytes) - bytes)
  return { directory, starts, times: [] }
}

/** Returns the times of a column. Leaves the reader at its values. */
function timesOf({ directory, starts, times }: OpenPart, index: number): Float64Array {
  const { groups, columns } = directory
  const { group, count, bytes, hasPresence } = columns[index]!
  times[group] ??= decodeTimeFrame(reader.within(starts[group]!, groups[group]!.bytes), groups[group]!.count)
  const start = starts[groups.length + index]!
  reader.within(start, bytes)
  if (!hasPresence) return times[group]
  const length = Math.ceil(times[group].length / 8)
  const presence = reader.bytes.subarray(reader.skip(length), start + length)
  return pickPresent(times[group], presence, count)
}

export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + 4 + part.length, 0)
  const joined = new ByteWriter()
  joined.reserve(8 + length)
  joined.varint(parts.length)
  for (const part of parts) {
    joined.u32(part.length)
    joined.append(part)
  }
  return joined.copyFrom(0)
}

export function partsOf(data: Uint8Array): Uint8Array[] {
  reader.open(data)
  const count = reader.count(data.length / 4, 'parts')
  const parts: Uint8Array[] = []
  while (parts.length < count) {
    const length = reader.u32()
    const start = reader.skip(length)
    parts.push(data.subarray(start, start + length))
  }
  if (reader.position !== data.length) throw new CorruptBytesError('A chunk has bytes after its last part.')
  return parts
}
