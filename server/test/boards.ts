import { once } from 'node:events'
import { connect as openSocket, type Socket } from 'node:net'
import { deviceRoutes, readingRoutes } from '@greenhouse/contract'
import type { IClientOptions, MqttClient } from 'mqtt'
import {
  generate,
  parser as openParser,
  type IConnackPacket,
  type IConnectPacket,
  type IPublishPacket,
  type Packet,
} from 'mqtt-packet'
import { onTestFinished } from 'vitest'
import { forAllTests } from '../../testing/at-end.ts'
import { connectBoard as connect, sensorData } from '../../testing/boards.ts'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { findDeviceKeys } from '../src/features/devices/known-device-store.ts'
import { listRefusals } from '../src/features/devices/refusal-store.ts'
import type { Db } from '../src/platform/db/schema.ts'
import { storedReadings } from './stored-readings.ts'
import { createWorld, type World } from './world.ts'

/** For `describe.each(versions)('… over %s', (_name, version) => …)`: boards in the field use both versions. */
export const versions = [
  ['MQTT 3.1.1', 4],
  ['MQTT 5', 5],
] as const
export type Version = (typeof versions)[number][1]

export const changePreferences = ({ deviceId }: DeviceCredentials) => `Device/${deviceId}/ChangePreferences`

/** A reading as boards in the field send it. */
export const fieldReading = {
  temperature: 21.4,
  humidity: 63,
  pressure: 1013.2,
  air_quality_analog: 412,
  timestamp: '2026-11-20T09:40:00.000Z',
}
/** The same reading as the API returns it. */
export const shownReading = {
  temperature: 21.4,
  humidity: 63,
  airPressure: 1013.2,
  airQuality: 412,
  time: fieldReading.timestamp,
}

/** Publishes a reading with QoS 1, and resolves when it is acknowledged. */
export function publish(board: MqttClient, device: DeviceCredentials, reading: object) {
  return board.publishAsync(sensorData(device), JSON.stringify(reading), { qos: 1 })
}

/** Creates a world that listens on free ports, in which Ann has a device. */
export async function listeningWorld() {
  const world = await createWorld()
  await world.app.listen()
  return withDevice(world, 'ann')
}

/** Returns a function that gives each test of a file a person with a device, in one listening world for all of them. */
export function sharedListeningWorld(): () => ReturnType<typeof listeningWorld> {
  const shared = forAllTests(async () => {
    const world = await createWorld()
    await world.app.listen()
    return world
  })
  let people = 0
  return () => withDevice(shared(), `Ann${++people}`)
}

