import { toTimestamp, type Care } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/db/schema.ts'
import { SOMEBODY } from '../tasks/task-row.ts'

/** The name of a sensor among people. */
const PROBE = 'Probe'

export type CareRow = Selectable<Schema['care']>

export function toCare(row: CareRow & { readonly first_name: string | null }): Care {
  return {
    careId: row.id,
    plantId: row.plant_id,
    placeId: row.place_id,
    taskId: row.task_id,
    kind: row.kind,
    label: row.label,
    at: toTimestamp(row.at),
    by: { userId: row.done_by, name: row.source === 'probe' ? PROBE : (row.first_name ?? SOMEBODY) },
    source: row.source,
    note: row.note,
    amount: row.amount,
    amountUnit: row.amount_unit,
    batchId: row.batch_id,
  }
}
