import type { Db, Tx } from '../base/database.ts'
import { statement } from '../base/statement.ts'
import type { ErasingTable } from '../base/tables.ts'
import type { Erasure } from '../base/erasures.ts'
import type { Partition } from '../base/types.ts'

/** An erasure and its progress: chunks that begin before `doneBefore` are done. */
export interface StoredErasure extends Erasure {
  readonly doneBefore: number
}

const selectErasures = statement<ErasingTable>(
  'select device_key, slot, upto_seq, done_before from erasing where device_key % ? = ? order by device_key, slot',
)
const upsertErasure = statement(
  'insert into erasing (device_key, slot, upto_seq, done_before) values (?, ?, ?, 0) on conflict (device_key, slot) do update set upto_seq = excluded.upto_seq, done_before = 0',
)
const updateErasure = statement('update erasing set done_before = ? where device_key = ? and slot = ?')
const deleteErasure = statement('delete from erasing where device_key = ? and slot = ?')

/** Returns the erasures of a partition: of a whole device before its slots, which began later. */
export async function listErasures(db: Db, { index, count }: Partition): Promise<StoredErasure[]> {
  const { rows } = await selectErasures(db, [count, index])
  return rows.map((row) => ({
    deviceKey: row.device_key,
    slot: row.slot,
    uptoSeq: row.upto_seq,
    doneBefore: row.done_before,
  }))
}

export async function storeErasure(tx: Tx, { deviceKey, slot, uptoSeq }: Erasure): Promise<void> {
  await upsertErasure(tx, [deviceKey, slot, uptoSeq])
}

export async function advanceErasure(tx: Tx, { deviceKey, slot }: Erasure, doneBefore: number): Promise<void> {
  await updateErasure(tx, [doneBefore, deviceKey, slot])
}

export async function finishErasure(tx: Tx, { deviceKey, slot }: Erasure): Promise<void> {
  await deleteErasure(tx, [deviceKey, slot])
}
