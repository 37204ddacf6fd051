import type { Broker, Hub } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { BrokerList } from './broker-list.tsx'
import { HubList } from './hub-list.tsx'
import type { ServerAddresses } from './server-addresses.ts'
import { Caution } from '../../../shared/device/caution.tsx'
import { Button } from '../../../ui/button.tsx'
import { QueryState, type Query } from '../../../ui/query-state.tsx'

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
    <section aria-labelledby="connect-boards" className="mt-6 rounded-card border border-line bg-surface shadow-panel">
      <header className="p-4 sm:px-6">
        <h2 id="connect-boards" className="text-xl">
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
