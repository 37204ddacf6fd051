import type { Packet } from 'mqtt-packet'

const USER_PROPERTIES_MAX = 100

type Allowed = 'connect' | 'disconnect' | 'pingreq' | 'puback' | 'publish' | 'pubrel' | 'subscribe' | 'unsubscribe'
/** Packets of servers and of QoS 2 receivers, and extended authentication. */
type ForbiddenPacket = Exclude<Packet, { cmd: Allowed }>

const FORBIDDEN: Readonly<Record<ForbiddenPacket['cmd'], true>> = {
  auth: true,
  connack: true,
  pingresp: true,
  pubcomp: true,
  pubrec: true,
  suback: true,
  unsuback: true,
}

export function isForbidden(packet: Packet): packet is ForbiddenPacket {
  return Object.hasOwn(FORBIDDEN, packet.cmd)
}

export function hasTooManyProperties(packet: Packet): boolean {
  // Each kind of packet types its properties on its own.
  const properties =
    'properties' in packet
      ? (packet.properties as { userProperties?: Record<string, string | string[]> } | undefined)
      : undefined
  const values = Object.values(properties?.userProperties ?? {})
  return values.reduce((count, value) => count + (Array.isArray(value) ? value.length : 1), 0) > USER_PROPERTIES_MAX
}
