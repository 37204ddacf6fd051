import { lazy, Suspense, useEffect, useRef } from 'react'
import { Router, useLocation } from 'wouter'
import { useSession } from '../features/session/use-session.ts'
import { navigateOnce } from '../lib/navigation.ts'
import { nextTask } from '../lib/next-task.ts'
import { onSessionLost } from '../lib/session-lost.ts'
import { followTheme, setTheme } from '../lib/theme.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { toast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { VersionNotice } from './version-notice.tsx'

// A visitor and a member load only what is theirs.
const Visitor = lazy(async () => ({ default: (await import('./visitor.tsx')).Visitor }))
// Evaluating all of a member's application at once would keep a slow phone from reacting to touch.
const Member = lazy(async () => {
  await import('../lib/call.ts')
  await nextTask()
  return { default: (await import('./member.tsx')).Member }
})

export function App() {
  const { signedIn } = useSession()
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
    <Router aroundNav={navigateOnce}>
      <LeaveOnSignOut signedIn={signedIn} />
      <ErrorBoundary>
        <Suspense>
          <VisitorOrMember />
        </Suspense>
      </ErrorBoundary>
      <Toaster />
      <VersionNotice />
    </Router>
  )
}

/**
 * The pages that links in mails open; they are shown to a visitor. A session that this browser still holds may have
 * ended, and the redirect to the sign-in would lose the secret of the link.
 */
const BY_LINK = new Set(['/reset', '/undo-email'])

function VisitorOrMember() {
  const { signedIn, userId } = useSession()
  const [pathname] = useLocation()
  return signedIn && !BY_LINK.has(pathname) ? <Member key={userId} userId={userId} /> : <Visitor />
}

/** Navigates to the sign-in however a session ends: here, on the server or in another tab. */
function LeaveOnSignOut({ signedIn }: { signedIn: boolean }) {
  const [pathname, navigate] = useLocation()
  const before = useRef(signedIn)
  useEffect(() => {
    if (before.current && !signedIn && !BY_LINK.has(pathname)) navigate('/signin', { replace: true })
    before.current = signedIn
  }, [signedIn, navigate, pathname])
  return undefined
}
