import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { boardIntakeRoutes, hubRoutes, settingRoutes } from '@greenhouse/contract'
import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { SEED, TEST_ALL } from '../../../testing/test-run.ts'
import { BoardMessage } from '../../src/features/boards/board-report.ts'
import { decodeInTurns } from '../../src/features/boards/slices.ts'
import { decoders } from '../../src/features/boards/decoders/decoders.ts'
import { Holds } from '../../src/platform/mqtt/holds.ts'
import { PacketFeed } from '../../src/platform/mqtt/packet-feed.ts'
import { PacketTurns } from '../../src/platform/mqtt/packet-turns.ts'
import { connectPacket } from '../boards.ts'
import { createWorld, portOf } from '../world.ts'
import { costly, type Costly } from './costly.ts'
import { timeout } from './run.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? (TEST_ALL ? 1_000_000 : 2000))
/** Bodies and packets that are sent to a server. */
const SENT = Math.min(Math.ceil(RUNS / 20), 2500)
const PACKET_BYTES = 60 * 1024
const BODY_BYTES = 1_000_000
/** Bounds of a message; see docs/boards.md. */
const [BOARDS, READINGS, VALUES] = [500, 1000, 64]
const [HELD_MS, WAITED_MS] = [50, 300]

test('no message within the limits yields more boards, readings or values than allowed', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(costly(PACKET_BYTES), async ({ topic, payload }) => {
      const message = new BoardMessage(topic, Buffer.from(payload))
      for (const decode of decoders) {
        const reports = await decodeInTurns(decode(message, { get: () => undefined }))
        if (!reports) continue
        const readings = reports.flatMap((report) => report.readings)
        expect(reports.length).toBeLessThanOrEqual(BOARDS)
        expect(readings.length).toBeLessThanOrEqual(READINGS)
        expect(Math.max(0, ...readings.map(({ values }) => values.length))).toBeLessThanOrEqual(VALUES)
        break
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

/** A socket that only knows whether it is read. */
class Paused {
  destroyed = false
  pause(): void {}
  resume(): void {}
}

test('parses packets of any size from any chunks whole, in order, and in bounded portions', { timeout }, async () => {
  const lengths = fc.array(fc.oneof(fc.nat(3), fc.nat(300), fc.nat(20_000)), { minLength: 1, maxLength: 400 })
  const chunkLengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat(64 * 1024)), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(lengths, chunkLengths, async (sizes, cuts) => {
      const packets = sizes.map((length) =>
        generate({ cmd: 'publish', topic: 'a', payload: 'x'.repeat(length), qos: 0, dup: false, retain: false }),
      )
      const sent = Buffer.concat(packets)
      let [count, bytes] = [0, 0]
      const came: Buffer[] = []
      const feeds: PacketFeed[] = []
      const holds = new Holds(new Paused() as never, () => feeds[0]?.resume())
      const parse = (packet: Buffer) => {
        count++
        bytes += packet.length
        came.push(packet)
      }
      const feed = new PacketFeed({ holds, parse, turns: new PacketTurns() })
      feeds.push(feed)
      for (let [at, index] = [0, 0]; at < sent.length || holds.any; index++) {
        if (!holds.any) {
          const end = at + Math.max(cuts[index % cuts.length] ?? 0, 1 + index)
          feed.read(sent.subarray(at, end))
          at = end
        }
        await turn()
        expect(count).toBeLessThanOrEqual(400)
        expect(bytes).toBeLessThanOrEqual(3 * 64 * 1024)
        count = bytes = 0
      }
      expect(Buffer.concat(came).equals(sent)).toBe(true)
    }),
    { numRuns: Math.ceil(RUNS / 20), seed: SEED },
  )
})

/** Returns what a hub sends over MQTT in one go: thousands of tiny messages, costly ones, and one that is acknowledged. */
function streamOf(messages: readonly Costly[]): Buffer {
  const publish = { cmd: 'publish', dup: false, retain: false } as const
  const tiny = generate({ ...publish, topic: 'a', payload: '', qos: 0 })
  return Buffer.concat([
    ...Array.from({ length: 6000 }, () => tiny),
    ...messages.map((message) => generate({ ...publish, ...message, qos: 0 })),
    generate({ ...publish, topic: 'a', payload: '', qos: 1, messageId: 1 }),
  ])
}

/** Posts bodies of several hubs, as one program each, and sends a stream over MQTT, while a member of another account asks for something every 20 ms. */
const CLIENT = `
const { parentPort, workerData: { url, port, tokens, member, bodies, paths, hello, stream } } = require('node:worker_threads')
const { connect } = require('node:net')
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
let isOver = false
const statuses = {}
async function send(token, own) {
  for (const { payload } of own) {
    const headers = { authorization: token, 'content-type': 'application/json' }
    const { status } = await fetch(url + paths.send, { method: 'POST', headers, body: payload })
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 429) await wait(200)
  }
}
async function ask() {
  let longest = 0
  // The first request opens a connection.
  await (await fetch(url + paths.ask)).text()
  while (!isOver) {
    const from = performance.now()
    await (await fetch(url + paths.ask, { headers: { authorization: member } })).text()
    longest = Math.max(longest, performance.now() - from)
    await wait(20)
  }
  return longest
}
function publish() {
  const acknowledged = 8
  let bytes = 0
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(hello))
    socket.once('data', () => socket.write(stream))
    socket.on('close', () => reject(new Error('The connection of the hub ended early')))
    socket.on('data', (chunk) => (bytes += chunk.length) >= acknowledged && resolve(socket.destroy()))
  })
}
const asking = ask()
const sending = tokens.map((token, place) => send(token, bodies.filter((_, index) => index % tokens.length === place)))
Promise.all([publish(), ...sending])
  .then(() => ((isOver = true), asking))
  .then((longest) => parentPort.postMessage({ longest, statuses }))
`

// Milliseconds mean nothing on a busy machine, so `npm test` only counts.
test.runIf(TEST_ALL || process.env['FUZZ_RUNS'] !== undefined)(
  'the largest bodies and thousands of packets never block the main thread for 50 ms or a request for 300 ms',
  { timeout },
  async () => {
    const world = await createWorld({ deviceReadingsPerSecond: 1000 })
    await world.app.listen()
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const tokens: string[] = []
    for (const hub of ['a', 'b', 'c', 'd', 'e'])
      tokens.push((await bob.call(hubRoutes.create, { body: { name: hub } })).body.token)
    const bodies: Costly[] = fc.sample(costly(BODY_BYTES), { numRuns: SENT, seed: SEED })
    const url = `http://127.0.0.1:${portOf(world)}`
    const paths = { send: boardIntakeRoutes.json.path, ask: settingRoutes.get.path }
    const within = costly(PACKET_BYTES).filter(({ payload }) => payload.length < PACKET_BYTES)
    const messages = fc.sample(within, { numRuns: SENT, seed: SEED })
    const hello = generate(connectPacket({ deviceId: 'hub', deviceToken: tokens.pop() ?? '' }, 4))
    const stream = streamOf(messages)
    const port = world.app.devicePort()
    const sent = { url, port, tokens, member: ann.token, bodies, paths, hello, stream }
    const worker = new Worker(CLIENT, { eval: true, workerData: sent })
    onTestFinished(async () => void (await worker.terminate()))
    let held = 0
    let before = process.threadCpuUsage()
    const measure = () => {
      const now = process.threadCpuUsage()
      held = Math.max(held, (now.user + now.system - before.user - before.system) / 1000)
      before = now
      measuring = setImmediate(measure)
    }
    let measuring = setImmediate(measure)
    const [outcome] = (await once(worker, 'message')) as [{ longest: number; statuses: Record<number, number> }]
    clearImmediate(measuring)
    console.log(`cost, seed ${SEED}: main thread held ${held.toFixed(1)} ms at most`, outcome)
    expect(held).toBeLessThan(HELD_MS)
    expect(outcome.longest).toBeLessThan(WAITED_MS)
  },
)
