import type { SensorType } from '@greenhouse/contract'

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
      holds(typed, [row.deviceName, row.sensorType, row.words]),
  )
}

/** Conditions whose plant, or On or Off, holds what was typed. */
export function matchingPlantConditions<R extends { plantName: string; waterNotify: boolean }>(
  rows: readonly R[],
  typed: string,
): readonly R[] {
  return rows.filter(({ plantName, waterNotify }) => holds(typed, [plantName, waterNotify ? 'On' : 'Off']))
}

function holds(typed: string, texts: readonly string[]): boolean {
  const wanted = typed.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
