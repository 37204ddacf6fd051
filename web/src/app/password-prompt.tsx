import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { onPasswordQuestion, passwordQuestion } from '../lib/with-password.ts'

const PasswordDialog = lazy(async () => ({ default: (await import('../ui/password-dialog.tsx')).PasswordDialog }))

export function PasswordPrompt() {
  const question = useSyncExternalStore(onPasswordQuestion, passwordQuestion, passwordQuestion)
  const [isLoaded, setLoaded] = useState(false)
  if (question && !isLoaded) setLoaded(true)
  if (!isLoaded) return undefined
  return (
    <Suspense>
      <PasswordDialog
        open={question !== undefined}
        title="Confirm that it is you"
        confirmLabel="Continue"
        onConfirm={async (password) => question?.answer(password)}
        onClose={() => question?.cancel()}
      >
        You signed in more than ten minutes ago.
      </PasswordDialog>
    </Suspense>
  )
}
