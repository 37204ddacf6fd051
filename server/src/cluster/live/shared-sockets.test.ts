import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SOCKETS_PER_USER_MAX, TOPICS_PER_USER_MAX } from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { PATIENT } from '../../../../testing/test-run.ts'
import { openLoneBus } from '../../platform/bus/lone-bus.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { openSharedSockets } from './shared-sockets.ts'
import { SharedHub } from './shared-hub.ts'
import { openSocketServer } from '../../platform/live/socket-server.ts'
import { BusNetwork } from '../../../test/bus-network.ts'

const ANN = { userId: 'ann', sessionId: 'phone' }
const BOB = { userId: 'bob', sessionId: 'laptop' }

/** Opens the sockets of a process, and a function that connects a client to it. */
async function openNode(bus: Bus) {
  const hub = new SharedHub(bus)
  const local = openSocketServer(hub)
  const sockets = openSharedSockets(local, bus, 0)
  const server = createServer().on('upgrade', (request, stream, head) =>
    local.upgrade(request, stream, head, '192.0.2.1'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    local.close()
    server.close()
  })
  async function connect(clientId: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws?id=${clientId}`)
    onTestFinished(() => socket.terminate())
    const frames: Array<{ eventType: string }> = []
    socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString())))
    await once(socket, 'open')
    return { socket, frames }
  }
  return { hub, sockets, connect }
}

async function twoNodes() {
  const network = new BusNetwork()
  return [await openNode(network.join()), await openNode(network.join())] as const
}

const topicsOf = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}-${index}`)

test('a person may have ten sockets in all processes together', async () => {
  const nodes = await twoNodes()
  for (let index = 0; index < SOCKETS_PER_USER_MAX + 2; index++) {
    const [one, other] = index % 2 === 0 ? nodes : [nodes[1], nodes[0]]
    await one.connect(`c${index}`)
    // The call reaches the other process.
    const outcome = await other.sockets.subscribe(`c${index}`, ANN, [])
    expect([index, outcome]).toEqual([index, index < SOCKETS_PER_USER_MAX ? 'done' : 'too-many'])
  }
  await nodes[0].connect('bobs')
  expect(await nodes[0].sockets.subscribe('bobs', BOB, [])).toBe('done')
  expect(await nodes[1].sockets.subscribe('c0', ANN, ['more'])).toBe('done')
})

test('a new socket counts the topics of all processes, and a closed one frees its place', async () => {
  const [one, other] = await twoNodes()
  const first = await one.connect('first')
  await other.connect('second')
  expect(await one.sockets.subscribe('first', ANN, topicsOf(TOPICS_PER_USER_MAX - 10, 'a'))).toBe('done')
  expect(await other.sockets.subscribe('second', ANN, topicsOf(11, 'b'))).toBe('too-many')
  first.socket.close()
  await vi.waitFor(() => expect(one.sockets.owners()).toEqual([]), PATIENT)
  await other.connect('third')
  expect(await other.sockets.subscribe('third', ANN, topicsOf(11, 'b'))).toBe('done')
})

test("a closed socket is reported to the same person's sockets in other processes only", async () => {
  const [one, other] = await twoNodes()
  const leaving = await one.connect('leaving')
  const [staying, bobs] = [await other.connect('staying'), await other.connect('bobs')]
  expect(await one.sockets.subscribe('leaving', ANN, [])).toBe('done')
  expect(await other.sockets.subscribe('staying', ANN, [])).toBe('done')
  expect(await other.sockets.subscribe('bobs', BOB, [])).toBe('done')
  leaving.socket.close()
  await vi.waitFor(() => expect(staying.frames).toEqual([{ eventType: 'MemberLeftNotification' }]), PATIENT)
  expect(bobs.frames).toEqual([])
})

test('a single process asks the bus once for a new socket, and not again', async () => {
  const bus = openLoneBus('node')
  const asked: string[] = []
  const { connect, sockets } = await openNode({
    ...bus,
    request: async (subject) => void asked.push(subject.split('.')[0] ?? ''),
  })
  await connect('mine')
  expect(await sockets.subscribe('mine', ANN, ['a'])).toBe('done')
  expect(await sockets.subscribe('mine', ANN, ['b'])).toBe('done')
  expect(asked).toEqual(['sockets-of'])
  expect(await sockets.subscribe('nobody', ANN, ['b'])).toBe('unknown')
})
