import type { Metric } from '@greenhouse/contract'
import { sensorName } from '../../shared/rule/matching-conditions.ts'

/** The page of the conditions on a series: those of its device and sensor. */
export function conditionsPath(series: { deviceId: string; label: string; metric: Metric }): string {
  const search = new URLSearchParams({ view: 'devices', device: series.deviceId, sensor: sensorName(series) })
  return `/myalertcondition?${search}`
}
