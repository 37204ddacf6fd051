/** Ends what was begun: a subscription, or answering. */
export type End = () => void

/**
 * Carries messages between the processes of a cluster. Messages are JSON. They are delivered at most once, in the order in
 * which a process has sent them: what must not be lost is in the database or in the log of readings, and is read again after
 * a gap. Subjects are words with dots between; `subjectOf` makes one of any text.
 */
export interface Bus {
  /** The name of this process, which no other one has. */
  readonly nodeId: string
  /** Sends to all other processes that subscribe to the subject. Never to this one. Does nothing while the bus is away. */
  publish(subject: string, message: unknown): void
  /** Calls `receive` with each message of another process. Resolves when all that is published from now on arrives. */
  subscribe(subject: string, receive: (message: unknown) => void): Promise<End>
  /**
   * Asks the processes that answer a subject, without this one, and resolves with the first answer. Resolves with undefined
   * when nobody answers in time, or at all.
   */
  request(subject: string, message: unknown, withinMs?: number): Promise<unknown>
  /**
   * Answers the requests of other processes. What the function resolves with is sent back; undefined leaves the answer to
   * another process. When it rejects, nothing is sent back.
   */
  answer(subject: string, reply: (message: unknown) => Promise<unknown>): Promise<End>
  /** Calls `listener` when messages may have been missed: what was derived from them has to be read again. */
  onGap(listener: () => void): void
  /** Whether messages reach other processes now. */
  readonly isConnected: boolean
  close(): Promise<void>
}

/** How long a request waits for its answer, unless it says otherwise. */
export const ANSWERED_WITHIN_MS = 2000

/** Returns a subject of a word and any texts: `subjectOf('live', 'readings/1')`. */
export function subjectOf(word: string, ...texts: readonly string[]): string {
  return [word, ...texts.map((text) => Buffer.from(text).toString('base64url') || '-')].join('.')
}
