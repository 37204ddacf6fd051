/** After so many intervals without a reading a device is late, and then silent. */
export const LATE_AFTER_INTERVALS = 3
export const SILENT_AFTER_INTERVALS = 10

export type Rhythm = 'live' | 'late' | 'silent'

/** How a device keeps its rhythm: the age of its newest reading against its interval, both in milliseconds. */
export function rhythmOf(ageMs: number, intervalMs: number): Rhythm {
  if (ageMs > SILENT_AFTER_INTERVALS * intervalMs) return 'silent'
  return ageMs > LATE_AFTER_INTERVALS * intervalMs ? 'late' : 'live'
}
