import { useEffect, useState } from 'react'
import { useQueued } from '../shared/queue/queue.ts'
import { endSession, onSignOutAsked } from '../shared/session/sign-out.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before a sign-out that would delete acts that have not been sent. */
export function SignOutQuestion() {
  const [isOpen, setOpen] = useState(false)
  const count = useQueued().length
  useEffect(() => onSignOutAsked(() => setOpen(true)), [])
  const close = () => setOpen(false)

  return (
    <Dialog
      // The last may be sent while the question is open.
      open={isOpen && count > 0}
      title={count === 1 ? '1 action has not been sent' : `${count} actions have not been sent`}
      onClose={close}
      footer={
        <>
          <Button variant="danger" onClick={endSession}>
            Delete {count === 1 ? 'it' : 'them'} and sign out
          </Button>
          <Button variant="leaf" onClick={close}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">They are kept on this phone alone, until the network is back.</p>
    </Dialog>
  )
}
