import fc from 'fast-check'
import { generate, type Packet } from 'mqtt-packet'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { connectPacket, publishPacket, type Version } from '../boards.ts'
import { nastyJson, nastyText } from './nasty.ts'

/** The bytes of one connection: perhaps a CONNECT, then damaged packets. */
export interface Talk {
  readonly version: Version
  /** How the connection begins. Mostly with a good CONNECT, since the server closes most others at once. */
  readonly hello: 'good' | 'damaged' | 'none' | 'stranger'
  readonly packets: readonly Build[]
  /** The positions at which the bytes are split. */
  readonly cuts: readonly number[]
  readonly end: 'close' | 'reset' | 'ping'
}

/** Returns a packet for a device, as bytes. */
export interface Build {
  readonly kind: number
  readonly text: string
  readonly json: string
  readonly number: number
  readonly damage: readonly Damage[]
}

interface Damage {
  readonly way: 'flip' | 'cut' | 'insert' | 'double' | 'length' | 'first'
  readonly place: number
  readonly value: number
}

const damage: fc.Arbitrary<Damage> = fc.record({
  way: fc.constantFrom('flip', 'flip', 'cut', 'insert', 'double', 'length', 'first'),
  place: fc.nat(0xffff),
  value: fc.nat(0xff),
})

const build: fc.Arbitrary<Build> = fc.record({
  kind: fc.nat(31),
  text: nastyText,
  json: nastyJson,
  number: fc.oneof(fc.constantFrom(0, 1, 2, 127, 128, 0xffff), fc.nat(0xffff)),
  damage: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Damage[]>([]) },
    { weight: 2, arbitrary: fc.array(damage, { minLength: 1, maxLength: 3 }) },
  ),
})

export const PACKETS_EACH = 8

export function talks(): fc.Arbitrary<Talk> {
  return fc.record({
    version: fc.constantFrom<Version>(4, 5),
    hello: fc.constantFrom('good', 'good', 'good', 'damaged', 'none', 'stranger'),
    packets: fc.array(build, { minLength: PACKETS_EACH - 1, maxLength: PACKETS_EACH - 1 }),
    cuts: fc.array(fc.nat(0xffff), { maxLength: 3 }),
    end: fc.constantFrom('close', 'close', 'reset', 'ping'),
  })
}

export function helloOf({ version, hello, packets: [first] }: Talk, device: DeviceCredentials): Buffer {
  if (hello === 'none' || !first) return Buffer.alloc(0)
  const isStranger = hello === 'stranger' ? { username: first.text, password: Buffer.from(first.text) } : {}
  const bytes = Buffer.from(generate(connectPacket(device, version, isStranger), { protocolVersion: version }))
  return hello === 'damaged' ? damaged(bytes, first.damage) : bytes
}

export function bytesOf(
  one: Build,
  { device, other, version }: { device: DeviceCredentials; other: DeviceCredentials; version: Version },
) {
  let bytes: Buffer
  try {
    bytes = Buffer.from(generate(packetOf(one, { device, other, version }), { protocolVersion: version }))
  } catch {
    // A packet that the library can't encode is replaced by arbitrary bytes.
    bytes = Buffer.from(one.text)
  }
  return damaged(bytes, one.damage)
}

function packetOf(
  { kind, text, json, number, damage }: Build,
  { device, other, version }: { device: DeviceCredentials; other: DeviceCredentials; version: Version },
): Packet {
  const messageId = number
  const retain = damage.length === 2
  const properties = propertiesOf(version, text, number)
  const topics = [
    `Device/${other.deviceId}/SensorData`,
    `Device/${other.deviceId}/#`,
    `Device/${other.deviceId}/ChangePreferences`,
    `Device/+/ChangePreferences`,
    `Device/${device.deviceId}/${text}`,
    `$share/x/Device/${other.deviceId}/#`,
    '#',
    text,
  ]
  const strange = topics[number % topics.length] ?? ''
  const own = [`Device/${device.deviceId}/ChangePreferences`, `Device/${device.deviceId}/#`][number % 2] ?? ''
  if (kind < 10) {
    const reading = {
      temperature: 20,
      time: new Date(Date.parse('2026-11-01T00:00:00Z') + number * 1000).toISOString(),
    }
    return publishPacket(device, reading, { messageId, retain, ...properties })
  }
  if (kind < 14)
    return publishPacket(device, {}, { payload: json, messageId, qos: number % 2 === 0 ? 1 : 0, ...properties })
  if (kind < 17) return publishPacket(device, { temperature: 20 }, { topic: strange, messageId, ...properties })
  if (kind < 18) return publishPacket(device, { temperature: 20 }, { qos: 2, messageId, dup: retain })
  if (kind < 22) {
    const subscriptions = [own, strange].map((topic) => ({ topic, qos: (number % 3) as 0 | 1 | 2, rh: number % 3 }))
    return {
      cmd: 'subscribe',
      messageId,
      subscriptions: kind === 21 ? manyOf(subscriptions) : subscriptions,
      ...properties,
    }
  }
  if (kind < 24) return { cmd: 'unsubscribe', messageId, unsubscriptions: [own, strange] }
  if (kind < 27) return { cmd: 'pingreq' }
  if (kind < 28) return { cmd: 'puback', messageId }
  if (kind < 29) return { cmd: 'pubrel', messageId }
  if (kind < 30) return connectPacket(device, version, { will: { topic: strange, payload: Buffer.from(text), qos: 1 } })
  return kind < 31 ? { cmd: 'disconnect', reasonCode: number % 256 } : { cmd: 'auth', reasonCode: 0x18 }
}

function propertiesOf(version: Version, text: string, number: number): object {
  if (version === 4 || number % 4 !== 0) return {}
  return {
    properties: {
      userProperties: { [text]: text, __proto__: text },
      contentType: text,
      messageExpiryInterval: number,
      ...(number % 16 === 0 ? { topicAlias: number } : {}),
    },
  }
}

function manyOf<One>(some: readonly One[]): One[] {
  return Array.from({ length: 40 }, () => some).flat()
}

function damaged(bytes: Buffer, all: readonly Damage[]): Buffer {
  return all.reduce((packet, { way, place, value }) => {
    if (packet.length === 0) return packet
    const at = place % packet.length
    const copy = Buffer.from(packet)
    if (way === 'flip') copy[at] = value
    if (way === 'first') copy[0] = value
    // Changes the remaining length: too short, too long, or without an end.
    if (way === 'length' && copy.length > 1) copy[1] = value
    if (way === 'cut') return copy.subarray(0, at)
    if (way === 'insert') return Buffer.concat([copy.subarray(0, at), Buffer.from([value]), copy.subarray(at)])
    return way === 'double' ? Buffer.concat([copy, copy.subarray(at)]) : copy
  }, bytes)
}
