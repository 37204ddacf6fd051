import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Asks before a link, Back or closing the page drops what was changed. */
export function LeaveQuestion({ isChanged }: { isChanged: boolean }) {
  const [, navigate] = useLocation()
  const [to, setTo] = useState<string>()

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
      setTo(`${link.pathname}${link.search}${link.hash}`)
    }
    window.addEventListener('beforeunload', unload)
    // Before the router takes the click.
    document.addEventListener('click', click, true)
    return () => {
      window.removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, true)
    }
  }, [isChanged])

  return (
    <ConfirmDialog
      open={to !== undefined}
      title="Leave without saving?"
      confirmLabel="Leave"
      danger
      onConfirm={() => {
        if (to !== undefined) navigate(to)
      }}
      onClose={() => setTo(undefined)}
    >
      What you changed in this rule is lost.
    </ConfirmDialog>
  )
}
