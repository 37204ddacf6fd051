/** A time of the day, in the time zone of the server. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

/** The last instant at which it was that time, in milliseconds since 1970: now at the latest. */
export function lastTimeOf({ hour, minute }: TimeOfDay, now: number): number {
  const at = new Date(now)
  at.setHours(hour, minute, 0, 0)
  // By the calendar, not by 24 hours: a day with a change of the clock is longer or shorter.
  if (at.getTime() > now) at.setDate(at.getDate() - 1)
  return at.getTime()
}
