import { lazy, Suspense, useEffect, useRef } from 'react'
import { BrowserRouter, useNavigate } from 'react-router'
import { useSession } from '../features/session/use-session.ts'
import { onSessionLost } from '../lib/session-lost.ts'
import { followTheme, setTheme } from '../lib/theme.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { toast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { VersionNotice } from './version-notice.tsx'

// A visitor and a member load only what is theirs.
const Visitor = lazy(async () => ({ default: (await import('./visitor.tsx')).Visitor }))
const Member = lazy(async () => ({ default: (await import('./member.tsx')).Member }))

export function App() {
  const { signedIn, userId } = useSession()
  useEffect(followTheme, [])
  useEffect(
    () =>
      onSessionLost(() => {
        setTheme('light')
        toast.error('Your session has ended. Please sign in again.', { id: 'session-lost' })
      }),
    [],
  )
  return (
    <BrowserRouter>
      <LeaveOnSignOut signedIn={signedIn} />
      <ErrorBoundary>
        <Suspense>{signedIn ? <Member key={userId} userId={userId} /> : <Visitor />}</Suspense>
      </ErrorBoundary>
      <Toaster />
      <VersionNotice />
    </BrowserRouter>
  )
}

/** However a session ends, here, on the server or in another tab: the way leads to the sign-in. */
function LeaveOnSignOut({ signedIn }: { signedIn: boolean }) {
  const navigate = useNavigate()
  const before = useRef(signedIn)
  useEffect(() => {
    if (before.current && !signedIn) void navigate('/signin', { replace: true })
    before.current = signedIn
  }, [signedIn, navigate])
  return undefined
}
