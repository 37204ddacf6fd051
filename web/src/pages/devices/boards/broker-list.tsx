import type { Broker } from '@greenhouse/contract'
import { CircleAlert, CircleCheck, CircleDashed, Pencil, X } from 'lucide-react'
import { classes } from '../../../lib/classes.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

interface BrokerListProps {
  brokers: readonly Broker[]
  onEdit: (broker: Broker) => void
  onRemove: (broker: Broker) => void
}

export function BrokerList({ brokers, onEdit, onRemove }: BrokerListProps) {
  return (
    <ul aria-label="Brokers" className="grid gap-1">
      {brokers.map((broker) => (
        <li key={broker.brokerId} className="flex items-center gap-1">
          <div className="min-w-0 grow">
            <p className="font-semibold break-words">{broker.url}</p>
            <State broker={broker} />
          </div>
          <IconButton label={`Edit ${broker.url}`} title={`Edit ${broker.url}`} onClick={() => onEdit(broker)}>
            <Pencil aria-hidden className="size-4.5" />
          </IconButton>
          <IconButton label={`Remove ${broker.url}`} title={`Remove ${broker.url}`} onClick={() => onRemove(broker)}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function State({ broker }: { broker: Broker }) {
  const { state } = broker
  const Icon = ICONS[state]
  return (
    <p className={classes('flex items-start gap-2 text-sm', state === 'failed' ? 'text-danger' : 'text-ink-soft')}>
      <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', state === 'connected' && 'text-ok')} />
      <span className="min-w-0 break-words">{stateWords(broker)}</span>
    </p>
  )
}

const ICONS = { connected: CircleCheck, connecting: CircleDashed, failed: CircleAlert } as const

function stateWords({ state, lastError, rate }: Pick<Broker, 'state' | 'lastError' | 'rate'>): string {
  if (state === 'connected')
    return rate === 1 ? 'Connected, 1 message in the last minute' : `Connected, ${rate} messages in the last minute`
  const words = state === 'failed' ? 'Not connected' : 'Connecting…'
  if (lastError === null) return words
  return state === 'failed' ? `${words}: ${lastError}` : `${words} The last try failed: ${lastError}`
}
