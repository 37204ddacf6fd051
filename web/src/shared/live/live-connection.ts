import { PING_INTERVAL_MS, sameEventType, type ServerMessage } from '@greenhouse/contract'
import { backoff, RECONNECT_ATTEMPTS } from './backoff.ts'
import { partFor, readFrame, readMessage, type Frame } from './live-message.ts'
import { LiveRequests, NOT_CONNECTED } from './live-requests.ts'
import { LiveTopics } from './live-topics.ts'
import { randomId } from '../../lib/random-id.ts'

export type LiveState =
  /** `again` after a failed attempt. */
  | { readonly name: 'connecting'; readonly again: boolean }
  | { readonly name: 'open' }
  | { readonly name: 'waiting'; readonly attempt: number }
  | { readonly name: 'offline' }

interface LiveEdges {
  open(clientId: string): WebSocket
  hasToken(): boolean
  subscribe(clientId: string, topicIds: string[]): Promise<void>
  unsubscribe(clientId: string, topicIds: string[]): Promise<void>
  random(): number
}

type MessageListener = (message: ServerMessage) => void

/** Reconnects five times with backoff, then waits `offline` for a click, the network or the page to become visible. */
export class LiveConnection {
  readonly #edges: LiveEdges
  readonly #topics: LiveTopics
  readonly #requests = new LiveRequests()
  readonly #byTopic = new Map<string, Set<MessageListener>>()
  readonly #byType = new Set<{ eventType: string; listener: MessageListener }>()
  readonly #onState = new Set<() => void>()
  readonly #onReconnect = new Set<() => void>()
  readonly #onSubscribed = new Set<(topicIds: readonly string[]) => void>()
  #clientId = ''
  #socket: WebSocket | undefined
  #state: LiveState = { name: 'connecting', again: false }
  #attempt = 0
  #wasOpen = false
  #isAlive = true
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setInterval> | undefined

