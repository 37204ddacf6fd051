/** The connected devices, as features see them. */
export interface DeviceConnections {
  /** Ends the device's connection: it, or its token, is gone. */
  disconnect(deviceId: string): void
  /** Sends the reporting interval (seconds) to the device now, if it is connected and listens. */
  sendPreferences(deviceId: string, intervalSeconds: number): void
}
