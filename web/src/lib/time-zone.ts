export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns all zones that this browser knows, and the given one. */
export function timeZones(known: string): string[] {
  return [...new Set(['UTC', known, ...Intl.supportedValuesOf('timeZone')])].toSorted()
}

/** Returns `Copenhagen` for `Europe/Copenhagen`. */
export function cityOf(timeZone: string): string {
  return timeZone.replace(/^.*\//, '').replaceAll('_', ' ')
}
