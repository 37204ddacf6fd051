import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { sameEventType, SOCKETS_PER_USER_MAX, TOPICS_PER_USER_MAX } from '@greenhouse/contract'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { refuseUpgrade } from '../refuse-upgrade.ts'
import { networkOf } from '../network.ts'
import { WindowLimit } from '../rate-limit/window-limit.ts'
import type { Hub } from './hub.ts'
import { Socket } from './socket.ts'
import type { SocketOwner, Sockets } from './sockets.ts'

const FRAME_BYTES = 32 * 1024
const ALIVE_CHECKED_EVERY_MS = 30_000
/** A socket that does not say goodbye in this time is cut. */
const GOODBYE_MS = 2000
const FRAMES_PER_SECOND = 20
const CLIENT_ID_LONGEST = 100

export interface SocketLimits {
  readonly sockets: number
  /** Sockets that nobody has tied to an account yet, from one network. */
  readonly untiedPerNetwork: number
  /** How long nobody may tie one. */
  readonly untiedMs: number
}
const LIMITS: SocketLimits = { sockets: 20_000, untiedPerNetwork: 100, untiedMs: 10_000 }

export interface SocketServer extends Sockets {
  /** Takes over a request to upgrade from `address`. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): void
  readonly open: number
  /** Closes every socket with 1012, "service restart", and opens no more. */
  close(): void
}

