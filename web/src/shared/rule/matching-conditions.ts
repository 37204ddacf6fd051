import type { Metric } from '@greenhouse/contract'

interface DeviceConditionFilter {
  readonly typed: string
  readonly deviceId: string | undefined
  /** The name of a sensor: see sensorName. */
  readonly sensor: string | undefined
}

interface DeviceRow {
  readonly deviceId: string | undefined
  readonly deviceName: string
  /** What the series is called. */
  readonly label: string
  readonly metric: Metric
  /** The condition as it is shown. */
  readonly words: string
  /** What else its row says: its name, severity, hours. */
  readonly notes: readonly string[]
}

/** The name under which conditions are filtered: all series of a metric together, but each one of the owner's alone. */
export function sensorName({ label, metric }: Pick<DeviceRow, 'label' | 'metric'>): string {
  return metric.isGeneric === true ? label : metric.label
}

/** Conditions of a device and sensor, if one is chosen, whose device, sensor or words hold what was typed. */
export function matchingDeviceConditions<R extends DeviceRow>(
  rows: readonly R[],
  { typed, deviceId, sensor }: DeviceConditionFilter,
): readonly R[] {
  return rows.filter(
    (row) =>
      (deviceId === undefined || row.deviceId === deviceId) &&
      (sensor === undefined || sensorName(row) === sensor) &&
      holds(typed, [row.deviceName, row.label, row.metric.label, row.metric.sensorType ?? '', row.words, ...row.notes]),
  )
}

/** Conditions whose plant, or `Water Notify On` or `Off` beside it, holds what was typed. */
export function matchingPlantConditions<R extends { plantName: string; waterNotify: boolean }>(
  rows: readonly R[],
  typed: string,
): readonly R[] {
  return rows.filter(({ plantName, waterNotify }) =>
    holds(typed, [plantName, `Water Notify ${waterNotify ? 'On' : 'Off'}`]),
  )
}

function holds(typed: string, texts: readonly string[]): boolean {
  const wanted = searchable(typed)
  return texts.some((text) => searchable(text).includes(wanted))
}

/** Without what is typed in several ways: `>=28`, `≥ 28` and `>= 28` are the same, as are the two signs of minus. */
function searchable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('>=', '≥')
    .replaceAll('<=', '≤')
    .replaceAll('\u2212', '-')
    .replace(/(?<=[≥≤])\s+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
