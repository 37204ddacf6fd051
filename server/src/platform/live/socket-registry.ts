import { SOCKETS_PER_USER_MAX, TOPICS_PER_USER_MAX } from '@greenhouse/contract'
import type { Hub } from './hub.ts'
import type { Socket } from './socket.ts'
import { NOTHING, type Held, type SocketOwner, type Sockets, type SocketWatcher } from './sockets.ts'

export class SocketRegistry implements Sockets {
  readonly #hub: Hub
  readonly #byClient = new Map<string, Socket>()
  readonly #byUser = new Map<string, Set<Socket>>()
  /** Sockets without an account, by network. */
  readonly #untied = new Map<string, Set<Socket>>()

  #watcher: SocketWatcher | undefined

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Adds a socket without an account, and closes its client's earlier one. */
  add(socket: Socket): void {
    this.replace(socket.clientId)
    this.#byClient.set(socket.clientId, socket)
    this.#watcher?.opened(socket.clientId)
    this.#untied.set(socket.network, (this.#untied.get(socket.network) ?? new Set()).add(socket))
  }

  watch(watcher: SocketWatcher): void {
    this.#watcher = watcher
  }

  /** Closes the socket of a client that has opened another one in another process. */
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

  /** Notifies the sockets of a user that another one has closed, in any process. */
  noteLeft(userId: string): void {
    for (const socket of this.#byUser.get(userId) ?? []) socket.send({ eventType: 'MemberLeftNotification' })
  }

  /** Returns whether the socket of a client is open here and has no account. */
  isUntied(clientId: string): boolean {
    const socket = this.#byClient.get(clientId)
    return socket !== undefined && socket.owner === undefined
  }

  heldBy(userId: string): Held {
    const own = [...(this.#byUser.get(userId) ?? [])]
    return { sockets: own.length, topics: own.reduce((sum, { subscriptions }) => sum + subscriptions.size, 0) }
  }

  /** @param elsewhere sockets of the owner in other processes, which count as well */
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

  reconnectUser(userId: string): void {
    this.#closeWhere(userId, () => true, [1012, 'Subscribe again'])
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

  #closeWhere(
    userId: string,
    matches: (owner: SocketOwner) => boolean,
    [code, reason]: readonly [code: number, reason: string] = [4003, 'Signed out'],
  ): void {
    for (const socket of this.#byUser.get(userId) ?? []) {
      if (!socket.owner || !matches(socket.owner)) continue
      this.remove(socket)
      socket.close(code, reason)
    }
  }
}

function removeFrom(sets: Map<string, Set<Socket>>, key: string, socket: Socket): void {
  const set = sets.get(key)
  set?.delete(socket)
  if (set?.size === 0) sets.delete(key)
}
