import type { ActiveHours, Rule, Severity } from '@greenhouse/contract'
import { formatDateTime, formatTime } from '../../lib/format.ts'

const SEVERITY_NAMES: Record<Severity, string> = { info: 'Info', warning: 'Warning', critical: 'Critical' }

export function severityName(severity: Severity): string {
  return SEVERITY_NAMES[severity]
}

/** Returns `by day`, `by night` or `from 22.00 to 06.00`, with the zone if it differs; undefined if always active. */
export function hoursWords(when: ActiveHours, timeZone: string): string | undefined {
  if (when === 'always') return undefined
  if (typeof when === 'string') return `by ${when}`
  const zone = when.timeZone === timeZone ? '' : ` (${when.timeZone})`
  return `from ${timeOfDayWords(when.from)} to ${timeOfDayWords(when.to)}${zone}`
}

/** Formats `22:00`. */
function timeOfDayWords(time: string): string {
  // A day without a change of the clock.
  return formatTime(Date.parse(`2026-01-15T${time}:00`))
}

/** Returns `Muted until 24/11/2026, 08.00`. */
export function mutedWords({ mutedUntil }: Pick<Rule, 'mutedUntil'>, now: number): string | undefined {
  return mutedUntil !== null && Date.parse(mutedUntil) > now ? `Muted until ${formatDateTime(mutedUntil)}` : undefined
}
