import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { liveRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../testing/test-run.ts'
import { WebSocket } from 'ws'
import { createWorld, portOf } from '../world.ts'

const CHECKED_EVERY_MS = 30_000

test('a live connection whose network is silently gone is closed, and one that replies to pings is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const world = await createWorld()
  await world.app.listen()
  const port = portOf(world)
  const ann = await world.as('ann')
  const gone = await openSilent(port)
  const there = await openAnswering(port)
  for (const clientId of ['gone', 'there'])
    await ann.call(liveRoutes.subscribe, { body: { clientId, topicIds: ['Dashboard'] } })

  for (let check = 0; check < 2; check++) {
    const asked = once(there, 'ping')
    vi.advanceTimersByTime(CHECKED_EVERY_MS)
    await asked
    // The reply to the server's ping is sent before this message, so it has arrived when this one gets a reply.
    there.send(JSON.stringify({ eventType: 'ping', requestId: `${check}` }))
    await once(there, 'message')
  }
  await vi.waitFor(() => expect(gone.destroyed).toBe(true), PATIENT)
  expect(there.readyState).toBe(WebSocket.OPEN)
})

/** Opens a live connection that replies to no ping. */
async function openSilent(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `GET /?id=gone HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.resume()
  return socket
}

async function openAnswering(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?id=there`)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  return socket
}
