/** The address of the sheet that connects a new device. */
export const ADD_DEVICE = '/mydevice?add=1'

/** Returns the address of the sheet that connects a board of an existing device. */
export function connectPath(deviceId: string): string {
  return `${ADD_DEVICE}&device=${deviceId}`
}
