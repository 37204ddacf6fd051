/** Returns what calendar and clocks of a time zone show at an instant; milliseconds since 1970. */
export function zonedTime(instant: number, timeZone: string): Temporal.ZonedDateTime {
  const at = Temporal.Instant.fromEpochMilliseconds(instant)
  try {
    return at.toZonedDateTimeISO(timeZone)
  } catch {
    // The contract accepts each name that Intl knows. Temporal does not know the old ones, such as PST.
    return at.toZonedDateTimeISO(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone)
  }
}
