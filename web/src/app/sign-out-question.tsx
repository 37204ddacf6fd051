import { useQueued } from '../shared/queue/queue.ts'
import { endSession } from '../shared/session/sign-out.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface SignOutQuestionProps {
  open: boolean
  onClose: () => void
}

export function SignOutQuestion({ open, onClose }: SignOutQuestionProps) {
  const queued = useQueued()
  const count = queued.length

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
      <p className="text-ink-soft wrap-anywhere">
        Signing out deletes {count === 1 ? 'it' : 'them'} from this phone:{' '}
        <bdi>{labelsOf(queued.map(({ label }) => label))}</bdi>.
      </p>
    </Dialog>
  )
}

const LABELS_MAX = 5

/** Returns `Watered Lemon, Fed Basil and 3 more`. */
function labelsOf(labels: readonly string[]): string {
  const named = labels.slice(0, LABELS_MAX).join(', ')
  return labels.length > LABELS_MAX ? `${named} and ${labels.length - LABELS_MAX} more` : named
}
