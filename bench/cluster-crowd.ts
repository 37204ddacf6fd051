import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { liveRoutes, topic } from '@greenhouse/contract'
import { generate } from 'mqtt-packet'
import { WebSocket } from 'ws'
import type { Cluster } from '../testing/cluster.ts'
import type { ClusterNode } from '../testing/cluster-node.ts'
import { register, type DeviceCredentials, type Grower } from '../testing/growers.ts'
import { lettersOf } from './owned-devices.ts'
import { atLeast, atMost, type Figure } from './result.ts'

const SOCKETS = 10_000
/** The limit of one user. */
const SOCKETS_EACH = 10
const BACK_WITHIN_S = 60
const HELD_MS = 10_000
const AT_ONCE = 50
/** Below the limit of 20,000 open files of a process. */
const CALLS_AT_ONCE = 3000
/** Clients reconnect after one to three seconds. */
const [AGAIN_MS, SPREAD_MS] = [1000, 2000]

/** A connection that reconnects whenever it ends. */
interface Member {
  isOpen: boolean
  cut: () => void
}

/**
 * Holds sockets and boards on all nodes, and measures the return of all: first after all connections are cut, then after all
 * their nodes are killed and restart with empty caches.
 */
export async function holdCrowd(cluster: Cluster, devices: readonly DeviceCredentials[]): Promise<Figure[]> {
  const webs = cluster.nodes.filter(({ roles }) => roles === 'web')
  const gateways = cluster.nodes.filter(({ roles }) => roles === 'gateway')
  const over = new AbortController()
  const people = await registerPeople(cluster.url, SOCKETS / SOCKETS_EACH)
  const crowd = [
    ...Array.from({ length: SOCKETS }, (_, index) => openTo(webs, index, (node) => openSocket(node, index, people))),
    ...devices.map((device, index) => openTo(gateways, index, (node) => openBoard(node, device))),
  ]
  const members: Member[] = []
  const run = async (open: Opener, member: Member) => {
    while (!over.signal.aborted) {
      const connection = await open(member).catch(() => undefined)
      if (connection) member.cut = connection.cut
      await connection?.ended
      member.isOpen = false
      await wait(AGAIN_MS + Math.random() * SPREAD_MS)
    }
  }
  for (const [index, open] of crowd.entries()) {
    const member: Member = { isOpen: false, cut: () => {} }
    members.push(member)
    void run(open, member)
    if (index % AT_ONCE === 0) await wait(20)
  }
  const count = () => members.filter(({ isOpen }) => isOpen).length
  await until(() => count() === crowd.length, BACK_WITHIN_S)
  await wait(HELD_MS)
  const held = count()
  const backAfter = async (end: () => unknown) => {
    await end()
    const since = performance.now()
    await until(() => count() === crowd.length, BACK_WITHIN_S * 2)
    return { seconds: (performance.now() - since) / 1000, back: count() }
  }
  const cut = await backAfter(() => {
    for (const member of members) {
      member.isOpen = false
      member.cut()
    }
  })
  const nodes = [...webs, ...gateways]
  const killed = await backAfter(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await Promise.all(nodes.map((node) => node.start()))
  })
  over.abort()
  return [
    atLeast(`of ${SOCKETS} sockets and ${devices.length} boards, held for ${HELD_MS / 1000} s`, held, crowd.length, ''),
    atLeast('back after all connections were cut', cut.back, crowd.length, ''),
    atMost('until all were back', cut.seconds, BACK_WITHIN_S, 's'),
    {
      what: `back within ${Math.round(killed.seconds)} s after all nodes that held them were killed and started`,
      target: '–',
      measured: String(killed.back),
      reached: undefined,
    },
  ]
}

export interface Connection {
  readonly ended: Promise<unknown>
  readonly cut: () => void
}

/** Connects, and sets `isOpen`. */
type Opener = (member: Member) => Promise<Connection>

function openTo(
  nodes: readonly ClusterNode[],
  index: number,
  open: (node: ClusterNode) => Promise<Connection>,
): Opener {
  return async (member) => {
    const node = nodes[index % nodes.length]
    if (!node) throw new Error('There is no node')
    const connection = await open(node)
    member.isOpen = true
    return connection
  }
}

async function registerPeople(url: string, count: number): Promise<Grower[]> {
  const people: Grower[] = []
  while (people.length < count) {
    const next = Array.from({ length: Math.min(4, count - people.length) }, (_, more) =>
      register(url, `Crowd${lettersOf(people.length + more)}`),
    )
    people.push(...(await Promise.all(next)))
  }
  return people
}

/** Like a browser: opens the socket, then subscribes over HTTP. Each user has a network of their own. */
async function openSocket({ url }: ClusterNode, index: number, people: readonly Grower[]): Promise<Connection> {
  const number = Math.floor(index / SOCKETS_EACH)
  const person = people[number]
  if (!person) throw new Error('There is no such person')
  const clientId = `crowd-${index}`
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?id=${clientId}`, {
    origin: url,
    headers: { 'x-forwarded-for': `10.${number >> 8}.${number & 255}.1` },
  })
  socket.on('error', () => {})
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([once(socket, 'open'), ended.then(() => Promise.reject(new Error('refused')))])
  try {
    const body = { clientId, topicIds: [topic.alertsOf(userIdOf(person))] }
    await inTurn(() => person.call(liveRoutes.subscribe, { body }))
  } catch (error) {
    socket.terminate()
    throw error
  }
  return { ended, cut: () => socket.terminate() }
}

let calls = 0
const waiting: Array<() => void> = []

async function inTurn(call: () => Promise<unknown>): Promise<void> {
  if (calls >= CALLS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  calls++
  try {
    await call()
  } finally {
    calls--
    waiting.shift()?.()
  }
}

function userIdOf({ token }: Grower): string {
  const { Id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { Id: string }
  return Id
}

export async function openBoard(
  { mqttPort }: Pick<ClusterNode, 'mqttPort'>,
  device: DeviceCredentials,
): Promise<Connection> {
  const socket: Socket = connect(mqttPort, '127.0.0.1')
  socket.on('error', () => {})
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    generate({
      cmd: 'connect',
      protocolVersion: 4,
      clean: true,
      clientId: device.deviceId,
      // Longer than the bench: no board counts as silent.
      keepalive: 600,
      username: device.deviceToken,
      password: Buffer.from(device.deviceToken),
    }),
  )
  await Promise.race([once(socket, 'data'), ended.then(() => Promise.reject(new Error('refused')))])
  return { ended, cut: () => socket.destroy() }
}

async function until(isDone: () => boolean, seconds: number): Promise<void> {
  const limit = performance.now() + seconds * 1000
  while (!isDone() && performance.now() < limit) await wait(100)
}
