import { SILENT_INTERVALS, type Rule } from '@greenhouse/contract'

export const ANY_DEVICE_WORDS = `silent for ${SILENT_INTERVALS} of its intervals`
export const ANY_DEVICE_LABEL = 'Any device'

export function isOnAnyDevice({ kind, deviceId }: Pick<Rule, 'kind' | 'deviceId'>): boolean {
  return kind === 'silent' && deviceId === null
}

/** Returns `All devices` or `All devices but 2`. */
export function exceptionWords({ exceptDeviceIds }: Pick<Rule, 'exceptDeviceIds'>): string {
  return exceptDeviceIds.length === 0 ? 'All devices' : `All devices but ${exceptDeviceIds.length}`
}
