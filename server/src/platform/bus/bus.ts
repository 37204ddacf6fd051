/** Unsubscribes. */
export type End = () => void

/**
 * Carries JSON messages between the processes of a cluster, at most once and in the order of sending: data that must
 * not be lost is in the database or in the log, and is read again after a gap. Subjects are words with dots between.
 */
export interface Bus {
  readonly nodeId: string
  /** Sends to other subscribed processes, never to this one. Does nothing while the bus is unavailable. */
  publish(subject: string, message: unknown): void
  /** Resolves when all messages published from now on arrive. */
  subscribe(subject: string, receive: (message: unknown) => void): Promise<End>
  /** Resolves with the first reply of another process; undefined without one in time. */
  request(subject: string, message: unknown, withinMs?: number): Promise<unknown>
  /** Leaves the reply to another process when `reply` resolves with undefined or rejects. */
  answer(subject: string, reply: (message: unknown) => Promise<unknown>): Promise<End>
  /** Calls `listener` when messages may have been missed: data derived from them must be read again. */
  onGap(listener: () => void): void
  readonly isConnected: boolean
  close(): Promise<void>
}

/** Default timeout of a request. */
export const ANSWERED_WITHIN_MS = 2000

/** Returns a subject of a word and any texts: `subjectOf('live', 'readings/1')`. */
export function subjectOf(word: string, ...texts: readonly string[]): string {
  return [word, ...texts.map((text) => Buffer.from(text).toString('base64url') || '-')].join('.')
}
