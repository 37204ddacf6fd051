import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Asks before a link, Back or closing the page drops what was changed. */
export function LeaveQuestion({ isChanged }: { isChanged: boolean }) {
  const [, navigate] = useLocation()
  const [leave, setLeave] = useState<() => void>()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isChanged) return undefined
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      if (!link || !isPlain || link.target !== '' || link.origin !== location.origin) return
      if (link.pathname === location.pathname && link.hash !== '') return
      event.preventDefault()
      event.stopPropagation()
      const to = `${link.pathname}${link.search}${link.hash}`
      setLeave(() => () => navigate(to))
    }
    const traverse = (event: NavigateEvent) => {
      if (isLeaving.current || event.navigationType !== 'traverse' || !event.cancelable) return
      const { key } = event.destination
      event.preventDefault()
      setLeave(() => () => void window.navigation.traverseTo(key))
    }
    window.addEventListener('beforeunload', unload)
    // Before the router takes the click.
    document.addEventListener('click', click, true)
    // Older browsers can't hold Back.
    const history = 'navigation' in window ? window.navigation : undefined
    history?.addEventListener('navigate', traverse)
    return () => {
      window.removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, true)
      history?.removeEventListener('navigate', traverse)
    }
  }, [isChanged, navigate])

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
