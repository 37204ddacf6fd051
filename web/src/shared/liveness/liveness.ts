export const LATE_AFTER_INTERVALS = 3
export const SILENT_AFTER_INTERVALS = 10

export type Liveness = 'live' | 'late' | 'silent'

export function livenessOf(ageMs: number, intervalSeconds: number): Liveness {
  const intervalMs = intervalSeconds * 1000
  if (ageMs > SILENT_AFTER_INTERVALS * intervalMs) return 'silent'
  return ageMs > LATE_AFTER_INTERVALS * intervalMs ? 'late' : 'live'
}

/** Returns devices that sent readings before and are silent now, the latest first. `now` in milliseconds. */
export function silentDevices<D extends { time: string | null; waitTime: string | number }>(
  devices: readonly D[],
  now: number,
): Array<D & { time: string }> {
  return devices
    .filter((device): device is D & { time: string } => device.time !== null)
    .filter(({ time, waitTime }) => livenessOf(now - Date.parse(time), Number(waitTime)) === 'silent')
    .toSorted((one, other) => other.time.localeCompare(one.time))
}
