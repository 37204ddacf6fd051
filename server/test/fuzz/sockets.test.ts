import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { liveRoutes, readingRoutes, serverMessage, topic } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { furnish, type Owner } from '../belongings.ts'
import { portOf, type World } from '../world.ts'
import { frameBytes, FRAMES_EACH, upgradeRequest, visits, type Visit } from './frames.ts'
import { besiege } from './neighbour.ts'
import { addressOf, fuzz, saying, timeout } from './run.ts'

const SOCKETS_AT_ONCE = 10
const PATIENCE_MS = 2000

test(
  'a page that sends arbitrary frames receives only frames of the contract, and no data of another user',
  { timeout },
  async () => {
    const { world, expectNothingOfAnn, all, expectService } = await besiege()
    const before = await all()
    const own = await furnish(world, 'bob')
    let turn = 0
    await fuzz('sockets', visits(), {
      atOnce: SOCKETS_AT_ONCE,
      each: FRAMES_EACH,
      async act(batch) {
        world.clock.now += 1000
        const hold = async (visit: Visit) => {
          const heard = await hear(visit, { world, own, turn: turn++ })
          expectNothingOfAnn(heard.toString())
          expectOfContract(heard)
        }
        const holding = batch.map((visit) => saying(JSON.stringify(visit), hold(visit)))
        // A reading for the subscribed clients to receive.
        await world.call(readingRoutes.send, { body: { temperature: 20 }, token: own.deviceToken })
        await Promise.all(holding)
      },
    })
    expect(await all()).toBe(before)
    await expectService()
  },
)

/** Opens a socket, sends, and returns all bytes that were received. */
async function hear(visit: Visit, { world, own, turn }: { world: World; own: Owner; turn: number }): Promise<Buffer> {
  const port = portOf(world)
  const socket = connect({ port, host: '127.0.0.1', ...addressOf(turn) })
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  // Bytes sent to a closed socket come back as a reset, which counts as an ordinary end.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MS)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(upgradeRequest(visit, port))
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed])
  if (visit.listens && visit.upgrade === 'good') {
    const topicIds = [
      topic.readingsOf(own.has.deviceId),
      topic.alertsOf(own.has.userId),
      topic.changesOf(own.has.userId),
      topic.dashboard,
    ]
    await own.person.call(liveRoutes.subscribe, { body: { clientId: visit.id, topicIds } })
  }
  for (const frame of visit.frames) if (socket.writable) socket.write(frameBytes(frame))
  if (visit.end === 'reset') socket.resetAndDestroy()
  if (visit.end === 'wait') await Promise.race([closed, wait(10)])
  socket.end()
  await closed
  clearTimeout(patience)
  return Buffer.concat(heard)
}

/** Expects a refusal in HTTP, or the upgrade and then whole frames: text of the contract, pongs and closes. */
function expectOfContract(heard: Buffer): void {
  const headEnd = heard.indexOf('\r\n\r\n')
  if (headEnd < 0) return expect(heard.length).toBe(0)
  const head = heard.subarray(0, headEnd).toString('latin1')
  expect(head).toMatch(/^HTTP\/1\.1 (?:101|4\d\d) /)
  if (!head.startsWith('HTTP/1.1 101')) return
  for (let rest = heard.subarray(headEnd + 4); rest.length >= 2;) {
    const [first = 0, second = 0] = rest
    const extended = second < 126 ? 0 : second === 126 ? 2 : 8
    const length = extended === 0 ? second : rest.readUIntBE(extended === 2 ? 2 : 4, extended === 2 ? 2 : 6)
    const payload = rest.subarray(2 + extended, 2 + extended + length)
    // A part of a frame may be left when the connection ended.
    if (payload.length < length) return
    if (first === 0x81) expect(() => serverMessage.parse(JSON.parse(payload.toString()))).not.toThrow()
    else expect([0x88, 0x89, 0x8a]).toContain(first)
    rest = rest.subarray(2 + extended + length)
  }
}
