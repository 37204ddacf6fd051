import { MINUTE_MS, type Device, type DeviceConnection } from '@greenhouse/contract'
import { Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { LiveBadge } from '../../shared/device/live-badge.tsx'
import { receivedBars, receivedCounts, spokenBars } from './received-strip.ts'
import { longIntervalWords } from '../../shared/device/reporting-interval.ts'
import { formatDate, formatDateTime, formatNumber, formatTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { QueryState, type Query } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateSign } from '../../shared/liveness/state-sign.tsx'
import { Panel } from './panel.tsx'

interface ConnectionPanelProps {
  device: Device
  connection: Query<DeviceConnection>
  /** Of its newest value, ISO 8601. */
  newestTime: string | null
}

export function ConnectionPanel({ device, connection, newestTime }: ConnectionPanelProps) {
  const summary = connection.data?.connected === true ? 'connected' : undefined
  return (
    <Panel title="Connection" icon={Plug} summary={summary}>
      <QueryState
        query={connection}
        skeleton={<Skeleton className="h-44" />}
        failure="The connection could not be loaded."
      >
        {(known) => <Known device={device} newestTime={newestTime} connection={known} />}
      </QueryState>
    </Panel>
  )
}

type KnownProps = Omit<ConnectionPanelProps, 'connection'> & { connection: DeviceConnection }

function Known({ device, connection, newestTime }: KnownProps) {
  const { connected, since, address, board, received, expected } = connection
  const counts = receivedCounts(received, expected)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Row name="State">
          {connected ? (
            <span className="inline-flex items-start gap-2">
              <StateSign state="live" className="mt-1" />
              <span>connected by MQTT{since !== null && ` since ${formatDateTime(since)}`}</span>
            </span>
          ) : (
            <LiveBadge time={newestTime} intervalSeconds={Number(device.waitTime)} />
          )}
        </Row>
        <Row name="Interval">
          <b className="font-semibold">every {longIntervalWords(Number(device.waitTime))}</b>
          {board === null ? ', set here and sent to the board' : ', as expected here'}
        </Row>
        <Row name="Last 24 h">
          <b className="font-semibold">{formatNumber(counts.came, 0)}</b>
          {counts.expected !== undefined && ` of ${formatNumber(counts.expected, 0)}`}
          {counts.came === 1 && counts.expected === undefined ? ' reading came' : ' readings came'}
        </Row>
        {address !== null && <Row name="Address">{address}</Row>}
        {board !== null && (
          <Row name="Board">
            <bdi className="break-all">{board.model ?? board.externalId}</bdi>
          </Row>
        )}
        {board !== null && board.firmware !== null && (
          <Row name="Firmware">
            <bdi className="break-all">{board.firmware}</bdi>
          </Row>
        )}
        <Row name="Added">{formatDate(device.createdAt)}</Row>
      </dl>
      <Strip received={received} intervalSeconds={Number(device.waitTime)} />
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** Shows the last 24 hours as bars, and as a sentence for screen readers. */
function Strip({ received, intervalSeconds }: { received: readonly number[]; intervalSeconds: number }) {
  const now = useNow(MINUTE_MS)
  const bars = receivedBars(received, intervalSeconds, now)
  const first = bars[0]
  if (!first) return null
  return (
    <figure className="mt-4">
      <p className="sr-only">{spokenBars(bars)}</p>
      <div aria-hidden className="flex h-5 items-end gap-px">
        {bars.map(({ from, share }) => (
          <span key={from} className="relative h-full grow rounded-[1px] bg-sunken forced-colors:border-b">
            {share > 0 && (
              <span
                style={{ height: `${Math.max(share * 100, 15)}%` }}
                className="absolute inset-x-0 bottom-0 rounded-[1px] bg-ok forced-colors:bg-[CanvasText]"
              />
            )}
          </span>
        ))}
      </div>
      <figcaption aria-hidden className="mt-1 flex justify-between text-xs text-ink-soft">
        <span>{formatTime(first.from)} yesterday</span>
        <span>now</span>
      </figcaption>
    </figure>
  )
}
