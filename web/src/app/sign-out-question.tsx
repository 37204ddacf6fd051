import { useQueued } from '../shared/queue/queue.ts'
import { endSession } from '../shared/session/sign-out.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface SignOutQuestionProps {
  open: boolean
  onClose: () => void
}

export function SignOutQuestion({ open, onClose }: SignOutQuestionProps) {
  const count = useQueued().length

  return (
    <Dialog
      // The last may be sent while the question is open.
      open={open && count > 0}
      title={count === 1 ? '1 action has not been sent' : `${count} actions have not been sent`}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={endSession}>
            Delete {count === 1 ? 'it' : 'them'} and sign out
          </Button>
          <Button variant="leaf" onClick={onClose}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">They are kept on this phone alone, until the network is back.</p>
    </Dialog>
  )
}
