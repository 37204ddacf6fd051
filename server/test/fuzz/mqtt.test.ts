import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parser as openParser, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { furnish, type Owner } from '../belongings.ts'
import { connectWire, publishPacket, rowsOf } from '../boards.ts'
import { besiege } from './neighbour.ts'
import type { World } from '../world.ts'
import { bytesOf, helloOf, PACKETS_EACH, talks, type Talk } from './packets.ts'
import { addressOf, fuzz, saying, timeout } from './run.ts'

const CONNECTIONS_AT_ONCE = 10
/** The test closes connections that the server has not closed by then. */
const PATIENCE_MS = 2000

test(
  'a board that sends arbitrary bytes ends only its own connection, and reaches no other board or person',
  { timeout },
  async () => {
    const { world, ann, expectNothingOfAnn, all, expectService } = await besiege()
    const before = await all()
    const own = await furnish(world, 'bob')
    const device = { deviceId: own.has.deviceId, deviceToken: own.deviceToken }
    const other = { deviceId: ann.has.deviceId, deviceToken: ann.deviceToken }
    const neighbourReceives = await openNeighbour(world)
    let turn = 0
    await fuzz('mqtt', talks(), {
      atOnce: CONNECTIONS_AT_ONCE,
      each: PACKETS_EACH,
      async act(batch) {
        world.clock.now += 1000
        const hold = async (talk: Talk) => {
          const heard = await hear(talk, { port: world.app.devicePort(), device, other, turn: turn++ })
          expectMeantFor(heard, own)
          expectNothingOfAnn(JSON.stringify(heard))
        }
        await Promise.all(batch.map((talk) => saying(JSON.stringify(talk), hold(talk))))
        if (turn % 500 === 0) await neighbourReceives()
      },
    })
    await neighbourReceives()
    expect(await all()).toBe(before)
    await expectService()
  },
)

/** Sends the packets of one connection and returns the replies. */
async function hear(
  talk: Talk,
  { port, device, other, turn }: { port: number; device: DeviceCredentials; other: DeviceCredentials; turn: number },
): Promise<Packet[]> {
  const socket = connect({ port, host: '127.0.0.1', ...addressOf(turn) })
  const heard: Packet[] = []
  const parser = openParser({ protocolVersion: talk.version })
  parser.on('packet', (packet) => heard.push(packet))
  // The server must always send valid MQTT.
  let unreadable: unknown
  parser.on('error', (error) => (unreadable = error))
  socket.on('data', (chunk: Buffer) => parser.parse(chunk))
  // Bytes sent to a closed socket come back as a reset, which counts as an ordinary end.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('connect', resolve))
  const { version, packets } = talk
  const bytes = Buffer.concat([
    helloOf(talk, device),
    ...packets.map((one) => bytesOf(one, { device, other, version })),
  ])
  await sendInPieces(socket, bytes, talk.cuts)
  if (talk.end === 'reset') socket.resetAndDestroy()
  if (talk.end === 'close') socket.end()
  if (talk.end === 'ping') {
    // Most replies have arrived by then.
    await Promise.race([closed, wait(10)])
    socket.end()
  }
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MS)
  await closed
  clearTimeout(patience)
  expect(unreadable).toBeUndefined()
  return heard
}

async function sendInPieces(socket: Socket, bytes: Buffer, cuts: readonly number[]): Promise<void> {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b)
  let from = 0
  for (const place of [...places, bytes.length]) {
    if (!socket.writable) return
    socket.write(bytes.subarray(from, place))
    from = place
    // Waits a turn, since pieces that are sent together arrive together.
    if (places.length > 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Expects that a board received nothing but its own reporting interval. */
function expectMeantFor(heard: readonly Packet[], { has }: Owner): void {
  for (const packet of heard) {
    if (packet.cmd === 'publish') expect(packet.topic).toBe(`Device/${has.deviceId}/ChangePreferences`)
    else
      expect(['connack', 'puback', 'suback', 'unsuback', 'pingresp', 'disconnect', 'pubrec', 'pubcomp']).toContain(
        packet.cmd,
      )
  }
}

/**
 * Keeps a correct board of another user connected. The returned function checks that its readings are still
 * acknowledged.
 */
async function openNeighbour(world: World): Promise<() => Promise<void>> {
  const { deviceId, deviceToken } = await world.aDevice(await world.as('carl'))
  const device = { deviceId, deviceToken }
  const wire = await connectWire(world.app.devicePort(), device, 5, { keepalive: 0 })
  const time = new Date(world.clock.now).toISOString()
  return async () => {
    wire.send(publishPacket(device, { temperature: 20, time }))
    expect(await wire.next('puback')).toMatchObject({ reasonCode: 0 })
    expect(await rowsOf(world, device)).toHaveLength(1)
  }
}
