import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toastFailure } from '../../ui/toast-failure.ts'
import type { QueuedAct } from './queued-act.ts'
import { useTakeBack } from './use-perform.ts'

interface UndoButtonProps {
  act: QueuedAct
  dense?: boolean
  className?: string
}

/** Takes back an act that waits for the network. */
export function UndoButton({ act: { key, label }, dense = false, className }: UndoButtonProps) {
  const takeBack = useTakeBack()
  const [busy, setBusy] = useState(false)

  async function undo() {
    setBusy(true)
    try {
      await takeBack(key)
    } catch (error) {
      toastFailure(error)
      setBusy(false)
    }
  }

  return (
    <Button
      data-undo
      variant="ghost"
      dense={dense}
      busy={busy}
      aria-label={`Undo: ${label}`}
      onClick={() => void undo()}
      className={`px-3! ${className ?? ''}`}
    >
      <Undo2 aria-hidden className="size-4 max-sm:hidden" />
      Undo
    </Button>
  )
}
