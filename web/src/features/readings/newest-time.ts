import type { Series } from '@greenhouse/contract'

/** When a device sent its newest value, ISO 8601, by its series among others; null when it has sent none. */
export function newestTimeOf(series: readonly Series[], deviceId: string): string | null {
  return series
    .filter((one) => one.deviceId === deviceId)
    .reduce<string | null>(
      (best, { newest }) => (newest && (best === null || newest.time > best) ? newest.time : best),
      null,
    )
}
