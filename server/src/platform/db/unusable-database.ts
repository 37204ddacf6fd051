/** Thrown when the database can't be used; it is unchanged. The message explains why. */
export class UnusableDatabase extends Error {}

export class CorruptDatabase extends UnusableDatabase {
  constructor(file: string, reason: string) {
    super(
      `The database ${file} is damaged (${reason}). It was left untouched. Restore a snapshot from the same folder, or recover it with "sqlite3 ${file} .recover".`,
    )
  }
}

export class NewerDatabase extends UnusableDatabase {
  constructor({ unknown, newest, snapshot }: { unknown: string; newest: string; snapshot: string | undefined }) {
    const back =
      snapshot === undefined
        ? 'put the backup from before that upgrade in its place'
        : `put the snapshot from before that upgrade, ${snapshot}, in its place`
    super(
      `The database was upgraded to "${unknown}" by a newer version of Greenhouse and was left untouched, because this version knows the tables only up to "${newest}": start the newer version again, or ${back}.`,
    )
  }
}
