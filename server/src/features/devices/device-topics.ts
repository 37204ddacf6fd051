export const DEVICE_TOPICS = 'Device/'

export const ownTopics = (deviceId: string): string => `${DEVICE_TOPICS}${deviceId}/`

export const sensorDataTopic = (deviceId: string): string => `${ownTopics(deviceId)}SensorData`

export const preferencesTopic = (deviceId: string): string => `${ownTopics(deviceId)}ChangePreferences`

/** Returns the message with a reporting interval; boards expect seconds as text. */
export function preferencesMessage(deviceId: string, intervalSeconds: number): string {
  return JSON.stringify({ deviceId, interval: String(intervalSeconds) })
}
