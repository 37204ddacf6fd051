/** What the topics of every device begin with. */
export const DEVICE_TOPICS = 'Device/'

/** What the topics of one device begin with. */
export const ownTopics = (deviceId: string): string => `${DEVICE_TOPICS}${deviceId}/`

/** The topic to which a device publishes its readings. */
export const sensorDataTopic = (deviceId: string): string => `${ownTopics(deviceId)}SensorData`

/** The topic on which a device receives its reporting interval. */
export const preferencesTopic = (deviceId: string): string => `${ownTopics(deviceId)}ChangePreferences`

/** The message that gives a device its reporting interval in seconds; boards expect it as text. */
export function preferencesMessage(deviceId: string, intervalSeconds: number): string {
  return JSON.stringify({ deviceId, interval: String(intervalSeconds) })
}
