import { instantOf, MINUTE_MS, type ShownTime } from '@greenhouse/contract'

const OLDEST = Date.UTC(1900, 0, 1)

/** Returns the instant at which a camera in the household's zone showed a time; undefined when its clock was wrong. */
export function takenInstant({ date, seconds }: ShownTime, zone: string, now: number): string | undefined {
  const instant = instantOf(date, 0, zone) + seconds * 1000
  return instant >= OLDEST && instant <= now + MINUTE_MS ? new Date(instant).toISOString() : undefined
}
