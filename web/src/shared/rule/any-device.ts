import { SILENT_INTERVALS, type Rule } from '@greenhouse/contract'

/** What the rule of an account on the silence of any device looks for. */
export const ANY_DEVICE_WORDS = `sends nothing for ${SILENT_INTERVALS} of its intervals`
export const ANY_DEVICE_LABEL = 'Any device'

/** Whether a rule is the one of the account on the silence of any device. */
export function isOnAnyDevice({ kind, deviceId }: Pick<Rule, 'kind' | 'deviceId'>): boolean {
  return kind === 'silent' && deviceId === null
}

/** Which devices it is on: `All devices`, `All devices but 2`. */
export function exceptionWords({ exceptDeviceIds }: Pick<Rule, 'exceptDeviceIds'>): string {
  return exceptDeviceIds.length === 0 ? 'All devices' : `All devices but ${exceptDeviceIds.length}`
}
