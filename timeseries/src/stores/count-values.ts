import { CorruptBytesError } from '../codec/bytes.ts'
import { decodeRow } from '../codec/log-row.ts'
import { isCompacted, type CompactionMarker } from '../base/compaction-marker.ts'
import type { Entry } from '../base/types.ts'
import type { Query } from '../base/database.ts'

const ROWS_AT_ONCE = 256
const NO_MARKER: CompactionMarker = { uptoSeq: 0, partSeq: 0, partAt: 0 }

export async function countValues(query: Query): Promise<number> {
  const [total] = await query('select coalesce(sum(n), 0) as n from device_mark')
  return Number(total?.['n']) + (await countWaiting(query))
}

async function countWaiting(query: Query): Promise<number> {
  const erased = await query('select device_key, slot, upto_seq from erasing where slot >= 0')
  const erasedUpto = new Map(
    erased.map((row) => [`${Number(row['device_key'])} ${Number(row['slot'])}`, Number(row['upto_seq'])]),
  )
  let values = 0
  for await (const rows of pagesOf(query)) {
    const decoded = rows.map((row) => ({ seq: Number(row['seq']), entries: entriesOf(row['data'] as Uint8Array) }))
    const markers = await findMarkers(
      query,
      new Set(decoded.flatMap(({ entries }) => entries.map((one) => one.deviceKey))),
    )
    for (const { seq, entries } of decoded)
      for (const { deviceKey, at, slots } of entries)
        if (!isCompacted(markers.get(deviceKey) ?? NO_MARKER, seq, at))
          values += slots.filter((slot) => seq > (erasedUpto.get(`${deviceKey} ${slot}`) ?? 0)).length
  }
  return values
}

/** Returns no entries for an unreadable row: the engine sets it aside. */
function entriesOf(row: Uint8Array): Entry[] {
  try {
    return decodeRow(row)
  } catch (error) {
    if (error instanceof CorruptBytesError) return []
    throw error
  }
}

async function* pagesOf(query: Query): AsyncGenerator<Awaited<ReturnType<Query>>> {
  let [partition, seq] = [0, 0]
  while (true) {
    const rows = await query(
      `select partition, seq, data from reading_log where (partition, seq) > (${partition}, ${seq})
       order by partition, seq limit ${ROWS_AT_ONCE}`,
    )
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    partition = Number(last['partition'])
    seq = Number(last['seq'])
  }
}

async function findMarkers(query: Query, deviceKeys: ReadonlySet<number>): Promise<Map<number, CompactionMarker>> {
  if (deviceKeys.size === 0) return new Map()
  const rows = await query(
    `select device_key, upto_seq, part_seq, part_at from device_mark where device_key in (${[...deviceKeys].join()})`,
  )
  return new Map(
    rows.map((row) => [
      Number(row['device_key']),
      { uptoSeq: Number(row['upto_seq']), partSeq: Number(row['part_seq']), partAt: Number(row['part_at']) },
    ]),
  )
}
