/** The time zone of this browser by its IANA name, such as `Europe/Copenhagen`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
