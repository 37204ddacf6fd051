import { generate, parser, type IPublishPacket, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { seeds } from '../../../../testing/test-run.ts'
import type { Holds } from './holds.ts'
import { PacketFeed } from './packet-feed.ts'
import type { PacketTurns } from './packet-turns.ts'
import { parsePublish } from './publish-packet.ts'

const VERSIONS = [4, 5]

function parseGenerally(bytes: Buffer, protocolVersion: number): IPublishPacket {
  const packets: Packet[] = []
  const general = parser({ protocolVersion })
  general.on('packet', (packet) => packets.push(packet))
  general.on('error', (error) => {
    throw error
  })
  general.parse(bytes)
  const [packet] = packets
  if (packets.length !== 1 || packet?.cmd !== 'publish') throw new Error('This is no PUBLISH.')
  return packet
}

function fieldsOf({ cmd, topic, payload, qos, messageId, dup, retain }: IPublishPacket): object {
  return { cmd, topic, payload: Buffer.from(payload).toString('hex'), qos, messageId, dup, retain }
}

function publishFrom(random: () => number): IPublishPacket {
  const below = (limit: number) => Math.floor(random() * limit)
  const qos = below(3) as 0 | 1 | 2
  const id = qos === 0 ? {} : { messageId: 1 + below(0xffff) }
  const topic = ['a', 'Device/1/SensorData', 'Gewächs/haus', 'x'.repeat(below(300) + 1)][below(4)]!
  const payload = Buffer.from('{"temperature":21.5}'.repeat(below(30)))
  return { cmd: 'publish', topic, payload, qos, ...id, dup: qos > 0 && random() < 0.3, retain: random() < 0.3 }
}

test.each(VERSIONS)('reads a PUBLISH of MQTT version %i as the general parser does', (protocolVersion) => {
  for (const seed of seeds(200)) {
    const packet = publishFrom(seededRandom(seed))
    const bytes = Buffer.from(generate(packet, { protocolVersion }))
    expect(fieldsOf(parsePublish(bytes, protocolVersion)!), `seed ${seed}`).toEqual(fieldsOf(packet))
  }
})

function wholePackets(bytes: Buffer): Buffer[] {
  const whole: Buffer[] = []
  const holds = { any: false } as Holds
  const parse = (packet: Buffer, isWhole: boolean) => void (isWhole && whole.push(packet))
  new PacketFeed({ holds, parse, turns: { hasRoom: true, count() {} } as unknown as PacketTurns }).read(bytes)
  return whole
}

test.each(VERSIONS)('leaves a broken PUBLISH of MQTT version %i to the general parser', (protocolVersion) => {
  let left = 0
  for (const seed of seeds(1000)) {
    const random = seededRandom(seed)
    const bytes = Buffer.from(generate(publishFrom(random), { protocolVersion }))
    const place = Math.floor(random() * Math.min(bytes.length, 12))
    bytes[place] = bytes[place]! ^ (1 << Math.floor(random() * 8))
    for (const whole of wholePackets(bytes)) {
      const quick = parsePublish(whole, protocolVersion)
      if (!quick) left++
      else expect(fieldsOf(quick), `seed ${seed}`).toEqual(fieldsOf(parseGenerally(whole, protocolVersion)))
    }
  }
  expect(left).toBeGreaterThan(0)
})

test('leaves a PUBLISH with properties to the general parser', () => {
  const packet = { ...publishFrom(seededRandom(1)), properties: { topicAlias: 3 } }
  expect(parsePublish(Buffer.from(generate(packet, { protocolVersion: 5 })), 5)).toBeUndefined()
})
