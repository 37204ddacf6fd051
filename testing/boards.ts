import { createClient, readingRoutes, type Reply } from '@greenhouse/contract'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import type { DeviceCredentials } from './growers.ts'

/** Where a device publishes its readings. */
export const sensorData = ({ deviceId }: Pick<DeviceCredentials, 'deviceId'>) => `Device/${deviceId}/SensorData`

/** Connects with client id and both credentials, unless `options` differ. */
export function connectBoard(
  mqttPort: number,
  { deviceId, deviceToken }: DeviceCredentials,
  options: IClientOptions = {},
): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: deviceId,
    username: deviceToken,
    password: deviceToken,
    ...options,
  })
}

type Token = Pick<DeviceCredentials, 'deviceToken'>

/** Sends readings over HTTP. Throws ClientError when they are refused. */
export function sendReadings(origin: string, { deviceToken }: Token, readings: object) {
  return createClient({ origin, token: deviceToken }).call(readingRoutes.send, { body: readings })
}

/** Sends readings without checking the status. */
export function trySendReadings(origin: string, { deviceToken }: Token, readings: object): Promise<Reply> {
  return createClient({ origin, token: deviceToken }).send(readingRoutes.send, { body: readings })
}
