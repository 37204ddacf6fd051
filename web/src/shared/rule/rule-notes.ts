import type { ActiveHours, Rule, Severity } from '@greenhouse/contract'
import { formatDateTime, formatTime } from '../../lib/format.ts'

const SEVERITY_NAMES: Record<Severity, string> = { info: 'Info', warning: 'Warning', critical: 'Critical' }

export function severityName(severity: Severity): string {
  return SEVERITY_NAMES[severity]
}

/** When a rule counts that does not always: `by day`, `by night`, `from 22.00 to 06.00`, with the zone if it is another one. */
export function hoursWords(when: ActiveHours, timeZone: string): string | undefined {
  if (when === 'always') return undefined
  if (typeof when === 'string') return `by ${when}`
  const zone = when.timeZone === timeZone ? '' : ` (${when.timeZone})`
  return `from ${timeOfDayWords(when.from)} to ${timeOfDayWords(when.to)}${zone}`
}

/** `22.00` for `22:00`, as the reader writes times. */
function timeOfDayWords(time: string): string {
  // A day without a change of the clock.
  return formatTime(Date.parse(`2026-01-15T${time}:00`))
}

/** Until when a rule is mute: `Muted until 24/11/2026, 08.00`. */
export function mutedWords({ mutedUntil }: Pick<Rule, 'mutedUntil'>, now: number): string | undefined {
  return mutedUntil !== null && Date.parse(mutedUntil) > now ? `Muted until ${formatDateTime(mutedUntil)}` : undefined
}
