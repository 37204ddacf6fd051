import { type QuietHours, hoursOf } from '@greenhouse/contract'

/** Returns when the quiet hours end in which an instant lies; undefined outside of them. Milliseconds since 1970. */
export function quietUntil(hours: QuietHours | null, at: number): number | undefined {
  if (!hours) return undefined
  const period = hoursOf(hours, null)?.periodAt(at)
  return period?.isActive === true ? period.to : undefined
}