  constructor(edges: LiveEdges) {
    this.#edges = edges
    this.#topics = new LiveTopics({
      ready: () => this.#state.name === 'open' && edges.hasToken(),
      subscribe: (topicIds) => edges.subscribe(this.#clientId, topicIds),
      unsubscribe: (topicIds) => edges.unsubscribe(this.#clientId, topicIds),
      onSubscribed: (topicIds) => {
        for (const listener of this.#onSubscribed) listener(topicIds)
      },
    })
  }

  get state(): LiveState {
    return this.#state
  }

  start(): void {
    if (this.#clientId !== '') return
    this.#clientId = randomId()
    window.addEventListener('online', this.#retryIfVisible)
    document.addEventListener('visibilitychange', this.#retryIfVisible)
    this.#connect()
  }

  /** Closes the connection and drops the client id. Topics still wanted are kept for the next start. */
  stop(): void {
    if (this.#clientId === '') return
    this.#clientId = ''
    window.removeEventListener('online', this.#retryIfVisible)
    document.removeEventListener('visibilitychange', this.#retryIfVisible)
    this.#closeSocket()
    this.#attempt = 0
    this.#wasOpen = false
    this.#setState({ name: 'connecting', again: false })
  }

  /** Unsubscribes from all topics. Must run before the session ends. */
  async unsubscribeAll(): Promise<void> {
    const [clientId, subscribed] = [this.#clientId, this.#topics.subscribed]
    this.#topics.clear()
    if (clientId !== '' && subscribed.length > 0) await this.#edges.unsubscribe(clientId, subscribed)
  }

  /** Calls back with messages of a topic. Returns a function that unsubscribes. */
  subscribe(topicId: string, listener: MessageListener): () => void {
    if (!this.#edges.hasToken()) console.warn('The live connection has no token')
    else if (this.#state.name === 'waiting' || this.#state.name === 'offline') {
      console.warn('The live connection is not ready')
    }
    const listeners = this.#byTopic.get(topicId) ?? new Set()
    this.#byTopic.set(topicId, listeners.add(listener))
    const release = this.#topics.add(topicId)
    return () => {
      listeners.delete(listener)
      release()
    }
  }

  on(eventType: ServerMessage['eventType'], listener: MessageListener): () => void {
    const entry = { eventType, listener }
    this.#byType.add(entry)
    return () => void this.#byType.delete(entry)
  }

  /**
   * Not used by a page, but part of the protocol.
   * @throws Error `WebSocket is not connected`, `Request timed out` (after 5 s), or the error of the reply
   */
  request(eventType: string, body: object, expected: string): Promise<Record<string, unknown>> {
    const socket = this.#socket
    if (!socket || this.#state.name !== 'open') return Promise.reject(new Error(NOT_CONNECTED))
    return this.#requests.send((frame) => socket.send(frame), eventType, body, expected)
  }

  /** Reconnects without backoff. */
  retry(): void {
    if (this.#clientId === '' || this.#state.name === 'open' || this.#state.name === 'connecting') return
    this.#attempt = 0
    this.#connect()
  }

  onState(listener: () => void): () => void {
    this.#onState.add(listener)
    return () => void this.#onState.delete(listener)
  }

  onReconnect(listener: () => void): () => void {
    this.#onReconnect.add(listener)
    return () => void this.#onReconnect.delete(listener)
  }

  onSubscribed(listener: (topicIds: readonly string[]) => void): () => void {
    this.#onSubscribed.add(listener)
    return () => void this.#onSubscribed.delete(listener)
  }

  readonly #retryIfVisible = (): void => {
    if (document.visibilityState === 'visible') this.retry()
  }

  #connect(): void {
    this.#closeSocket()
    this.#setState({ name: 'connecting', again: this.#state.name !== 'connecting' })
    const socket = this.#edges.open(this.#clientId)
    this.#socket = socket
    socket.addEventListener('open', () => this.#socket === socket && this.#onOpen(socket))
    socket.addEventListener('close', () => this.#socket === socket && this.#scheduleRetry())
    socket.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (this.#socket === socket) this.#receive(String(event.data))
    })
  }

  #onOpen(socket: WebSocket): void {
    const again = this.#wasOpen
    this.#wasOpen = true
    this.#attempt = 0
    this.#isAlive = true
    this.#setState({ name: 'open' })
    this.#topics.restart()
    this.#pingTimer = setInterval(() => this.#ping(socket), PING_INTERVAL_MS)
    if (again) for (const listener of this.#onReconnect) listener()
  }

  /** No frame since the last ping means that the connection is dead, even if the browser has not noticed. */
  #ping(socket: WebSocket): void {
    if (!this.#isAlive) return this.#scheduleRetry()
    this.#isAlive = false
    socket.send(JSON.stringify({ eventType: 'ping' }))
  }

  #scheduleRetry(): void {
    this.#closeSocket()
    this.#attempt += 1
    if (this.#attempt > RECONNECT_ATTEMPTS) return this.#setState({ name: 'offline' })
    this.#setState({ name: 'waiting', attempt: this.#attempt })
    this.#retryTimer = setTimeout(() => this.#connect(), backoff(this.#attempt, this.#edges.random()))
  }

  #closeSocket(): void {
    clearTimeout(this.#retryTimer)
    clearInterval(this.#pingTimer)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    this.#requests.rejectAll()
  }

  #receive(text: string): void {
    this.#isAlive = true
    try {
      const frame = readFrame(text)
      if (!this.#requests.settle(frame)) this.#publish(frame)
    } catch (error) {
      console.error('Error parsing WebSocket message', error)
    }
  }

  #publish(frame: Frame): void {
    const message = readMessage(frame)
    for (const { eventType, listener } of this.#byType) {
      if (sameEventType(eventType, message.eventType)) listener(message)
    }
    for (const [topicId, listeners] of this.#byTopic) {
      const part = partFor(topicId, message)
      if (part) for (const listener of listeners) listener(part)
    }
  }

  #setState(state: LiveState): void {
    this.#state = state
    for (const listener of this.#onState) listener()
  }
}
