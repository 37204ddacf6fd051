import { RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatTime } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { isWaiting, type QueuedAct } from '../../shared/queue/queued-act.ts'
import { queue, useQueued } from '../../shared/queue/queue.ts'
import { Button } from '../../ui/button.tsx'
import { RefusedAct } from './refused-act.tsx'

/** Lists the acts that are kept in this browser: those that the server refused, and those that wait for the network. */
export function WaitingScreen() {
  usePageTitle('Waiting and unsent')
  const queued = useQueued()
  const waiting = queued.filter(isWaiting)
  const refused = queued.filter((act) => !isWaiting(act))
  return (
    <div className="grid w-full max-w-2xl grid-cols-1 gap-6">
      <div>
        <h1 className="text-2xl">Waiting and unsent</h1>
        <p className="mt-1 text-ink-soft">
          {queued.length > 0 ? 'Kept on this phone until they are sent.' : 'Nothing waits. All that you did is sent.'}
        </p>
      </div>
      {refused.length > 0 && (
        <Section title="Could not be sent" count={refused.length}>
          <ul aria-label="Could not be sent">
            {refused.map((act) => (
              <RefusedAct key={act.key} act={act} />
            ))}
          </ul>
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title="Waiting" count={waiting.length}>
          <ul aria-label="Waiting">
            {waiting.map((act) => (
              <WaitingAct key={act.key} act={act} />
            ))}
          </ul>
          <TryNow />
        </Section>
      )}
    </div>
  )
}

function WaitingAct({ act: { label, at } }: { act: QueuedAct }) {
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line px-4 py-2 sm:px-5">
      <bdi className="min-w-0 grow wrap-anywhere">{label}</bdi>
      <time dateTime={at} className="shrink-0 text-sm text-ink-soft">
        {formatTime(at)}
      </time>
    </li>
  )
}

function TryNow() {
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    await queue.flush().finally(() => setBusy(false))
  }
  return (
    <div className="border-t border-line p-3">
      <Button variant="soft" busy={busy} onClick={() => void send()} className="w-full">
        <RefreshCw aria-hidden className="size-4" />
        Try now
      </Button>
    </div>
  )
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <h2 className="flex min-h-14 items-center justify-between gap-3 px-4 text-lg sm:px-5">
        {title}
        <span className="font-sans text-sm font-normal text-ink-soft">{count}</span>
      </h2>
      {children}
    </section>
  )
}
