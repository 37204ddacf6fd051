export interface ServerTables {
  subscriber: SubscriberTable
  mail: MailTable
  retention: RetentionTable
  health: HealthTable
  installation: InstallationTable
  lease: LeaseTable
  node: NodeTable
  silence_watch: SilenceWatchTable
  log_layout: LogLayoutTable
}

interface SubscriberTable {
  id: string
  email: string
  email_key: string
  confirmed_at: number | null
  created_at: number
  mailed_at: number
}

interface MailTable {
  id: string
  recipient: string
  subject: string
  body: string
  unsubscribe_url: string | null
  due_at: number
  attempts: number
  expires_at: number | null
}

/** One row with the instant before which readings were removed. */
interface RetentionTable {
  id: number
  readings_from: number
}

/** One row, written to prove that the database can write. */
interface HealthTable {
  id: number
  at: number
}

interface InstallationTable {
  id: number
  /** Derived from the secret, to detect another one. Null before the first start. */
  secret_check: string | null
  /** Id of the single-process server that used this PostgreSQL last; new with each start. */
  served_by: string | null
}

/** Times are milliseconds of the database's clock. */
interface LeaseTable {
  name: string
  holder: string
  held_until: number
}

interface NodeTable {
  id: string
  roles: string
  seen_at: number
}

/** Lets the next owner of a partition continue to count a silence. */
interface SilenceWatchTable {
  partition: number
  count_from: number
  looked_at: number
}

/** One row: where the log of readings is, and its number of partitions. All stored positions count in it. */
interface LogLayoutTable {
  id: number
  engine: 'database' | 'jetstream'
  partitions: number
  /** Name of the log in JetStream; null until the first process of a cluster has chosen it. */
  log_id: string | null
  /** When all streams existed; from then on a missing one is a loss. */
  log_made_at: number | null
}
