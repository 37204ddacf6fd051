import { generate, type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import type { DeviceCredentials } from '../../../../testing/growers.ts'
import { sensorData } from '../../../../testing/boards.ts'
import {
  connectPacket,
  connectWire,
  openWire,
  publishPacket,
  rowsOf,
  sharedListeningWorld,
  versions,
  type Version,
} from '../../../test/boards.ts'

const READING = { temperature: 20, time: '2026-11-20T09:40:00Z' }
const bytes = (packet: Packet, version: Version) => Buffer.from(generate(packet, { protocolVersion: version }))
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const text = (content: string | Buffer) => {
  const body = Buffer.from(content)
  return Buffer.concat([Buffer.from([body.length >> 8, body.length & 0xff]), body])
}

function packet(first: number, ...body: Buffer[]): Buffer {
  const whole = Buffer.concat(body)
  const length: number[] = []
  let left = whole.length
  do {
    length.push((left % 128) + (left >= 128 ? 128 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.from([first, ...length]), whole])
}

const NOT_UTF8 = Buffer.from([0xc3, 0x28, 0xff])
const manyProperties = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}`, '']))
const sized = (device: DeviceCredentials, size: number) => ({ topic: sensorData(device), payload: 'x'.repeat(size) })

type Corpus = ReadonlyArray<readonly [string, (device: DeviceCredentials, version: Version) => Buffer]>

const beforeConnect: Corpus = [
  ['letters', () => Buffer.from('hello, is this the greenhouse?\n')],
  ['a request for a web page', () => Buffer.from('GET / HTTP/1.1\r\nHost: greenhouse\r\n\r\n')],
  ['a TLS greeting', () => hex('16 03 01 02 00 01 00 01 fc 03 03 00 00 00 00 00 00 00 00 00')],
  ['zeros', () => Buffer.alloc(64)],
  ['a reading before CONNECT', (device, version) => bytes(publishPacket(device, READING), version)],
  ['a ping before CONNECT', () => hex('c0 00')],
  ['a subscription before CONNECT', () => packet(0x82, hex('00 01'), text('#'), hex('01'))],
  [
    'a CONNECT that is longer than 8 KB',
    (device, version) => connectWith(device, version, { clientId: 'x'.repeat(9000) }),
  ],
  ['the beginning of a CONNECT of 200 MB', () => Buffer.concat([hex('10 80 c0 af 5f'), Buffer.alloc(9000, 1)])],
  ['a length without an end', () => hex('10 ff ff ff ff ff')],
  ['another protocol name', () => packet(0x10, text('MQTX'), hex('04 02 00 3c'), text('a'))],
  ['a protocol level that does not exist', () => packet(0x10, text('MQTT'), hex('06 02 00 3c'), text('a'))],
  ['a reserved bit in CONNECT', () => packet(0x10, text('MQTT'), hex('04 03 00 3c'), text('a'))],
  ['flags on CONNECT that must be zero', () => packet(0x1f, text('MQTT'), hex('04 02 00 3c'), text('a'))],
  ['a CONNECT that ends in the middle of the client id', () => packet(0x10, text('MQTT'), hex('04 02 00 3c 00 40 61'))],
  ['a CONNECT without a body', () => hex('10 00')],
  ['a user name that is announced and missing', () => packet(0x10, text('MQTT'), hex('04 82 00 3c'), text('a'))],
  ['a client id that is not UTF-8', (device, version) => connectWithId(device, version, NOT_UTF8)],
]

const afterConnect: Corpus = [
  ['a second CONNECT', (device, version) => connectWith(device, version, {})],
  ['letters', () => Buffer.from('hello, is this the greenhouse?\n')],
  ['zeros', () => Buffer.alloc(64)],
  ['a length without an end', () => hex('30 ff ff ff ff ff')],
  ['a topic that is longer than its packet', () => packet(0x30, hex('40 00'), Buffer.from('Device'))],
  ['a reading without a body', () => hex('30 00')],
  ['a packet of more than 64 KB', (device, version) => publishWith(device, version, sized(device, 65 * 1024))],
  ['a packet of 1 MB', (device, version) => publishWith(device, version, sized(device, 1024 * 1024))],
  ['the beginning of a packet of 200 MB', () => Buffer.concat([hex('30 80 c0 af 5f'), Buffer.alloc(140_000, 1)])],
  ['a topic that is not UTF-8', (_, version) => publishTo(NOT_UTF8, version)],
  ['no topic', (_, version) => publishTo('', version)],
  ['a topic with +', (_, version) => publishTo('Device/+/SensorData', version)],
  ['a topic with #', (_, version) => publishTo('Device/#', version)],
  ['a topic with a zero in it', (device, version) => publishTo(`${sensorData(device)}\0`, version)],
  ['QoS 3', (device, version) => publishTo(sensorData(device), version, 0x36)],
  ['QoS 1 with the packet id 0', (device, version) => publishTo(sensorData(device), version, 0x32, 0)],
  ['a subscription to nothing', (_, version) => packet(0x82, hex(version === 5 ? '00 01 00' : '00 01'))],
  ['a subscription without a body', () => hex('82 00')],
  ['a subscription whose flags are wrong', () => packet(0x80, hex('00 01'), text('#'), hex('01'))],
  ['a subscription with QoS 3', () => packet(0x82, hex('00 01 00'), text('a'), hex('03'))],
  ['an UNSUBSCRIBE without a filter', (_, version) => packet(0xa2, hex(version === 5 ? '00 01 00' : '00 01'))],
  ['a packet that only a server sends: CONNACK', (_, version) => hex(version === 5 ? '20 03 00 00 00' : '20 02 00 00')],
  [
    'a packet that only a server sends: SUBACK',
    (_, version) => hex(version === 5 ? '90 04 00 01 00 00' : '90 03 00 01 00'),
  ],
  ['a packet that only a server sends: PINGRESP', () => hex('d0 00')],
  ['QoS 2 with the packet id 0', (device, version) => publishTo(sensorData(device), version, 0x34, 0)],
  ['the release of the packet id 0', () => hex('62 02 00 00')],
  ['a step of a receiver of QoS 2: PUBREC', () => hex('50 02 00 01')],
  ['a step of a receiver of QoS 2: PUBCOMP', () => hex('70 02 00 01')],
  ['an AUTH', () => hex('f0 02 18 00')],
  ['a packet of the kind 0', () => hex('00 00')],
]

const onlyVersion5BeforeConnect: Corpus = [
  [
    'a CONNECT with 1,000 user properties',
    (device) => connectWith(device, 5, { properties: { userProperties: manyProperties } }),
  ],
]

const onlyVersion5: Corpus = [
  ['1,000 user properties', (device) => publishWith(device, 5, { properties: { userProperties: manyProperties } })],
  ['a topic alias that nobody granted', (device) => publishWith(device, 5, { properties: { topicAlias: 3 } })],
  ['properties that are longer than the packet', () => packet(0x30, text('a'), hex('7f 01'))],
  ['a property that does not exist', () => packet(0x30, text('a'), hex('02 7e 01'))],
]

const withDevice = sharedListeningWorld()

describe.each(versions)('over %s only that connection ends', (_name, version) => {
  const early = [...beforeConnect, ...(version === 5 ? onlyVersion5BeforeConnect : [])]
  test.each(early)('ends only the connection that begins with %s', async (_what, broken) => {
    const { port, device, world, publishOfNeighbour } = await besideNeighbour()
    const wire = await openWire(port, version)
    wire.send(broken(device, version))
    await wire.ended
    expect(wire.arrived).toEqual([])
    expect(await publishOfNeighbour()).toEqual([0, 1])
    expect(await rowsOf(world, device)).toEqual([])
  })

  const late = [...afterConnect, ...(version === 5 ? onlyVersion5 : [])]
  test.each(late)('ends only the connection that continues with %s', async (_what, broken) => {
    const { port, device, world, publishOfNeighbour } = await besideNeighbour()
    const wire = await connectWire(port, device, version)
    wire.send(broken(device, version))
    const reason = await wire.ended
    expect(wire.arrived.filter(({ cmd }) => cmd !== 'disconnect')).toEqual([])
    // MQTT 3.1.1 can't send a reason.
    if (version === 5) expect(reason).toBeGreaterThanOrEqual(0x80)
    expect(await publishOfNeighbour()).toEqual([0, 1])
    expect(await rowsOf(world, device)).toEqual([])
  })

  test('ends only the connection that breaks off in the middle of a packet', async () => {
    const { port, device, world, publishOfNeighbour } = await besideNeighbour()
    const wire = await connectWire(port, device, version)
    wire.send(publishWith(device, version, {}).subarray(0, 40))
    wire.socket.resetAndDestroy()
    await wire.ended
    expect(await publishOfNeighbour()).toEqual([0, 1])
    expect(await rowsOf(world, device)).toEqual([])
  })
})

/** Connects a device beside another one, which must stay connected. */
async function besideNeighbour() {
  const world = await withDevice()
  const neighbour = await world.aDevice(await world.as('bob'))
  const wire = await connectWire(world.port, neighbour, 5)
  return {
    world,
    port: world.port,
    device: world.device,
    /**
     * Returns the reason code of the neighbour's PUBACK and the number of stored readings; 0 and 1 when all is well.
     */
    async publishOfNeighbour() {
      wire.send(publishPacket(neighbour, READING))
      const { reasonCode } = await wire.next('puback')
      return [reasonCode, (await rowsOf(world, neighbour)).length]
    },
  }
}

function connectWith(device: DeviceCredentials, version: Version, changes: Partial<IConnectPacket>): Buffer {
  return bytes(connectPacket(device, version, changes), version)
}

function publishWith(device: DeviceCredentials, version: Version, changes: Partial<IPublishPacket>): Buffer {
  return bytes(publishPacket(device, READING, changes), version)
}

/** Builds a PUBLISH that no client library would make. */
function publishTo(topic: string | Buffer, version: Version, first = 0x32, id = 1): Buffer {
  const properties = Buffer.alloc(version === 5 ? 1 : 0)
  return packet(first, text(topic), Buffer.from([0, id]), properties, Buffer.from(JSON.stringify(READING)))
}

/** Builds a CONNECT with the right token and any bytes as client id. */
function connectWithId({ deviceToken }: DeviceCredentials, version: Version, id: Buffer): Buffer {
  const properties = Buffer.alloc(version === 5 ? 1 : 0)
  return packet(0x10, text('MQTT'), Buffer.from([version, 0x82, 0, 60]), properties, text(id), text(deviceToken))
}
