import { type Episode, channelRoutes, type Delivery } from '@greenhouse/contract'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { CircleAlert, CircleDashed, Send } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '../../lib/classes.ts'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { useInSight } from './use-in-sight.ts'

const SIGNS = { sent: Send, waiting: CircleDashed, failed: CircleAlert } as const

/** Loads once in sight; renders nothing without messages. */
export function DeliveryLine({ episode, now }: { episode: Episode; now: number }) {
  const place = useRef<HTMLParagraphElement>(null)
  const isSeen = useInSight(place)
  const { data = [] } = useQuery({ ...deliveriesOf(episode.episodeId), enabled: isSeen })
  return (
    <p ref={place} className="flex min-h-px flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft empty:-mt-2.5">
      {deliveryStates(data, now).map(({ channelId, state, words }) => {
        const Sign = SIGNS[state]
        return (
          <span key={channelId} className={classes('inline-flex min-w-0 gap-1.5', state === 'failed' && 'text-danger')}>
            <Sign aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{words}</span>
          </span>
        )
      })}
    </p>
  )
}

const ASKED_EVERY_MS = 30_000

/** Polls while messages are pending. */
function deliveriesOf(episodeId: string) {
  return queryOptions({
    queryKey: queryKeys.alerts.deliveriesOf(episodeId),
    queryFn: ({ signal }): Promise<Delivery[]> => call(channelRoutes.ofEpisode, { params: { episodeId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ nextTryAt }) => nextTryAt !== null) === true ? ASKED_EVERY_MS : false,
  })
}

interface DeliveryState {
  readonly channelId: string
  readonly state: 'sent' | 'waiting' | 'failed'
  readonly words: string
}

/** Returns the state of each channel: `Sent to ntfy 11.05`, `E-mail failed, next try 11.20`. Takes the oldest first. */
export function deliveryStates(deliveries: readonly Delivery[], now: number): DeliveryState[] {
  const last = new Map(deliveries.map((one) => [one.channelId, one]))
  return [...last.values()].map((one) => ({ channelId: one.channelId, ...stateOf(one, now) }))
}

function stateOf(delivery: Delivery, now: number): Pick<DeliveryState, 'state' | 'words'> {
  const { state, channelName, attempts, sentAt, createdAt, nextTryAt } = delivery
  if (state === 'sent') return { state, words: `Sent to ${channelName} ${momentWords(sentAt ?? createdAt, now)}` }
  if (state === 'merged') {
    return { state: 'sent', words: `Sent to ${channelName} in a list ${momentWords(sentAt ?? createdAt, now)}` }
  }
  if (state === 'failed') return { state, words: `${channelName} failed` }
  const next = nextTryAt === null ? undefined : momentWords(nextTryAt, now)
  if (attempts > 0) {
    return { state: 'failed', words: `${channelName} failed${next === undefined ? '' : `, next try ${next}`}` }
  }
  const isLater = nextTryAt !== null && Date.parse(nextTryAt) - now > LATER_MS
  return { state: 'waiting', words: isLater ? `${channelName} waits until ${next}` : `Sending to ${channelName}` }
}

/** Messages due later than this wait for the end of quiet hours. */
const LATER_MS = 60_000
