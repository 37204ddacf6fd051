import { useEffect, useRef, useState } from 'react'
import { holdNavigations } from '../../../lib/navigation.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Asks before a navigation, Back or closing the page drops what was changed. */
export function LeaveQuestion({ isChanged }: { isChanged: boolean }) {
  const [leave, setLeave] = useState<() => void>()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isChanged) return undefined
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    const traverse = (event: NavigateEvent) => {
      if (isLeaving.current || event.navigationType !== 'traverse' || !event.cancelable) return
      const { key } = event.destination
      event.preventDefault()
      setLeave(() => () => void window.navigation.traverseTo(key))
    }
    window.addEventListener('beforeunload', unload)
    const release = holdNavigations((go) => setLeave(() => go))
    // Older browsers can't hold Back.
    const history = 'navigation' in window ? window.navigation : undefined
    history?.addEventListener('navigate', traverse)
    return () => {
      window.removeEventListener('beforeunload', unload)
      release()
      history?.removeEventListener('navigate', traverse)
    }
  }, [isChanged])

  return (
    <ConfirmDialog
      open={leave !== undefined}
      title="Leave without saving?"
      confirmLabel="Leave"
      danger
      onConfirm={() => {
        isLeaving.current = true
        leave?.()
      }}
      onClose={() => setLeave(undefined)}
    >
      What you changed in this rule is lost.
    </ConfirmDialog>
  )
}
