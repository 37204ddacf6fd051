import type { Channel } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ChannelCard } from './channel-card.tsx'
import { ChannelSheet, type EditedChannel } from './channel-sheet.tsx'
import { channelList, deliveriesOf, quietHoursQuery } from '../../shared/channel/channel-queries.ts'
import { summaryWords } from './channel-words.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { QuietHoursPanel } from './quiet-hours-panel.tsx'
import { SetUpCards } from './set-up-cards.tsx'
import { SeverityMatrix } from './severity-matrix.tsx'
import { channelHere } from '../../lib/push-channel.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useRemoveChannel } from './channel-mutations.ts'

const SKELETON_DELAY_MS = 200
const SHOWN_MAX = 50

export function NotificationsScreen() {
  usePageTitle('Notifications')
  const channels = useQuery(channelList)
  const [edited, setEdited] = useState<EditedChannel>()
  const [removed, setRemoved] = useState<Channel>()
  const now = useNow(30_000)
  return (
    <>
      <h1 className="text-2xl">Notifications</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        {channels.data && channels.data.length > 0
          ? summaryWords(channels.data, now)
          : 'How you are told of alerts when Greenhouse is not open.'}
      </p>
      <QueryState
        query={channels}
        skeleton={<Skeleton className="h-48 rounded-card" />}
        skeletonAfterMs={SKELETON_DELAY_MS}
        failure="Your channels could not be loaded."
      >
        {(data) => (
          <div className="grid grid-cols-1 gap-6">
            <Channels channels={data} onEdit={setEdited} onRemove={setRemoved} />
            <section aria-label="Add a channel" className="grid gap-3">
              <h2 className="text-lg">Add a channel</h2>
              <SetUpCards
                hasThisBrowser={data.some(({ channelId }) => channelId === channelHere())}
                onSetUp={(kind) => setEdited({ kind, channel: undefined })}
              />
            </section>
            <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
              {data.length > 0 && (
                <Panel title="Channels by severity" aside="a rule can name its own">
                  <SeverityMatrix channels={data} />
                </Panel>
              )}
              <Quiet />
            </div>
            {data.length > 0 && <Deliveries channels={data} />}
          </div>
        )}
      </QueryState>
      <ChannelSheet edited={edited} onClose={() => setEdited(undefined)} />
      <RemoveChannelQuestion channel={removed} onClose={() => setRemoved(undefined)} />
    </>
  )
}

interface ChannelsProps {
  channels: readonly Channel[]
  onEdit: (edited: EditedChannel) => void
  onRemove: (channel: Channel) => void
}

function Channels({ channels, onEdit, onRemove }: ChannelsProps) {
  if (channels.length === 0)
    return (
      <p className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 sm:px-5">
        <Bell aria-hidden className="size-5 shrink-0 text-leaf" />
        <span className="text-ink-soft">
          <b className="font-semibold text-ink">No channel is set up.</b> Alerts are only shown in the app. Choose below
          how you want to be told.
        </span>
      </p>
    )
  return (
    <section aria-labelledby="your-channels">
      <h2 id="your-channels" className="sr-only">
        Your channels
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {channels.map((channel) => (
          <ChannelCard
            key={channel.channelId}
            channel={channel}
            onEdit={() => onEdit({ kind: channel.kind, channel })}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </section>
  )
}

function Quiet() {
  const hours = useQuery(quietHoursQuery)
  return (
    <Panel title="Quiet hours">
      <QueryState
        query={hours}
        skeleton={<Skeleton className="h-40 rounded-control" />}
        failure="Your quiet hours could not be loaded."
      >
        {({ quietHours }) => <QuietHoursPanel saved={quietHours} />}
      </QueryState>
    </Panel>
  )
}

const SHOWN = [
  { id: 'all', label: 'All' },
  { id: 'failed', label: 'Only failed' },
] as const

function Deliveries({ channels }: { channels: readonly Channel[] }) {
  const deliveries = useQuery(deliveriesOf(channels.map(({ channelId }) => channelId)))
  const [shown, setShown] = useState<(typeof SHOWN)[number]['id']>('all')
  return (
    <Panel
      title="Deliveries"
      aside={<Segments legend="Which messages" choices={SHOWN} chosen={shown} onChoose={setShown} />}
    >
      <QueryState
        query={deliveries}
        skeleton={<Skeleton className="h-40 rounded-control" />}
        failure="The list of messages could not be loaded."
      >
        {(all) => {
          const listed = all.filter(
            ({ state, attempts }) => shown === 'all' || state === 'failed' || (state === 'waiting' && attempts > 0),
          )
          return listed.length === 0 ? (
            <p className="text-ink-soft">{shown === 'all' ? 'Nothing was sent yet.' : 'Nothing failed.'}</p>
          ) : (
            <DeliveryTable deliveries={listed.slice(0, SHOWN_MAX)} />
          )
        }}
      </QueryState>
    </Panel>
  )
}

function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{title}</h2>
        {aside !== undefined && <div className="text-sm text-ink-soft">{aside}</div>}
      </div>
      {children}
    </section>
  )
}

function RemoveChannelQuestion({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { mutateAsync: remove } = useRemoveChannel()
  return (
    <ConfirmDialog
      open={channel !== undefined}
      title="Remove this channel?"
      confirmLabel="Remove channel"
      danger
      onConfirm={async () => {
        if (!channel) return
        await remove(channel.channelId)
        toast.success('The channel is removed', CHANGE_TOAST)
      }}
      onClose={onClose}
    >
      Nothing is sent to {channel?.name} from then on, and its list of messages goes with it.
    </ConfirmDialog>
  )
}
