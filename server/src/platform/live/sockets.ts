/** The user and session of a socket, set by its first subscription. */
export interface SocketOwner {
  readonly userId: string
  readonly sessionId: string
}

/** The open sockets of all processes by client id. Knows owners, not the meaning of topics. */
export interface Sockets {
  /**
   * Subscribes only with `done`. `unknown`: no such socket is open; `taken`: it belongs to another user; `too-many`:
   * the user would have more than 200 topics.
   */
  subscribe(
    clientId: string,
    owner: SocketOwner,
    topics: readonly string[],
  ): Promise<'done' | 'unknown' | 'taken' | 'too-many'>
  unsubscribe(clientId: string, owner: SocketOwner, topics: readonly string[]): Promise<'done' | 'unknown' | 'taken'>
  owners(): SocketOwner[]
  /** Closes every socket of an ended session. */
  endSession(userId: string, sessionId: string): void
  endUser(userId: string, exceptSessionId?: string): void
  /** Closes every socket of a user whose browser then opens another one, with what it may subscribe to now. */
  reconnectUser(userId: string): void
}

export interface Held {
  readonly sockets: number
  readonly topics: number
}

export const NOTHING: Held = { sockets: 0, topics: 0 }

/** Observes the sockets of this process. */
export interface SocketWatcher {
  opened(clientId: string): void
  closed(clientId: string): void
  /** Called with the user's first socket here. */
  came(userId: string): void
  /** `isLast`: the user has no other socket here. */
  left(userId: string, isLast: boolean): void
}
