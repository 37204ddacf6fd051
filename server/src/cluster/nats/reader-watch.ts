import type { ConsumerMessages } from '@nats-io/jetstream'

export interface ReaderTimes {
  /** How often servers give a sign of life: NATS takes half a second or more. */
  readonly heartbeatMs: number
  /** How often a reader is checked. */
  readonly checkMs: number
  /** A reader that gets nothing for this long, not even a sign of life, or no message though there are some, is stopped. */
  readonly silentMs: number
}

/** Called when a reader gets a message, and when it waits for the next one. */
interface ReaderWatch {
  readonly got: () => void
  readonly waits: () => void
  readonly end: () => void
}

/**
 * Stops messages that a server does not send: when it is silent, or when it is alive but behind the others. The client would
 * wait for as long as that is so for the server that holds its consumer, though any other one can send it the same messages.
 *
 * @param isBehind returns whether there are messages after the last one that the reader got
 */
export function watchReader(
  messages: ConsumerMessages,
  isBehind: () => Promise<boolean>,
  { checkMs, silentMs }: ReaderTimes,
): ReaderWatch {
  let isBusy = false
  let aliveAt = performance.now()
  let gotAt = aliveAt
  let askedAt = aliveAt

  async function listen(): Promise<void> {
    for await (const { type } of messages.status()) if (type === 'heartbeat') aliveAt = performance.now()
  }

  async function check(): Promise<void> {
    const now = performance.now()
    if (isBusy) return
    if (now - Math.max(aliveAt, gotAt) > silentMs) return messages.stop()
    if (now - Math.max(gotAt, askedAt) <= silentMs) return
    askedAt = Infinity
    const before = gotAt
    const hasMore = await isBehind().catch(() => false)
    askedAt = performance.now()
    if (hasMore && !isBusy && gotAt === before) messages.stop()
  }

  // Messages that arrived while this process was busy are read before an immediate.
  const checking = setInterval(() => setImmediate(() => void check()), checkMs)
  listen().catch(() => {})
  return {
    got: () => void (isBusy = true),
    waits() {
      isBusy = false
      gotAt = performance.now()
    },
    end: () => clearInterval(checking),
  }
}
