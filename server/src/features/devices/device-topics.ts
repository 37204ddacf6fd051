/** The topic to which a device publishes its readings. */
export const sensorDataTopic = (deviceId: string): string => `Device/${deviceId}/SensorData`

/** The topic on which a device receives its reporting interval. */
export const preferencesTopic = (deviceId: string): string => `Device/${deviceId}/ChangePreferences`

/** The message that gives a device its reporting interval in seconds; boards expect it as text. */
export function preferencesMessage(deviceId: string, intervalSeconds: number): string {
  return JSON.stringify({ deviceId, interval: String(intervalSeconds) })
}
