import { AlarmClock, RefreshCw, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { CareIcon } from '../../shared/care/care-icon.tsx'
import { isRemoval, isWaiting, TOO_OLD, type QueuedAct } from '../../shared/queue/queued-act.ts'
import { bytesOf } from '../../shared/queue/send-queue.ts'
import { queue, useQueued } from '../../shared/queue/queue.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { RefusedAct } from './refused-act.tsx'

/** Lists the acts that are kept in this browser: those that the server refused, and those that wait for the network. */
export function WaitingScreen() {
  usePageTitle('Waiting and unsent')
  const queued = useQueued()
  const waiting = queued.filter(isWaiting)
  const old = queued.filter(({ refusal }) => refusal?.code === TOO_OLD)
  const refused = queued.filter((act) => !isWaiting(act) && !old.includes(act))
  return (
    <div className="grid w-full max-w-2xl grid-cols-1 gap-6">
      <div>
        <BackLink to="/">Dashboard</BackLink>
        <h1 className="text-2xl">Waiting and unsent</h1>
        <p className="mt-1 text-ink-soft">
          {queued.length > 0 ? 'Kept on this phone until they are sent.' : 'Nothing waits. All that you did is sent.'}
        </p>
      </div>
      <Unsent title="Could not be sent" acts={refused} />
      <Unsent title="Send these?" acts={old} />
      {waiting.length > 0 && (
        <Section title="Waiting" count={countWords(waiting)}>
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

function Unsent({ title, acts }: { title: string; acts: readonly QueuedAct[] }) {
  if (acts.length === 0) return undefined
  return (
    <Section title={title} count={countWords(acts)}>
      <ul aria-label={title}>
        {acts.map((act) => (
          <RefusedAct key={act.key} act={act} />
        ))}
      </ul>
    </Section>
  )
}

function WaitingAct({ act }: { act: QueuedAct }) {
  const { label, at } = act
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line px-4 py-2 sm:px-5">
      <ActIcon act={act} />
      <bdi className="min-w-0 grow wrap-anywhere">{label}</bdi>
      <time dateTime={at} className="shrink-0 text-sm text-ink-soft">
        {formatTime(at)}
      </time>
    </li>
  )
}

function ActIcon({ act }: { act: QueuedAct }) {
  const className = 'size-4.5 shrink-0 text-ink-soft'
  if (act.route === 'photo')
    return <img src={act.preview} alt="" className="size-9 shrink-0 rounded-small object-cover" />
  if (isRemoval(act)) return <Undo2 aria-hidden className={className} />
  if (act.route === 'snooze') return <AlarmClock aria-hidden className={className} />
  if (act.route === 'skip') return <CareIcon kind="skipped" className={className} />
  const kind = act.route === 'add' ? act.body.kind : (act.work?.kind ?? 'check')
  return <CareIcon kind={kind} className={className} />
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

function Section({ title, count, children }: { title: string; count: string; children: ReactNode }) {
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

/** Returns `3`, or `3, 2,1 MB` with photos among them. */
function countWords(acts: readonly QueuedAct[]): string {
  const megabytes = bytesOf(acts) / 1_000_000
  return megabytes === 0 ? String(acts.length) : `${acts.length}, ${formatNumber(Math.max(megabytes, 0.1), 1)} MB`
}
