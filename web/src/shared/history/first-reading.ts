import type { SeriesHistory } from '@greenhouse/contract'

/** Returns the time of the first reading; within a bucket not before the device, which may have sent what it kept. */
export function firstReading(history: SeriesHistory, createdAt: number): number | undefined {
  const [time] = history.time
  if (time === undefined || history.resolution === 0) return time
  const halfMs = (history.resolution * 1000) / 2
  return createdAt < time + halfMs ? Math.max(time - halfMs, createdAt) : time - halfMs
}
