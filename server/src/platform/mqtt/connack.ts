import type { IConnackPacket } from 'mqtt-packet'
import { REASON } from './codes.ts'
import type { ListenerLimits } from './device-handler.ts'

export function connack(version: number, limits: ListenerLimits, assignedClientId: string | undefined): IConnackPacket {
  if (version < 5) return { cmd: 'connack', sessionPresent: false, returnCode: 0 }
  const properties = {
    receiveMaximum: limits.inFlight,
    maximumPacketSize: limits.packetBytes,
    topicAliasMaximum: 0,
    sessionExpiryInterval: 0,
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
    ...(assignedClientId === undefined ? {} : { assignedClientIdentifier: assignedClientId }),
  }
  return { cmd: 'connack', sessionPresent: false, reasonCode: REASON.success, properties }
}
