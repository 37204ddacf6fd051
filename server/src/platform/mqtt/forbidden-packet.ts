import type { Packet } from 'mqtt-packet'

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
