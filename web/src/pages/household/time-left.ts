import { DAY_MS } from '@greenhouse/contract'

const HOUR_MS = 3_600_000

/** Returns `6 days left`, in hours on the last day. */
export function timeLeft(expiresAt: string, now: number): string {
  const ms = Math.max(Date.parse(expiresAt) - now, 0)
  return ms > DAY_MS ? `${Math.ceil(ms / DAY_MS)} days left` : `${counted(Math.ceil(ms / HOUR_MS), 'hour')} left`
}

function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : `${unit}s`}`
}
