import type { Delivery } from '@greenhouse/contract'
import { Check, CircleAlert, CircleDashed } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { useNow } from '../../lib/use-now.ts'
import { deliveryLook, resultWord, type DeliveryLook } from './channel-words.ts'

const LOOKS: Record<DeliveryLook, { readonly Icon: typeof Check; readonly colours: string }> = {
  good: { Icon: Check, colours: 'bg-leaf-wash text-leaf-strong' },
  bad: { Icon: CircleAlert, colours: 'bg-danger-wash text-danger' },
  waiting: { Icon: CircleDashed, colours: 'bg-sun-wash text-sun-ink' },
}

export function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  const now = useNow(10_000)
  return (
    <ul aria-label="Messages" className="grid">
      {deliveries.map((delivery) => (
        <Row key={delivery.deliveryId} delivery={delivery} now={now} />
      ))}
    </ul>
  )
}

function Row({ delivery, now }: { delivery: Delivery; now: number }) {
  const { createdAt, title, channelName, answer, attempts, nextTryAt, state } = delivery
  const { Icon, colours } = LOOKS[deliveryLook(delivery)]
  const tries = attempts > 1 ? `${attempts} tries. ` : ''
  const next = state === 'waiting' && nextTryAt !== null ? ` Next ${momentWords(nextTryAt, now)}.` : ''
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-0 md:grid-cols-[6rem_minmax(0,14rem)_minmax(0,9rem)_7rem_minmax(0,1fr)] md:items-center">
      <time dateTime={createdAt} className="text-ink-soft">
        {momentWords(createdAt, now)}
      </time>
      <span className="font-medium break-words">{title}</span>
      <span className="col-start-2 break-words text-ink-soft md:col-start-auto md:text-ink">{channelName}</span>
      <span className="col-start-2 md:col-start-auto">
        <span className={classes('inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 font-medium', colours)}>
          <Icon aria-hidden className="size-3.5" />
          {resultWord(delivery)}
        </span>
      </span>
      <span className="col-start-2 break-words text-ink-soft md:col-start-auto">
        {`${tries}${answer ?? ''}${next}`.trim()}
      </span>
    </li>
  )
}
