import { SqliteAdapter } from 'kysely'
import { insertRows, batchStatement, placeholders, statement, onlyRow } from '../base/statement.ts'
import type { Db, Tx } from '../base/database.ts'
import type { DeviceMarkerTable } from '../base/tables.ts'
import { decodeNewest, encodeNewest } from '../codec/newest.ts'
import type { CompactionMarker } from '../base/compaction-marker.ts'
import type { Newest } from '../base/types.ts'

/** The stored state of a device. It outlives an erasure: the log may still hold entries up to `uptoSeq`. */
export interface DeviceMarker extends CompactionMarker {
  readonly deviceKey: number
  readonly newest: readonly Newest[]
  readonly n: number
  readonly bytes: number
}

const columns = ['device_key', 'upto_seq', 'part_seq', 'part_at', 'newest', 'n', 'bytes']
const selectMarkers = batchStatement<DeviceMarkerTable>(
  [64, 8, 1],
  (size) => `select ${columns.join(', ')} from device_mark where device_key in (${placeholders(size)})`,
)
const upsertMarkers = insertRows<never>({
  table: 'device_mark',
  columns,
  ending: `on conflict (device_key) do update set ${columns
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`,
})

export async function findMarkers(db: Db, deviceKeys: readonly number[]): Promise<Map<number, DeviceMarker>> {
  const rows = await selectMarkers(
    db,
    deviceKeys.map((deviceKey) => [deviceKey]),
  )
  return new Map(rows.map((row) => [row.device_key, toMarker(row)]))
}

export async function storeMarkers(tx: Tx, markers: readonly DeviceMarker[]): Promise<void> {
  await upsertMarkers(
    tx,
    markers.map((marker) => [
      marker.deviceKey,
      marker.uptoSeq,
      marker.partSeq,
      marker.partAt,
      encodeNewest(marker.newest),
      marker.n,
      marker.bytes,
    ]),
  )
}

const selectReadMarker = statement<Pick<DeviceMarkerTable, 'upto_seq' | 'part_seq' | 'part_at'> & { erasing: number }>(
  'select upto_seq, part_seq, part_at, (select count(*) from erasing where device_key = ? and slot = -1) as erasing from device_mark where device_key = ?',
)

export async function findReadMarker(
  db: Db,
  deviceKey: number,
): Promise<CompactionMarker & { readonly isErasing: boolean }> {
  const row = (await selectReadMarker(db, [deviceKey, deviceKey])).rows[0]
  if (!row) return { uptoSeq: 0, partSeq: 0, partAt: 0, isErasing: false }
  return { uptoSeq: row.upto_seq, partSeq: row.part_seq, partAt: row.part_at, isErasing: row.erasing > 0 }
}

const addCompaction = statement(
  'insert into compaction (partition, upto_seq, epoch) values (?, 0, 0) on conflict (partition) do nothing',
)
const startEpoch = statement<{ upto_seq: number; epoch: number }>(
  'update compaction set epoch = epoch + 1 where partition = ? returning upto_seq, epoch',
)
const CHECK_EPOCH = 'select epoch from compaction where partition = ? and epoch = ?'
const checkEpoch = statement(CHECK_EPOCH)
const lockEpoch = statement(`${CHECK_EPOCH} for share`)
const selectCompacted = statement<{ partition: number; upto_seq: number }>('select partition, upto_seq from compaction')
const advance = statement('update compaction set upto_seq = ? where partition = ? and epoch = ?')

export interface Lease {
  readonly partition: number
  readonly epoch: number
}

/** Thrown when another process has become the compactor of the partition. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/** Makes this process the compactor of a partition. The next write of the former one fails. */
export async function takeLease(db: Db, partition: number): Promise<Lease & { uptoSeq: number }> {
  await addCompaction(db, [partition])
  const { epoch, upto_seq } = onlyRow(await startEpoch(db, [partition]))
  return { partition, epoch, uptoSeq: upto_seq }
}

/**
 * Throws a LeaseLostError unless this process is the compactor until the end of the transaction. The lock is shared:
 * only a process that raises the epoch waits for the transactions of the compactor. SQLite has one writer at a time.
 */
export async function holdLease(tx: Tx, { partition, epoch }: Lease): Promise<void> {
  const hold = tx.getExecutor().adapter instanceof SqliteAdapter ? checkEpoch : lockEpoch
  const { rows } = await hold(tx, [partition, epoch])
  if (rows.length === 0) throw new LeaseLostError(`Another process compacts partition ${partition}.`)
}

/** Returns up to which seq each partition is compacted. */
export async function findCompacted(db: Db): Promise<(partition: number) => number> {
  const { rows } = await selectCompacted(db, [])
  const compacted = new Map(rows.map((row) => [row.partition, row.upto_seq]))
  return (partition) => compacted.get(partition) ?? 0
}

export async function advanceCompacted(db: Db, { partition, epoch }: Lease, uptoSeq: number): Promise<void> {
  const { changed } = await advance(db, [uptoSeq, partition, epoch])
  if (changed === 0) throw new LeaseLostError(`Another process compacts partition ${partition}.`)
}

function toMarker(row: DeviceMarkerTable): DeviceMarker {
  return {
    deviceKey: row.device_key,
    uptoSeq: row.upto_seq,
    partSeq: row.part_seq,
    partAt: row.part_at,
    newest: decodeNewest(row.newest),
    n: row.n,
    bytes: row.bytes,
  }
}
