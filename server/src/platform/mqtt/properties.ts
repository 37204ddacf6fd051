import type { Packet } from 'mqtt-packet'

const USER_PROPERTIES_MAX = 100

export function hasTooManyProperties(packet: Packet): boolean {
  const properties =
    'properties' in packet
      ? (packet.properties as { userProperties?: Record<string, string | string[]> } | undefined)
      : undefined
  const values = Object.values(properties?.userProperties ?? {})
  return values.reduce((count, value) => count + (Array.isArray(value) ? value.length : 1), 0) > USER_PROPERTIES_MAX
}
