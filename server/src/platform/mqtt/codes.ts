import type { Published } from './device-handler.ts'

/** Reason codes of MQTT 5 (section 2.4 of the standard). */
export const REASON = {
  success: 0x00,
  disconnectWithWill: 0x04,
  malformedPacket: 0x81,
  protocolError: 0x82,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  serverBusy: 0x89,
  shuttingDown: 0x8b,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicFilterInvalid: 0x8f,
  topicNameInvalid: 0x90,
  packetIdNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadFormatInvalid: 0x99,
  subscriptionIdsNotSupported: 0xa1,
} as const

export const RETURN = { unacceptableVersion: 1, badClientId: 2, unavailable: 3, notAuthorized: 5 } as const

export const PUBLISHED: Record<Exclude<Published, 'unavailable'>, number> = {
  stored: REASON.success,
  malformed: REASON.payloadFormatInvalid,
  denied: REASON.notAuthorized,
  overQuota: REASON.quotaExceeded,
}

const FIRST = { puback: 0x40, pubrec: 0x50, pubcomp: 0x70 } as const

/** Encoded by hand: sent tens of thousands of times a second. Only MQTT 5 has a reason. */
export function acknowledgement(
  command: keyof typeof FIRST,
  messageId: number,
  reason: number = REASON.success,
): Buffer {
  const length = reason === REASON.success ? 2 : 3
  const packet = Buffer.allocUnsafe(2 + length)
  packet[0] = FIRST[command]
  packet[1] = length
  packet.writeUInt16BE(messageId, 2)
  if (length === 3) packet[4] = reason
  return packet
}
