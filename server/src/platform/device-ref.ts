/** A device that has proved who it is: its id outside, and the small key under which its readings stand. */
export interface DeviceRef {
  readonly deviceId: string
  readonly deviceKey: number
}
