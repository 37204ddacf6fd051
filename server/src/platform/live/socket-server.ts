import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { sameEventType } from '@greenhouse/contract'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { refuseUpgrade } from '../network/refuse-upgrade.ts'
import { networkOf } from '../network/network-of.ts'
import { WindowLimit } from '../rate-limit/window-limit.ts'
import type { Hub } from './hub.ts'
import { Socket } from './socket.ts'
import { SocketRegistry } from './socket-registry.ts'
import type { Sockets } from './sockets.ts'

const FRAME_BYTES = 32 * 1024
const ALIVE_CHECKED_EVERY_MS = 30_000
/** Timeout of a close before the socket is terminated. */
const CLOSE_MS = 2000
const FRAMES_PER_SECOND = 20
const CLIENT_ID_LONGEST = 100

export interface SocketLimits {
  readonly sockets: number
  /** Sockets without an account. */
  readonly untiedPerNetwork: number
  /** Longest time without an account. */
  readonly untiedMs: number
}
const LIMITS: SocketLimits = { sockets: 20_000, untiedPerNetwork: 100, untiedMs: 10_000 }

type Local = Pick<SocketRegistry, keyof Sockets | 'replace' | 'watch' | 'isUntied' | 'heldBy' | 'noteLeft'>

export interface SocketServer extends Local {
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): void
  readonly open: number
  /** Closes every socket with 1012, "service restart", and opens no more. */
  close(): void
}

const PROTOCOL = {
  noServer: true,
  maxPayload: FRAME_BYTES,
  perMessageDeflate: false,
  clientTracking: false,
}

/** Opens sockets, replies to their frames and closes dead ones. Authorization for topics is checked elsewhere. */
export function openSocketServer(hub: Hub, limits: SocketLimits = LIMITS): SocketServer {
  const server = new WebSocketServer(PROTOCOL)
  const registry = new SocketRegistry(hub)
  const alive = new Map<WebSocket, boolean>()
  const frames = new WindowLimit<WebSocket>({ max: FRAMES_PER_SECOND, windowMs: 1000 })
  // After received frames are read: a pong may be waiting after a standstill of this process.
  const checking = setInterval(() => setImmediate(checkAlive), ALIVE_CHECKED_EVERY_MS).unref()
  let closing = false

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): void {
    const clientId = new URL(request.url ?? '/', 'http://x').searchParams.get('id') ?? ''
    if (clientId === '' || clientId.length > CLIENT_ID_LONGEST) return refuseUpgrade(stream, '400 Bad Request')
    if (closing || alive.size >= limits.sockets) return refuseUpgrade(stream, '503 Service Unavailable')
    const network = networkOf(address)
    if (registry.untiedOf(network) >= limits.untiedPerNetwork) return refuseUpgrade(stream, '429 Too Many Requests')
    server.handleUpgrade(request, stream, head, (webSocket) => open(webSocket, clientId, network))
  }

  function open(webSocket: WebSocket, clientId: string, network: string): void {
    const socket = new Socket(webSocket, clientId, network)
    registry.add(socket)
    setTimeout(() => {
      if (!socket.owner) webSocket.close(4008, 'Nobody subscribed')
    }, limits.untiedMs).unref()
    alive.set(webSocket, true)
    webSocket.on('pong', () => alive.set(webSocket, true))
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => {
      alive.delete(webSocket)
      registry.remove(socket)
    })
    webSocket.on('message', (bytes, isBinary) => {
      if (frames.consume(webSocket) > 0) webSocket.close(1008, 'Too many frames')
      else answer(socket, isBinary ? undefined : textOf(bytes))
    })
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

  return {
    upgrade,
    ...callsOf(registry),
    get open() {
      return alive.size
    },
    close() {
      closing = true
      clearInterval(checking)
      for (const webSocket of alive.keys()) webSocket.close(1012, 'The server restarts')
      setTimeout(() => alive.forEach((_, webSocket) => webSocket.terminate()), CLOSE_MS).unref()
    },
  }
}

function callsOf(registry: SocketRegistry): Local {
  return {
    subscribe: (...call) => registry.subscribe(...call),
    unsubscribe: (...call) => registry.unsubscribe(...call),
    owners: () => registry.owners(),
    replace: (clientId) => registry.replace(clientId),
    watch: (watcher) => registry.watch(watcher),
    isUntied: (clientId) => registry.isUntied(clientId),
    heldBy: (userId) => registry.heldBy(userId),
    noteLeft: (userId) => registry.noteLeft(userId),
    endSession: (...call) => registry.endSession(...call),
    endUser: (...call) => registry.endUser(...call),
    reconnectUser: (userId) => registry.reconnectUser(userId),
  }
}

/** Replies with a pong to a ping, and with an error to anything else. */
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

/** ws passes a message as one buffer by default. */
function textOf(bytes: RawData): string {
  return Buffer.isBuffer(bytes) ? bytes.toString() : ''
}
