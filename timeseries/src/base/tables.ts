import type { Generated } from 'kysely'

export interface Tables {
  reading_log: ReadingLogTable
  log_head: LogHeadTable
  chunk: ChunkTable
  chunk_data: ChunkDataTable
  coarse: CoarseTable
  damaged_chunk: DamagedChunkTable
  dead_letter: DeadLetterTable
  device_mark: DeviceMarkerTable
  compaction: CompactionTable
  erasing: ErasingTable
}

/** One row for each group of entries, until all of them are in chunks. */
interface ReadingLogTable {
  partition: number
  seq: number
  data: Uint8Array
}

/** The last seq of each partition. A writer locks its row, so that rows become visible in the order of their seq. */
interface LogHeadTable {
  partition: number
  seq: number
}

export interface ChunkTable {
  device_key: number
  from_at: number
  to_at: number
  n: number
  bytes: number
  width_ms: number
  /** Null when retention has removed the values. The summary stays. */
  data_id: number | null
  summary: Uint8Array
}

interface ChunkDataTable {
  id: Generated<number>
  data: Uint8Array
}

interface DamagedChunkTable {
  id: Generated<number>
  device_key: number
  from_at: number
  to_at: number
  n: number
  /** Null when the row of the data was missing, or retention had removed the values. */
  data: Uint8Array | null
  summary: Uint8Array
  found_at: number
}

/** Sums of neighbouring chunks for points of an hour or longer. Removed when one of the chunks changes. */
export interface CoarseTable {
  device_key: number
  /** The first time of its first chunk, and the last instant before the next chunk or coarse summary. */
  from_at: number
  to_at: number
  step_ms: number
  summary: Uint8Array
}

/** The columns of a `CompactionMarker`, the newest values, and totals of the chunks. */
export interface DeviceMarkerTable {
  device_key: number
  upto_seq: number
  part_seq: number
  part_at: number
  newest: Uint8Array
  n: number
  bytes: number
}

/** Rows up to `upto_seq` are in chunks and wait for their removal. The epoch excludes a former owner. */
interface CompactionTable {
  partition: number
  upto_seq: number
  epoch: number
}

/** Hidden chunks that wait for their removal: all of a device, or one slot of them. */
export interface ErasingTable {
  device_key: number
  slot: number
  upto_seq: number
  done_before: number
}

export interface DeadLetterTable {
  partition: number
  seq: number
  message: number
  device_key: number | null
  is_whole: number
  data: Uint8Array
  reason: string
  found_at: number
}
