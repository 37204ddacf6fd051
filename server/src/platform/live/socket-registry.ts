import { SOCKETS_PER_USER_MAX, TOPICS_PER_USER_MAX } from '@greenhouse/contract'
import type { Hub } from './hub.ts'
import type { Socket } from './socket.ts'
import { NOTHING, type Held, type SocketOwner, type Sockets, type SocketWatcher } from './sockets.ts'

/** The open sockets by client and by user, with their subscriptions. */
export class SocketRegistry implements Sockets {
  readonly #hub: Hub
  readonly #byClient = new Map<string, Socket>()
  readonly #byUser = new Map<string, Set<Socket>>()
  /** Sockets that are tied to no account yet, by network. */
  readonly #untied = new Map<string, Set<Socket>>()

  #watcher: SocketWatcher | undefined

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Adds a socket that is tied to no account yet. One that its client had before is closed. */
  add(socket: Socket): void {
    this.replace(socket.clientId)
    this.#byClient.set(socket.clientId, socket)
    this.#watcher?.opened(socket.clientId)
    this.#untied.set(socket.network, (this.#untied.get(socket.network) ?? new Set()).add(socket))
  }

  /** Tells of sockets from now on. */
  watch(watcher: SocketWatcher): void {
    this.#watcher = watcher
  }

  /** Closes the socket of a client that has opened another one, with another process. */
  replace(clientId: string): void {
    const socket = this.#byClient.get(clientId)
    if (!socket) return
    this.remove(socket)
    socket.close(4001, 'Replaced by a newer connection')
  }

  untiedOf(network: string): number {
    return this.#untied.get(network)?.size ?? 0
  }

  /** Removes a socket with its subscriptions, and notifies the other sockets of its user. */
  remove(socket: Socket): void {
    if (this.#byClient.get(socket.clientId) === socket) {
      this.#byClient.delete(socket.clientId)
      this.#watcher?.closed(socket.clientId)
    }
    for (const [topic, subscriber] of socket.subscriptions) this.#hub.unsubscribe(topic, subscriber)
    socket.subscriptions.clear()
    removeFrom(this.#untied, socket.network, socket)
    const { owner } = socket
    if (!owner) return
    socket.owner = undefined
    removeFrom(this.#byUser, owner.userId, socket)
    this.noteLeft(owner.userId)
    this.#watcher?.left(owner.userId, !this.#byUser.has(owner.userId))
  }

  /** Notifies the sockets of a user that another one of theirs has closed, here or with another process. */
  noteLeft(userId: string): void {
    for (const socket of this.#byUser.get(userId) ?? []) socket.send({ eventType: 'MemberLeftNotification' })
  }

  /** Whether the socket of a client is open here and nobody's yet. */
  isUntied(clientId: string): boolean {
    const socket = this.#byClient.get(clientId)
    return socket !== undefined && socket.owner === undefined
  }

  heldBy(userId: string): Held {
    const own = [...(this.#byUser.get(userId) ?? [])]
    return { sockets: own.length, topics: own.reduce((sum, { subscriptions }) => sum + subscriptions.size, 0) }
  }

  /** @param elsewhere what the owner holds with other processes, which counts as well */
  async subscribe(
    clientId: string,
    owner: SocketOwner,
    topics: readonly string[],
    elsewhere: Held = NOTHING,
  ): ReturnType<Sockets['subscribe']> {
    const socket = this.#tie(clientId, owner, elsewhere)
    if (typeof socket === 'string') return socket
    const wanted = topics.filter((topic) => !socket.subscriptions.has(topic))
    const held = this.heldBy(owner.userId).topics + elsewhere.topics
    if (held + wanted.length > TOPICS_PER_USER_MAX) return 'too-many'
    const subscribed = wanted.map((topic) => {
      const listener = socket.listener(topic)
      socket.subscriptions.set(topic, listener)
      return this.#hub.subscribe(topic, listener)
    })
    await Promise.all(subscribed)
    return 'done'
  }

  async unsubscribe(
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

  #tie(clientId: string, owner: SocketOwner, elsewhere: Held): Socket | 'unknown' | 'taken' | 'too-many' {
    const socket = this.#byClient.get(clientId)
    if (!socket) return 'unknown'
    if (socket.owner) {
      if (socket.owner.userId !== owner.userId) return 'taken'
      socket.owner = owner
      return socket
    }
    const own = this.#byUser.get(owner.userId) ?? new Set()
    if (own.size + elsewhere.sockets >= SOCKETS_PER_USER_MAX) return 'too-many'
    socket.owner = owner
    removeFrom(this.#untied, socket.network, socket)
    this.#byUser.set(owner.userId, own.add(socket))
    if (own.size === 1) this.#watcher?.came(owner.userId)
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

/** Removes a socket from its set, and the set when it is empty. */
function removeFrom(sets: Map<string, Set<Socket>>, key: string, socket: Socket): void {
  const set = sets.get(key)
  set?.delete(socket)
  if (set?.size === 0) sets.delete(key)
}