async function withDevice(world: World, name: string) {
  const ann = await world.as(name)
  const device = await world.aDevice(ann)
  const newest = async () => (await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords[0]
  const shown = async () => (await ann.call(deviceRoutes.get, { query: { userDeviceId: device.deviceId } })).body
  return { ...world, port: world.app.devicePort(), ann, device, newest, shown }
}

/** Returns the stored readings of a device, oldest first. */
export function rowsOf({ app }: Pick<World, 'app'>, { deviceId }: Pick<DeviceCredentials, 'deviceId'>) {
  return storedReadings(app.context, deviceId)
}

/** Returns what was refused of the device's messages, by topic. */
export async function refusedOf({ app }: Pick<World, 'app'>, { deviceId }: DeviceCredentials) {
  const { db, now } = app.context
  await app.refused.write()
  const deviceKey = (await findDeviceKeys(db, [deviceId])).get(deviceId) ?? 0
  return listRefusals(db, deviceKey, now())
}

/** Connects as boards in the field do (client id and both credentials), unless `options` differ. */
export async function connectBoard(
  port: number,
  device: DeviceCredentials,
  version: Version,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = await connect(port, device, { protocolVersion: version, reconnectPeriod: 0, ...options })
  onTestFinished(() => client.endAsync(true))
  return client
}

/** Returns the code with which a connection was refused; undefined when it was admitted. */
export async function refusalOf(connecting: Promise<MqttClient>): Promise<number | undefined> {
  return connecting.then(
    () => undefined,
    (error: { code?: number }) => error.code,
  )
}

/** A raw MQTT connection, which may send bytes that no client library would. */
export interface Wire {
  readonly socket: Socket
  send(...what: Array<Packet | Buffer>): void
  /** Resolves with the next packet of that kind, which may have arrived already. Rejects when the connection ends first. */
  next<Command extends Packet['cmd']>(command: Command): Promise<Extract<Packet, { cmd: Command }>>
  /** Packets that arrived and were not yet returned by `next`. */
  readonly arrived: readonly Packet[]
  /** Resolves when the connection has ended, with the reason code of the DISCONNECT if there was one. */
  readonly ended: Promise<number | undefined>
}

export async function openWire(port: number, version: Version, { halfOpen = false } = {}): Promise<Wire> {
  const socket = openSocket({ port, host: '127.0.0.1', allowHalfOpen: halfOpen })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const arrived: Packet[] = []
  const checks = new Set<() => void>()
  const parser = openParser({ protocolVersion: version })
  let reason: number | undefined
  let over = false
  parser.on('packet', (packet) => {
    arrived.push(packet)
    if (packet.cmd === 'disconnect') reason = packet.reasonCode
    for (const check of checks) check()
  })
  socket.on('data', (chunk: Buffer) => parser.parse(chunk))
  // A reset after bytes to a closed socket counts as an ordinary end.
  socket.on('error', () => {})
  const ended = new Promise<number | undefined>((resolve) => {
    socket.once(halfOpen ? 'end' : 'close', () => {
      over = true
      for (const check of checks) check()
      resolve(reason)
    })
  })
  return {
    socket,
    arrived,
    ended,
    send(...what) {
      const bytes = what.map((part) => (Buffer.isBuffer(part) ? part : generate(part, { protocolVersion: version })))
      if (socket.writable) socket.write(Buffer.concat(bytes))
    },
    next<Command extends Packet['cmd']>(command: Command) {
      return new Promise<Extract<Packet, { cmd: Command }>>((resolve, reject) => {
        const check = () => {
          const index = arrived.findIndex(({ cmd }) => cmd === command)
          if (index < 0 && !over) return
          checks.delete(check)
          const [packet] = index < 0 ? [] : arrived.splice(index, 1)
          if (packet) resolve(packet as Extract<Packet, { cmd: Command }>)
          else reject(new Error(`The connection ended before a ${command} came`))
        }
        checks.add(check)
        check()
      })
    },
  }
}

/** Opens a wire on which the device is admitted. */
export async function connectWire(
  port: number,
  device: DeviceCredentials,
  version: Version,
  changes: Partial<IConnectPacket> = {},
): Promise<Wire & { readonly connack: IConnackPacket }> {
  const wire = await openWire(port, version)
  wire.send(connectPacket(device, version, changes))
  return { ...wire, connack: await wire.next('connack') }
}

export function connectPacket(
  device: DeviceCredentials,
  version: Version,
  changes: Partial<IConnectPacket> = {},
): Packet {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: version,
    clean: true,
    keepalive: 60,
    clientId: device.deviceId,
    username: device.deviceToken,
    password: Buffer.from(device.deviceToken),
    ...changes,
  }
}

export function publishPacket(
  device: DeviceCredentials,
  reading: object,
  changes: Partial<IPublishPacket> = {},
): Packet {
  return {
    cmd: 'publish',
    topic: sensorData(device),
    payload: JSON.stringify(reading),
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    ...changes,
  }
}

/** Blocks commits with an open transaction until the returned function is called. */
export async function holdStore(db: Db): Promise<() => void> {
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(() => {
    holding.resolve()
    return held.promise
  })
  onTestFinished(() => {
    held.resolve()
    return transaction
  })
  await holding.promise
  return held.resolve
}
