import { Check, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { formatAge } from '../../lib/format.ts'
import { useRemoveCare } from '../../shared/care/care-mutations.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { DoneAct } from './done-act.ts'

interface ActButtonProps {
  icon: ReactNode
  words: string
  aside?: string | undefined
  /** The one that most people scan a label for. */
  first?: boolean
  busy: boolean
  onClick: () => void
}

export function ActButton({ icon, words, aside, first = false, busy, onClick }: ActButtonProps) {
  return (
    <Button
      variant={first ? 'leaf' : 'soft'}
      busy={busy}
      onClick={onClick}
      className={first ? 'min-h-16 w-full text-lg' : 'min-h-14 w-full justify-start!'}
    >
      {icon}
      <span className="min-w-0 truncate">{words}</span>
      {aside !== undefined && <span className="ms-auto shrink-0 text-sm font-normal">{aside}</span>}
    </Button>
  )
}

interface DoneRowProps {
  act: DoneAct
  /** `Watered`. */
  words: string
  now: number
  onUndone: () => void
}

/** Takes the place of a button whose work was done. */
export function DoneRow({ act: { careId, at, nextOn, by }, words, now, onUndone }: DoneRowProps) {
  const undo = useRemoveCare()
  const age = now - at < 60_000 ? 'just now' : formatAge(now - at)
  const send = () =>
    undo.mutate(
      { careId, batch: true, label: words },
      { onSuccess: onUndone, onError: (error) => void toast.error(failureMessage(error)) },
    )
  return (
    <div className="flex min-h-16 items-center gap-3 rounded-control bg-leaf-wash py-2 ps-4 pe-2 text-leaf-strong">
      <Check aria-hidden className="size-5 shrink-0" />
      <output className="min-w-0 grow">
        <span className="block truncate font-semibold">
          {by === undefined ? (
            `${words} ${age}`
          ) : (
            <>
              <bdi>{by}</bdi> did it {age}
            </>
          )}
        </span>
        {nextOn !== undefined && <span className="block text-sm">next on {nextOn}</span>}
      </output>
      {by === undefined && (
        <Button variant="ghost" busy={undo.isPending} onClick={send} className="bg-surface text-ink">
          <Undo2 aria-hidden className="size-4" />
          Undo
        </Button>
      )}
    </div>
  )
}
