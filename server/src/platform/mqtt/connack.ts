import type { IConnackPacket } from 'mqtt-packet'
import { REASON } from './codes.ts'
import type { ListenerLimits } from './device-handler.ts'

/** What a device hears that is let in; over MQTT 5 with what it may expect here, and the client id it did not bring. */
export function connack(version: number, limits: ListenerLimits, assignedClientId: string | undefined): IConnackPacket {
  if (version < 5) return { cmd: 'connack', sessionPresent: false, returnCode: 0 }
  const properties = {
    maximumQoS: 1,
    receiveMaximum: limits.inFlight,
    maximumPacketSize: limits.packetBytes,
    topicAliasMaximum: 0,
    sessionExpiryInterval: 0,
    sharedSubscriptionAvailable: false,
    ...(assignedClientId === undefined ? {} : { assignedClientIdentifier: assignedClientId }),
  }
  return { cmd: 'connack', sessionPresent: false, reasonCode: REASON.success, properties }
}
