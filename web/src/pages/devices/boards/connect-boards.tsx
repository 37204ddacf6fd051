import type { Broker, Hub } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import type { ServerAddresses } from './server-addresses.ts'
import { Caution } from '../caution.tsx'
import { Button } from '../../../ui/button.tsx'
import { QueryState, type Query } from '../../../ui/query-state.tsx'
import { CircleAlert, CircleCheck, CircleDashed, Pencil, X } from 'lucide-react'
import { classes } from '../../../lib/classes.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatAge, formatDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'

interface ConnectBoardsProps {
  hubs: Query<readonly Hub[]>
  brokers: Query<readonly Broker[]>
  addresses: (ServerAddresses & { readonly caution: string | undefined }) | undefined
  onAddDevice: () => void
  onAddHub: () => void
  onRemoveHub: (hub: Hub) => void
  onEditBroker: (broker: Broker | undefined) => void
  onRemoveBroker: (broker: Broker) => void
}

export function ConnectBoards(props: ConnectBoardsProps) {
  const { hubs, brokers, addresses, onAddDevice, onAddHub, onRemoveHub, onEditBroker, onRemoveBroker } = props
  return (
    <section
      aria-labelledby="connect-boards"
      // Their length moves the rest.
      className={classes(
        'mt-6 rounded-card border border-line bg-surface shadow-panel',
        addresses === undefined && 'invisible',
      )}
    >
      <header className="p-4 sm:px-6">
        <h2 id="connect-boards" className="text-lg">
          Connect boards
        </h2>
        {addresses && (
          <p className="text-sm break-words text-ink-soft">
            This server is at <b className="font-semibold">{addresses.mqtt}</b> and at{' '}
            <b className="font-semibold">{addresses.http}</b>
          </p>
        )}
        {addresses?.caution !== undefined && (
          <div className="mt-3">
            <Caution>{addresses.caution}</Caution>
          </div>
        )}
      </header>
      <Connection
        title="One board"
        text="A board with a token of its own, over MQTT or HTTP, with ready-made commands."
        button={<Button onClick={onAddDevice}>Add by hand</Button>}
      />
      <Connection
        title="Many boards"
        text="One token for all of them: Zigbee2MQTT, Tasmota, Home Assistant, Bluetooth gateways, weather stations. Boards appear here by name, and you claim those you want."
        button={<Button onClick={onAddHub}>Make a token</Button>}
      >
        <Known query={hubs} failure="The tokens could not be loaded.">
          {(data) => <HubList hubs={data} onRemove={onRemoveHub} />}
        </Known>
      </Connection>
      <Connection
        title="A broker of your own"
        text="Your boards go on sending to the Mosquitto that you have, and this server listens there."
        button={<Button onClick={() => onEditBroker(undefined)}>Connect a broker</Button>}
      >
        <Known query={brokers} failure="The brokers could not be loaded.">
          {(data) => <BrokerList brokers={data} onEdit={onEditBroker} onRemove={onRemoveBroker} />}
        </Known>
      </Connection>
    </section>
  )
}

interface ConnectionProps {
  title: string
  text: string
  button: ReactNode
  children?: ReactNode
}

function Connection({ title, text, button, children }: ConnectionProps) {
  return (
    <div className="border-t border-line p-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 basis-56 grow">
          <h3 className="font-sans text-md font-semibold tracking-normal">{title}</h3>
          <p className="max-w-prose text-sm text-ink-soft">{text}</p>
        </div>
        {button}
      </div>
      {children}
    </div>
  )
}

interface KnownProps<T> {
  query: Query<readonly T[]>
  failure: string
  children: (data: readonly T[]) => ReactNode
}

/** Renders nothing while loading, because most users have none. */
function Known<T>({ query, failure, children }: KnownProps<T>) {
  return (
    <QueryState query={query} skeleton={undefined} failure={failure} empty={null} failureClassName="py-4">
      {(data) => <div className="mt-4">{children(data)}</div>}
    </QueryState>
  )
}

interface BrokerListProps {
  brokers: readonly Broker[]
  onEdit: (broker: Broker) => void
  onRemove: (broker: Broker) => void
}

function BrokerList({ brokers, onEdit, onRemove }: BrokerListProps) {
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

const REDRAWN_EVERY_MS = 10_000

function HubList({ hubs, onRemove }: { hubs: readonly Hub[]; onRemove: (hub: Hub) => void }) {
  const now = useNow(REDRAWN_EVERY_MS)
  return (
    <ul aria-label="Tokens for many boards" className="grid gap-1">
      {hubs.map((hub) => (
        <li key={hub.hubId} className="flex items-center gap-3">
          <div className="min-w-0 grow">
            <p dir="auto" className="font-semibold break-words">
              {hub.name}
            </p>
            <p className="text-sm text-ink-soft">
              Made {formatDate(hub.createdAt)},{' '}
              {hub.lastSeenAt === null ? 'not used yet' : `last used ${formatAge(now - Date.parse(hub.lastSeenAt))}`}
            </p>
          </div>
          <IconButton label={`Remove ${hub.name}`} title={`Remove ${hub.name}`} onClick={() => onRemove(hub)}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
