import type { Episode } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleDashed, Send } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { deliveryStates } from './delivery-words.ts'
import { deliveriesOf } from './delivery-queries.ts'
import { classes } from '../../lib/classes.ts'

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

/** Stays true once the element has been in sight. */
function useInSight(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isSeen
}
