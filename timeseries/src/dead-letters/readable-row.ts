import { applyOrSetAside, type Keep } from './dead-letters.ts'
import { checkRow } from '../codec/log-row.ts'
import type { Readable } from '../stores/partition-log.ts'
import type { LogRow } from '../stores/reading-log.ts'

/** Sets aside the unreadable messages of a row, and returns the row without them. */
export function settingUnreadableAside(partition: number, keep: Keep): Readable {
  const apply = (row: LogRow) => {
    checkRow(row.bytes)
    return row
  }
  return (row) => {
    try {
      return apply(row)
    } catch {
      return applyOrSetAside(row, { partition, keep, apply, tryOut: apply })
    }
  }
}
