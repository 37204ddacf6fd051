/** Alerts of one person that come and are over within a minute and are listed one by one; further ones are counted in one entry. */
export const CLOSED_PER_MINUTE = 200

const MINUTE = 60_000
/** People held at once; those whose minute is over are removed first. */
const PEOPLE_MAX = 10_000

/** The count of a person in the current minute since `startedAt` (milliseconds since 1970). */
export interface AlertMinute {
  readonly householdId: string
  readonly startedAt: number
  /** Listed alerts that came in this minute and are over. Open ones do not count. */
  readonly closed: number
  /** Alerts that are counted in the one entry, and its id. */
  readonly counted: number
  readonly entryId: string | undefined
}

/**
 * Counts the alerts of each person that open and close within a minute, in this process; each of several workers has a
 * budget of its own. A minute is read before a transaction and kept after its commit.
 */
export class AlertBudget {
  readonly #minutes = new Map<string, AlertMinute>()

  /** The person's running minute, or a new one. */
  minuteOf(householdId: string, now: number): AlertMinute {
    const known = this.#minutes.get(householdId)
    if (known && isRunning(known, now)) return known
    return { householdId, startedAt: now, closed: 0, counted: 0, entryId: undefined }
  }

  /** Keeps what was committed. */
  keep(minute: AlertMinute, now: number): void {
    if (this.#minutes.size >= PEOPLE_MAX) {
      for (const [householdId, old] of this.#minutes) if (!isRunning(old, now)) this.#minutes.delete(householdId)
    }
    this.#minutes.set(minute.householdId, minute)
  }
}

/** A clock that was set back ends a minute as well. */
function isRunning({ startedAt }: AlertMinute, now: number): boolean {
  return now >= startedAt && now - startedAt < MINUTE
}