/** Opens sockets, answers their frames, finds the dead. What topics mean and who may hear them is decided elsewhere. */
export function openSocketServer(hub: Hub, limits: SocketLimits = LIMITS): SocketServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const byClient = new Map<string, Socket>()
  const byUser = new Map<string, Set<Socket>>()
  const alive = new Map<WebSocket, boolean>()
  const frames = new WindowLimit<WebSocket>({ most: FRAMES_PER_SECOND, windowMs: 1000 })
  // What has arrived is read first: after we stood still, an answer may be waiting.
  const checking = setInterval(() => setImmediate(checkAlive), ALIVE_CHECKED_EVERY_MS).unref()
  const untied = new Map<string, Set<Socket>>()
  let closing = false

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): void {
    const clientId = new URL(request.url ?? '/', 'http://x').searchParams.get('id') ?? ''
    if (clientId === '' || clientId.length > CLIENT_ID_LONGEST) return refuseUpgrade(stream, '400 Bad Request')
    if (closing || alive.size >= limits.sockets) return refuseUpgrade(stream, '503 Service Unavailable')
    const network = networkOf(address)
    if ((untied.get(network)?.size ?? 0) >= limits.untiedPerNetwork)
      return refuseUpgrade(stream, '429 Too Many Requests')
    server.handleUpgrade(request, stream, head, (webSocket) => open(webSocket, clientId, network))
  }

  function open(webSocket: WebSocket, clientId: string, network: string): void {
    const socket = new Socket(webSocket, clientId, network)
    const older = byClient.get(clientId)
    if (older) {
      forget(older)
      older.close(4001, 'Replaced by a newer connection')
    }
    byClient.set(clientId, socket)
    untied.set(network, (untied.get(network) ?? new Set()).add(socket))
    setTimeout(() => {
      if (!socket.owner) webSocket.close(4008, 'Nobody subscribed')
    }, limits.untiedMs).unref()
    alive.set(webSocket, true)
    webSocket.on('pong', () => alive.set(webSocket, true))
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => {
      alive.delete(webSocket)
      forget(socket)
    })
    webSocket.on('message', (bytes, isBinary) => {
      if (frames.consume(webSocket) > 0) webSocket.close(1008, 'Too many frames')
      else answer(socket, isBinary ? undefined : textOf(bytes))
    })
  }

  function forget(socket: Socket): void {
    if (byClient.get(socket.clientId) === socket) byClient.delete(socket.clientId)
    for (const [topic, subscriber] of socket.subscriptions) hub.unsubscribe(topic, subscriber)
    socket.subscriptions.clear()
    remove(untied, socket.network, socket)
    const { owner } = socket
    if (!owner) return
    socket.owner = undefined
    for (const other of remove(byUser, owner.userId, socket)) other.send({ eventType: 'MemberLeftNotification' })
  }

  function tie(clientId: string, owner: SocketOwner): Socket | 'unknown' | 'taken' | 'too-many' {
    const socket = byClient.get(clientId)
    if (!socket) return 'unknown'
    if (socket.owner) {
      if (socket.owner.userId !== owner.userId) return 'taken'
      socket.owner = owner
      return socket
    }
    const own = byUser.get(owner.userId) ?? new Set()
    if (own.size >= SOCKETS_PER_USER_MAX) return 'too-many'
    socket.owner = owner
    remove(untied, socket.network, socket)
    byUser.set(owner.userId, own.add(socket))
    return socket
  }

  function checkAlive(): void {
    for (const [webSocket, answered] of alive) {
      if (!answered) webSocket.terminate()
      else {
        alive.set(webSocket, false)
        webSocket.ping()
      }
    }
  }

  function closeWhere(userId: string, matches: (owner: SocketOwner) => boolean): void {
    for (const socket of byUser.get(userId) ?? []) {
      if (!socket.owner || !matches(socket.owner)) continue
      forget(socket)
      socket.close(4003, 'Signed out')
    }
  }

  return {
    upgrade,
    get open() {
      return alive.size
    },
    subscribe(clientId, owner, topics) {
      const socket = tie(clientId, owner)
      if (typeof socket === 'string') return socket
      const wanted = topics.filter((topic) => !socket.subscriptions.has(topic))
      let held = 0
      for (const other of byUser.get(owner.userId) ?? []) held += other.subscriptions.size
      if (held + wanted.length > TOPICS_PER_USER_MAX) return 'too-many'
      for (const topic of wanted) {
        const listener = socket.listener(topic)
        socket.subscriptions.set(topic, listener)
        hub.subscribe(topic, listener)
      }
      return 'done'
    },
    unsubscribe(clientId, { userId }, topics) {
      const socket = byClient.get(clientId)
      if (!socket) return 'unknown'
      if (socket.owner && socket.owner.userId !== userId) return 'taken'
      for (const topic of topics) {
        const listener = socket.subscriptions.get(topic)
        if (listener) hub.unsubscribe(topic, listener)
        socket.subscriptions.delete(topic)
      }
      return 'done'
    },
    owners: () => [...byUser.values()].flatMap((own) => [...own].flatMap(({ owner }) => owner ?? [])),
    endSession(userId, sessionId) {
      closeWhere(userId, (owner) => owner.sessionId === sessionId)
    },
    endUser(userId, exceptSessionId) {
      closeWhere(userId, (owner) => owner.sessionId !== exceptSessionId)
    },
    close() {
      closing = true
      clearInterval(checking)
      for (const webSocket of alive.keys()) webSocket.close(1012, 'The server restarts')
      setTimeout(() => alive.forEach((_, webSocket) => webSocket.terminate()), GOODBYE_MS).unref()
    },
  }
}

/** Takes a socket out of a set, and the set away when it is empty; answers who is left. */
function remove(sets: Map<string, Set<Socket>>, key: string, socket: Socket): Iterable<Socket> {
  const set = sets.get(key)
  set?.delete(socket)
  if (set?.size === 0) sets.delete(key)
  return set ?? []
}

/** Frames of clients: a ping is answered, all else is told that it was not understood. */
function answer(socket: Socket, text: string | undefined): void {
  const frame = parse(text)
  const requestId = typeof frame?.['requestId'] === 'string' ? { requestId: frame['requestId'].slice(0, 100) } : {}
  const eventType = frame?.['eventType'] ?? frame?.['EventType']
  if (typeof eventType === 'string' && sameEventType(eventType, 'ping'))
    socket.send({ eventType: 'Pong', ...requestId })
  else {
    const message = frame ? 'There is no such eventType.' : 'The frame is not a JSON object.'
    socket.send({ eventType: 'ServerSendsErrorMessage', message, error: message, ...requestId })
  }
}

function parse(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** ws hands out a message as one buffer unless told otherwise. */
function textOf(bytes: RawData): string {
  return Buffer.isBuffer(bytes) ? bytes.toString() : ''
}
