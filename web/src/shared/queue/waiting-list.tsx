import { Clock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { isRemoval, isWaiting, TOO_OLD, type QueuedAct } from './queued-act.ts'
import { useQueued } from './queue.ts'
import { WaitingRow } from './waiting-row.tsx'

/** Counts the acts that wait or could not be sent, and lists those that wait. Renders nothing without any. */
export function WaitingList() {
  const queued = useQueued()
  // Only a row that is added later takes the focus.
  const [first] = useState(() => new Set(queued.map(({ key }) => key)))
  const shown = queued.filter((act) => isWaiting(act) && !isRemoval(act))
  if (queued.length === 0) return undefined
  return (
    <>
      <p className="flex min-h-11 items-center gap-2 border-t border-line bg-sun-wash ps-4 pe-2 text-sm text-sun-ink sm:ps-5 sm:pe-3">
        <Clock aria-hidden className="size-4 shrink-0" />
        <output className="min-w-0 grow font-semibold">{queueWords(queued)}</output>
        <Link to="/waiting" className="flex min-h-11 shrink-0 items-center px-2 font-medium">
          See them
        </Link>
      </p>
      {shown.length > 0 && (
        <ul aria-label="Waiting for the network">
          {shown.map((act) => (
            <li key={act.key} className="border-t border-line">
              <WaitingRow act={act} takesFocus={!first.has(act.key)} className="px-4 py-1.5 sm:px-5" />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns `3 wait for the network, 1 could not be sent`. */
function queueWords(queued: readonly QueuedAct[]): string {
  const waiting = queued.filter(isWaiting).length
  const old = queued.filter(({ refusal }) => refusal?.code === TOO_OLD).length
  const refused = queued.length - waiting - old
  return [
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for the network`] : []),
    ...(refused > 0 ? [`${refused} could not be sent`] : []),
    ...(old > 0 ? [`${old} from more than 30 days ago`] : []),
  ].join(', ')
}
