/** Messages to one channel within a minute; more of them become a list. */
const MESSAGES_PER_MINUTE = 5
/** The same with lists about something critical, which wait for nothing else. */
const MESSAGES_PER_MINUTE_MAX = 10
const MINUTE_MS = 60_000

export type Plan =
  | { readonly send: 'each' | 'list' }
  /** Nothing before an instant, milliseconds since 1970. */
  | { readonly send: 'nothing'; readonly until: number }

/**
 * Sends due messages to a channel one by one up to five within a minute, and otherwise in as few lists as possible.
 * @param sent times of messages sent to the channel in the last minute, oldest first
 */
export function planSending(
  due: { readonly count: number; readonly isCritical: boolean },
  sent: readonly number[],
): Plan {
  if (sent.length + due.count <= MESSAGES_PER_MINUTE) return { send: 'each' }
  const most = due.isCritical ? MESSAGES_PER_MINUTE_MAX : MESSAGES_PER_MINUTE
  const first = sent[sent.length - most]
  if (sent.length < most || first === undefined) return { send: due.count === 1 ? 'each' : 'list' }
  return { send: 'nothing', until: first + MINUTE_MS }
}
