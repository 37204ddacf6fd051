/** An authenticated device: its public id, and the small key of its readings. */
export interface DeviceRef {
  readonly deviceId: string
  readonly deviceKey: number
}
