import { lazy, Suspense, useEffect, useState } from 'react'
import { onSignOutAsked } from '../shared/session/sign-out.ts'

const SignOutQuestion = lazy(async () => ({ default: (await import('./sign-out-question.tsx')).SignOutQuestion }))

/** Asks before a sign-out that would delete acts that have not been sent. */
export function SignOutGuard() {
  const [isAsked, setAsked] = useState(false)
  const [isUsed, setUsed] = useState(false)
  useEffect(
    () =>
      onSignOutAsked(() => {
        setUsed(true)
        setAsked(true)
      }),
    [],
  )
  return <Suspense>{isUsed && <SignOutQuestion open={isAsked} onClose={() => setAsked(false)} />}</Suspense>
}
