/** Times are milliseconds of the database's clock. */
export interface LeaseTable {
  name: string
  holder: string
  held_until: number
}

export interface NodeTable {
  id: string
  roles: string
  seen_at: number
}

/** Lets the next owner of a partition continue to count a silence. */
export interface SilenceWatchTable {
  partition: number
  count_from: number
  looked_at: number
}

/** One row: where the log of readings is, and its number of partitions. All stored positions count in it. */
export interface LogLayoutTable {
  id: number
  engine: 'database' | 'jetstream'
  partitions: number
  /** Name of the log in JetStream; null until the first process of a cluster has chosen it. */
  log_id: string | null
  /** When all streams existed; from then on a missing one is a loss. */
  log_made_at: number | null
}
