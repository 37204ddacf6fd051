import type { Packet } from 'mqtt-packet'

type Allowed = 'connect' | 'disconnect' | 'pingreq' | 'puback' | 'publish' | 'subscribe' | 'unsubscribe'
/** Packets that no device may send: those of a server, of QoS 2 and of extended authentication. */
type ForbiddenPacket = Exclude<Packet, { cmd: Allowed }>

const FORBIDDEN: Readonly<Record<ForbiddenPacket['cmd'], true>> = {
  auth: true,
  connack: true,
  pingresp: true,
  pubcomp: true,
  pubrec: true,
  pubrel: true,
  suback: true,
  unsuback: true,
}

export function isForbidden(packet: Packet): packet is ForbiddenPacket {
  return Object.hasOwn(FORBIDDEN, packet.cmd)
}
