/** Who does a piece of work that one process does at a time, until when, in milliseconds of the database's clock. */
export interface LeaseTable {
  name: string
  /** The id of a node. */
  holder: string
  held_until: number
}

/** The processes that share this database. One that was not seen for a while is gone. */
export interface NodeTable {
  id: string
  /** Separated by commas. */
  roles: string
  /** In milliseconds of the database's clock. */
  seen_at: number
}

/** What the owner of a partition leaves to the next one, so that a long silence is found whoever looks. */
export interface SilenceWatchTable {
  partition: number
  /** From when on silence is counted, by the clock of the owner. */
  count_from: number
  /** When the owner noted last that it looks for silent devices, in milliseconds of the database's clock. */
  looked_at: number
}

/** Where the log of readings is, and in how many partitions. One row; the positions of all marks count in it. */
export interface LogLayoutTable {
  id: number
  engine: 'database' | 'jetstream'
  partitions: number
  /** Names the log in JetStream. Null until the first process of a cluster has chosen it. */
  log_id: string | null
  /** When all streams of the log were there. From then on a missing one is a loss. */
  log_made_at: number | null
}
