/** The user and session that a socket was tied to by a subscription. */
export interface SocketOwner {
  readonly userId: string
  readonly sessionId: string
}

/** The open sockets of this process, by client id. Knows sockets and their owners, not what topics mean. */
export interface Sockets {
  /**
   * Ties the client's socket to the owner and subscribes it. `unknown`: no such socket is open; `taken`: it is tied
   * to another user; `too-many`: the user would have more than 200 topics. Only `done` subscribes to anything.
   */
  subscribe(clientId: string, owner: SocketOwner, topics: readonly string[]): 'done' | 'unknown' | 'taken' | 'too-many'
  unsubscribe(clientId: string, owner: SocketOwner, topics: readonly string[]): 'done' | 'unknown' | 'taken'
  /** Returns the owner of each tied socket. */
  owners(): SocketOwner[]
  /** Closes every socket of a session that has ended. */
  endSession(userId: string, sessionId: string): void
  /** Closes every socket of a user, but for those of one session when it is given. */
  endUser(userId: string, exceptSessionId?: string): void
}
