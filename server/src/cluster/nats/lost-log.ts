import { UnusableDatabase } from '../../platform/db/unusable-database.ts'

/** A partition of the log that is not, or not wholly, where the database has it. */
export interface Loss {
  readonly partition: number
  readonly reason: string
  /** The last row that is there; undefined when no row of the partition can be read. */
  readonly head: number | undefined
}

/** Thrown when NATS does not have the log in which the positions of the database count. */
export class LostLog extends UnusableDatabase {
  override name = 'LostLog'

  constructor({ reason }: Loss, partitions: number) {
    super(
      `NATS does not have the log of readings that the database belongs to (${reason}): correct NATS_URL, or, when the log is lost for good, stop all processes and run: npm run admin -- spread-log ${partitions} --log-is-lost`,
    )
  }
}
