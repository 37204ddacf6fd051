import type { DeviceConnection } from '@greenhouse/contract'
import { ChevronRight, CircleX } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryState, type Query } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from './panel.tsx'

type Refusal = DeviceConnection['refused'][number]

export function RefusedPanel({ connection }: { connection: Query<DeviceConnection> }) {
  const [shown, setShown] = useState<Refusal>()
  const count = connection.data?.refused.reduce((sum, one) => sum + one.count, 0)
  const words = count === undefined ? undefined : count === 0 ? 'none in 7 days' : `${count} in 7 days`
  return (
    <Panel
      title="Refused"
      icon={CircleX}
      summary={words}
      aside={<span className="text-sm text-ink-soft max-lg:hidden">{words}</span>}
      isOpenFirst
      flush
    >
      <QueryState
        query={connection}
        skeleton={<Skeleton className="mx-4 h-16 lg:mx-6" />}
        failure="What was refused could not be loaded."
      >
        {({ refused }) =>
          refused.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft lg:px-6">Nothing was refused in the last 7 days.</p>
          ) : (
            <ul>
              {refused.map((one) => (
                <Row key={`${one.topic} ${one.reason}`} refusal={one} onShow={() => setShown(one)} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <RefusalDialog refusal={shown} onClose={() => setShown(undefined)} />
    </Panel>
  )
}

function Row({ refusal, onShow }: { refusal: Refusal; onShow: () => void }) {
  const { reason, count, lastAt, topic } = refusal
  return (
    <li className="border-t border-line">
      <button
        type="button"
        onClick={onShow}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start hover:bg-sunken -outline-offset-2! lg:px-6"
      >
        <span className="min-w-0 grow">
          <span className="line-clamp-2 text-sm font-semibold break-words">{reason}</span>
          <span className="block truncate text-sm text-ink-soft">
            {formatDateTime(lastAt)}
            {count > 1 && `, ${count} times`}, <bdi>{withoutOwnSpace(topic)}</bdi>
          </span>
        </span>
        <span className="shrink-0 text-sm font-semibold text-leaf-strong max-lg:sr-only">Message</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft lg:hidden" />
      </button>
    </li>
  )
}

/** Shortens `Device/<its id>/SensorData` to `SensorData`. */
function withoutOwnSpace(topic: string): string {
  return topic.replace(/^Device\/[^/]+\//, '')
}

function RefusalDialog({ refusal, onClose }: { refusal: Refusal | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={refusal !== undefined}
      title="Refused message"
      onClose={onClose}
      footer={
        <Button variant="leaf" onClick={onClose}>
          Done
        </Button>
      }
    >
      {refusal && <Message refusal={refusal} />}
    </Dialog>
  )
}

function Message({ refusal: { reason, count, lastAt, topic, sample } }: { refusal: Refusal }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="font-semibold break-words">{reason}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-ink-soft">Topic</dt>
        <dd className="break-all">
          <bdi>{topic}</bdi>
        </dd>
        <dt className="text-ink-soft">Last</dt>
        <dd>
          {formatDateTime(lastAt)}
          {count > 1 && `, ${count} times in all`}
        </dd>
      </dl>
      {sample === '' ? (
        <p className="text-sm text-ink-soft">The message was empty.</p>
      ) : (
        <Copyable label="Beginning of the message" text={sample} />
      )}
    </div>
  )
}
