import { CorruptBytesError, type ByteReader, type ByteWriter } from './bytes.ts'

const VERSION = 1
/** More values of a slot than any chunk has: bounds the memory that damaged bytes can ask for. */
export const COLUMN_VALUES_AT_MOST = 2 ** 18
const PART_VALUES_AT_MOST = 2 ** 20

interface TimesEntry {
  readonly count: number
  readonly bytes: number
}

export interface ValuesEntry {
  readonly slot: number
  readonly group: number
  readonly hasPresence: boolean
  readonly count: number
  readonly bytes: number
}

/** The frames of a part, in their order, and their lengths. */
export interface Directory {
  readonly groups: readonly TimesEntry[]
  readonly columns: readonly ValuesEntry[]
}

export function writeDirectory(writer: ByteWriter, { groups, columns }: Directory): void {
  writer.reserve(32 + groups.length * 16 + columns.length * 32)
  writer.u8(VERSION)
  writer.varint(groups.length)
  writer.varint(columns.length)
  for (const { count, bytes } of groups) {
    writer.varint(count)
    writer.varint(bytes)
  }
  for (const { slot, group, hasPresence, count, bytes } of columns) {
    writer.varint(slot)
    writer.varint(group * 2 + (hasPresence ? 1 : 0))
    if (hasPresence) writer.varint(count)
    writer.varint(bytes)
  }
}

export function readDirectory(reader: ByteReader): Directory {
  reader.version(VERSION)
  // An entry takes at least two bytes.
  const most = reader.end / 2
  const groupCount = reader.count(most, 'groups')
  const columnCount = reader.count(most, 'columns')
  const groups: TimesEntry[] = []
  for (let index = 0; index < groupCount; index++)
    groups.push({ count: valueCount(reader), bytes: reader.count(reader.end, 'bytes') })
  const columns: ValuesEntry[] = []
  let frames = groups.reduce((sum, { bytes }) => sum + bytes, 0)
  let values = groups.reduce((sum, { count }) => sum + count, 0)
  for (let index = 0; index < columnCount; index++) {
    const column = readColumn(reader, groups)
    columns.push(column)
    frames += column.bytes
    values += column.count
  }
  if (values > PART_VALUES_AT_MOST) throw new CorruptBytesError(`A part can't have ${values} values.`)
  if (frames !== reader.end - reader.position) throw new CorruptBytesError('The frames of a part have another length.')
  return { groups, columns }
}

function readColumn(reader: ByteReader, groups: readonly TimesEntry[]): ValuesEntry {
  const slot = reader.varint()
  const place = reader.varint()
  const group = Math.floor(place / 2)
  const times = groups[group]
  if (!times) throw new CorruptBytesError(`There is no group ${group}.`)
  const hasPresence = place % 2 === 1
  const count = hasPresence ? valueCount(reader) : times.count
  if (count > times.count) throw new CorruptBytesError('A column has more values than its group has times.')
  return { slot, group, hasPresence, count, bytes: reader.count(reader.end, 'bytes') }
}

function valueCount(reader: ByteReader): number {
  const count = reader.count(COLUMN_VALUES_AT_MOST, 'values')
  if (count === 0) throw new CorruptBytesError('A column has no values.')
  return count
}
