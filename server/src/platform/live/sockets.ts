/** The user and session that a socket was tied to by a subscription. */
export interface SocketOwner {
  readonly userId: string
  readonly sessionId: string
}

/** The open sockets, by client id, in this process and in others. Knows sockets and their owners, not what topics mean. */
export interface Sockets {
  /**
   * Ties the client's socket to the owner and subscribes it. `unknown`: no such socket is open; `taken`: it is tied
   * to another user; `too-many`: the user would have more than 200 topics. Only `done` subscribes to anything.
   */
  subscribe(
    clientId: string,
    owner: SocketOwner,
    topics: readonly string[],
  ): Promise<'done' | 'unknown' | 'taken' | 'too-many'>
  unsubscribe(clientId: string, owner: SocketOwner, topics: readonly string[]): Promise<'done' | 'unknown' | 'taken'>
  /** Returns the owner of each tied socket of this process. */
  owners(): SocketOwner[]
  /** Closes every socket of a session that has ended. */
  endSession(userId: string, sessionId: string): void
  /** Closes every socket of a user, but for those of one session when it is given. */
  endUser(userId: string, exceptSessionId?: string): void
}

/** What a user holds of live connections. */
export interface Held {
  readonly sockets: number
  readonly topics: number
}

export const NOTHING: Held = { sockets: 0, topics: 0 }

/** Hears of the sockets of this process. */
export interface SocketWatcher {
  opened(clientId: string): void
  closed(clientId: string): void
  /** The user has sockets here from now on. */
  came(userId: string): void
  /** A socket of the user has closed; `isLast` when they have no other one here. */
  left(userId: string, isLast: boolean): void
}
