import type { Generated } from 'kysely'

/** The tables of the store, by name. They exist before the store is opened. */
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

/** One row for each group of entries that was committed together, until they are in chunks. */
interface ReadingLogTable {
  partition: number
  /** 1, 2, 3 … without gaps, in the order of the commits. */
  seq: number
  data: Uint8Array
}

/** The last seq of each partition. A writer locks its row, so that rows become visible in the order of their seq. */
interface LogHeadTable {
  partition: number
  seq: number
}

/** A piece of the values of one device. The chunks of a device don't overlap in time. */
export interface ChunkTable {
  device_key: number
  /** The times of its first and last value. */
  from_at: number
  to_at: number
  /** How many values it holds. */
  n: number
  /** Bytes of `data` and `summary`. */
  bytes: number
  /** The length of the buckets of the summary. */
  width_ms: number
  /** Null when retention has removed the values; the summary stays. */
  data_id: number | null
  summary: Uint8Array
}

interface ChunkDataTable {
  id: Generated<number>
  data: Uint8Array
}

/** What was stored for a chunk that could not be read. Nothing reads it: a person may rescue the values from its bytes. */
interface DamagedChunkTable {
  id: Generated<number>
  device_key: number
  from_at: number
  to_at: number
  /** How many values were lost. */
  n: number
  /** Null when there were none: the row of the data was gone, or retention had removed the values. */
  data: Uint8Array | null
  summary: Uint8Array
  found_at: number
}

/** The sums of neighbouring chunks of a device for points of an hour or longer. Removed when one of the chunks changes. */
export interface CoarseTable {
  device_key: number
  /** The first time of its first chunk, and the last instant before the next chunk or coarse summary. */
  from_at: number
  to_at: number
  /** The points begin at multiples of it. */
  step_ms: number
  summary: Uint8Array
}

/**
 * Which entries of a device are in its chunks: those with `seq <= upto_seq`, and those with `seq <= part_seq` that are
 * older than `part_at`.
 */
export interface DeviceMarkerTable {
  device_key: number
  upto_seq: number
  part_seq: number
  part_at: number
  newest: Uint8Array
  /** Totals of its chunks. */
  n: number
  bytes: number
}

/** Log rows up to `upto_seq` are in chunks as a whole and wait for their removal. The epoch excludes a former compactor. */
interface CompactionTable {
  partition: number
  upto_seq: number
  epoch: number
}

/** Chunks that are hidden and wait for their removal: all of a device, or one slot of them. */
export interface ErasingTable {
  device_key: number
  /** -1 for all slots. */
  slot: number
  /** Entries up to this one are erased. */
  upto_seq: number
  /** Chunks that begin before it are done. */
  done_before: number
}

/** A part of a row of the log that could not be applied. Nothing reads it but the operator. */
export interface DeadLetterTable {
  partition: number
  seq: number
  /** The place of the part among the messages of its row, from 0 on. */
  message: number
  /** Null when the bytes don't say of which device they are. */
  device_key: number | null
  /** Whether nothing of the row could be applied. */
  is_whole: number
  /** A message as a row of its own; else the bytes that can't be read. */
  data: Uint8Array
  reason: string
  found_at: number
}
