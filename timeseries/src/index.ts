// The public entry of the package.
export type { Query } from './base/database.ts'
export { insertRows } from './base/statement.ts'
export { LIMITS } from './base/limits.ts'
export { Serial } from './base/serial.ts'
export { batchStatement, placeholders, statement, type Value } from './base/statement.ts'
export type { Tables } from './base/tables.ts'
export {
  type Appended,
  type AppendedGroup,
  type Buckets,
  type Column,
  type Entry,
  Outcome,
  type PointsRange,
  isZeroMissing,
} from './base/types.ts'
export { isUnavailable, StoreUnavailable } from './base/unavailable.ts'
export { NEXT_WITHOUT_FLUSH } from './base/unflushed.ts'
export { firstFrom } from './codec/columns.ts'
export { decodeRow } from './codec/log-row.ts'
export { applyEntriesOrSetAside } from './dead-letters/dead-letters.ts'
export { openDeadLetterSink } from './dead-letters/dead-letter-sink.ts'
export type { EngineOptions } from './engine/parts.ts'
export { type OwnerRequest, type TimeSeries, openTimeSeries } from './engine/timeseries.ts'
export { countValues } from './stores/count-values.ts'
export { openDatabaseLog } from './stores/database-log-store.ts'
export {
  type StoredDeadLetter,
  deleteDeadLetters,
  deleteDeadLettersBefore,
  listDeadLetters,
} from './stores/dead-letter-store.ts'
export { findCompacted, LeaseLostError } from './stores/marker-store.ts'
export type { LogRow, LogUsage, ReadingLog } from './stores/reading-log.ts'
