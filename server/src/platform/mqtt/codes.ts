import type { Published } from './device-handler.ts'

/** Reason codes of MQTT 5 (section 2.4 of the standard) that this server sends. */
export const REASON = {
  success: 0x00,
  malformedPacket: 0x81,
  protocolError: 0x82,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  serverBusy: 0x89,
  shuttingDown: 0x8b,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicNameInvalid: 0x90,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadFormatInvalid: 0x99,
  qosNotSupported: 0x9b,
} as const

/** Return codes of a CONNACK in MQTT 3.1.1. */
export const RETURN = { unacceptableVersion: 1, badClientId: 2, unavailable: 3, notAuthorized: 5 } as const

/** The reason code for each outcome of a publish. */
export const PUBLISHED: Record<Published, number> = {
  stored: REASON.success,
  malformed: REASON.payloadFormatInvalid,
  denied: REASON.notAuthorized,
  unavailable: REASON.quotaExceeded,
}

/**
 * Returns a PUBACK, encoded by hand since it is sent tens of thousands of times a second. MQTT 3.1.1 has no reason in
 * it.
 */
export function puback(messageId: number, reason: number, version: number): Buffer {
  if (version < 5 || reason === REASON.success) return Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])
  return Buffer.from([0x40, 3, messageId >> 8, messageId & 0xff, reason])
}
