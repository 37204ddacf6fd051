import type { Entry } from '@greenhouse/timeseries'
import type { OwnReading } from './ingest-types.ts'

/** A list may have the newest reading first, and the order must not make others late. */
export function inOrderOfTime(readings: readonly OwnReading[]): readonly OwnReading[] {
  return readings.toSorted((one, other) => one.at - other.at)
}

/** Returns a reading as the time series engine stores it. */
export function toEntry({ deviceKey, at, sensors, values }: OwnReading): Entry {
  return { deviceKey, at, slots: sensors.map(({ slot }) => slot), values }
}
