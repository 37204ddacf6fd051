import { metricOf, type SensorType } from '@greenhouse/contract'

export interface DeviceConditionFilter {
  readonly typed: string
  readonly deviceId: string | undefined
  readonly sensorType: SensorType | undefined
}

interface DeviceRow {
  readonly deviceId: string
  readonly deviceName: string
  readonly sensorType: SensorType
  /** The condition as it is shown. */
  readonly words: string
}

/** Conditions of a device and sensor, if one is chosen, whose device, sensor or words hold what was typed. */
export function matchingDeviceConditions<R extends DeviceRow>(
  rows: readonly R[],
  { typed, deviceId, sensorType }: DeviceConditionFilter,
): readonly R[] {
  return rows.filter(
    (row) =>
      (deviceId === undefined || row.deviceId === deviceId) &&
      (sensorType === undefined || row.sensorType === sensorType) &&
      holds(typed, [row.deviceName, row.sensorType, metricOf(row.sensorType).label, row.words]),
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
