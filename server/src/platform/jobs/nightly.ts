export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

/** Returns the last instant, `now` at the latest, at which it was that time; milliseconds since 1970. */
export function lastTimeOf({ hour, minute }: TimeOfDay, now: number): number {
  const at = new Date(now)
  at.setHours(hour, minute, 0, 0)
  // By the calendar: a day with a change of the clock is longer or shorter.
  if (at.getTime() > now) at.setDate(at.getDate() - 1)
  return at.getTime()
}
