import { SOCKETS_PER_USER_MAX, TOPICS_PER_USER_MAX } from '@greenhouse/contract'
import type { Hub } from './hub.ts'
import type { Socket } from './socket.ts'
import type { SocketOwner, Sockets } from './sockets.ts'

/** The open sockets by client and by user, with their subscriptions. */
export class SocketRegistry implements Sockets {
  readonly #hub: Hub
  readonly #byClient = new Map<string, Socket>()
  readonly #byUser = new Map<string, Set<Socket>>()
  /** Sockets that are tied to no account yet, by network. */
  readonly #untied = new Map<string, Set<Socket>>()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Adds a socket that is tied to no account yet. One that its client had before is closed. */
  add(socket: Socket): void {
    const older = this.#byClient.get(socket.clientId)
    if (older) {
      this.remove(older)
      older.close(4001, 'Replaced by a newer connection')
    }
    this.#byClient.set(socket.clientId, socket)
    this.#untied.set(socket.network, (this.#untied.get(socket.network) ?? new Set()).add(socket))
  }

  untiedOf(network: string): number {
    return this.#untied.get(network)?.size ?? 0
  }

  /** Removes a socket with its subscriptions, and notifies the other sockets of its user. */
  remove(socket: Socket): void {
    if (this.#byClient.get(socket.clientId) === socket) this.#byClient.delete(socket.clientId)
    for (const [topic, subscriber] of socket.subscriptions) this.#hub.unsubscribe(topic, subscriber)
    socket.subscriptions.clear()
    removeFrom(this.#untied, socket.network, socket)
    const { owner } = socket
    if (!owner) return
    socket.owner = undefined
    for (const other of removeFrom(this.#byUser, owner.userId, socket))
      other.send({ eventType: 'MemberLeftNotification' })
  }

  subscribe(clientId: string, owner: SocketOwner, topics: readonly string[]): ReturnType<Sockets['subscribe']> {
    const socket = this.#tie(clientId, owner)
    if (typeof socket === 'string') return socket
    const wanted = topics.filter((topic) => !socket.subscriptions.has(topic))
    let held = 0
    for (const other of this.#byUser.get(owner.userId) ?? []) held += other.subscriptions.size
    if (held + wanted.length > TOPICS_PER_USER_MAX) return 'too-many'
    for (const topic of wanted) {
      const listener = socket.listener(topic)
      socket.subscriptions.set(topic, listener)
      this.#hub.subscribe(topic, listener)
    }
    return 'done'
  }

  unsubscribe(
    clientId: string,
    { userId }: SocketOwner,
    topics: readonly string[],
  ): ReturnType<Sockets['unsubscribe']> {
    const socket = this.#byClient.get(clientId)
    if (!socket) return 'unknown'
    if (socket.owner && socket.owner.userId !== userId) return 'taken'
    for (const topic of topics) {
      const listener = socket.subscriptions.get(topic)
      if (listener) this.#hub.unsubscribe(topic, listener)
      socket.subscriptions.delete(topic)
    }
    return 'done'
  }

  owners(): SocketOwner[] {
    return [...this.#byUser.values()].flatMap((own) => [...own].flatMap(({ owner }) => owner ?? []))
  }

  endSession(userId: string, sessionId: string): void {
    this.#closeWhere(userId, (owner) => owner.sessionId === sessionId)
  }

  endUser(userId: string, exceptSessionId?: string): void {
    this.#closeWhere(userId, (owner) => owner.sessionId !== exceptSessionId)
  }

  #tie(clientId: string, owner: SocketOwner): Socket | 'unknown' | 'taken' | 'too-many' {
    const socket = this.#byClient.get(clientId)
    if (!socket) return 'unknown'
    if (socket.owner) {
      if (socket.owner.userId !== owner.userId) return 'taken'
      socket.owner = owner
      return socket
    }
    const own = this.#byUser.get(owner.userId) ?? new Set()
    if (own.size >= SOCKETS_PER_USER_MAX) return 'too-many'
    socket.owner = owner
    removeFrom(this.#untied, socket.network, socket)
    this.#byUser.set(owner.userId, own.add(socket))
    return socket
  }

  #closeWhere(userId: string, matches: (owner: SocketOwner) => boolean): void {
    for (const socket of this.#byUser.get(userId) ?? []) {
      if (!socket.owner || !matches(socket.owner)) continue
      this.remove(socket)
      socket.close(4003, 'Signed out')
    }
  }
}

/** Removes a socket from its set, and the set when it is empty; returns the sockets that are left. */
function removeFrom(sets: Map<string, Set<Socket>>, key: string, socket: Socket): Iterable<Socket> {
  const set = sets.get(key)
  set?.delete(socket)
  if (set?.size === 0) sets.delete(key)
  return set ?? []
}
