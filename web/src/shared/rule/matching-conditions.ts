import type { Metric } from '@greenhouse/contract'

interface DeviceConditionFilter {
  readonly typed: string
  readonly deviceId: string | undefined
  /** See sensorName. */
  readonly sensor: string | undefined
}

interface DeviceRow {
  readonly deviceId: string | undefined
  readonly deviceName: string
  readonly label: string
  readonly metric: Metric
  readonly words: string
  /** Name, severity and hours. */
  readonly notes: readonly string[]
}

/** Returns the name for filters: one for all series of a metric, except metrics named by their owner. */
export function sensorName({ label, metric }: Pick<DeviceRow, 'label' | 'metric'>): string {
  return metric.isGeneric === true ? label : metric.label
}

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

/** Filters by plant, `Water Notify On` or `Water Notify Off`. */
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

/** Normalizes variants: `>=28`, `≥ 28` and `>= 28`, and the two minus signs. */
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
