import { Check, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classes } from '../../lib/classes.ts'
import { formatTime } from '../../lib/format.ts'
import type { QueuedAct } from './queued-act.ts'
import { UndoButton } from './undo-button.tsx'

interface WaitingRowProps {
  act: QueuedAct
  /** Moves the focus to Undo, in place of the button that was pressed. */
  takesFocus?: boolean
  className?: string
}

/** Says that an act is kept until it can be sent, and offers to take it back. */
export function WaitingRow({ act, takesFocus = false, className }: WaitingRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body)
      row.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <div ref={row} className={classes('flex min-h-16 items-center gap-2 sm:gap-3', className)}>
      {act.route === 'photo' ? (
        <img src={act.preview} alt="" className="size-11 shrink-0 rounded-small object-cover" />
      ) : (
        <span className="grid size-11 shrink-0 place-items-center rounded-small bg-leaf-wash text-leaf-strong max-[22.5rem]:hidden">
          <Check aria-hidden className="size-5" />
        </span>
      )}
      <output className="min-w-0 grow">
        <bdi className="block truncate leading-snug font-medium max-[22.5rem]:whitespace-normal">{act.label}</bdi>
        <span className="flex items-center gap-1 text-sm text-sun-ink">
          <Clock aria-hidden className="size-3.5 shrink-0" />
          <span>
            waits for the network, <time dateTime={act.at}>{formatTime(act.at)}</time>
          </span>
        </span>
      </output>
      <UndoButton act={act} className="shrink-0" />
    </div>
  )
}
