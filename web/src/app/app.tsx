import { Suspense, useEffect, useRef } from 'react'
import { Router, useLocation } from 'wouter'
import { useSession } from '../shared/session/use-session.ts'
import { navigateOnce } from '../lib/navigation.ts'
import { nextTask } from '../lib/next-task.ts'
import { onDemand } from '../lib/on-demand.ts'
import { onSessionLost } from '../lib/session-lost.ts'
import { followTheme, setTheme } from '../lib/theme.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { toast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { VersionNotice } from './version-notice.tsx'

// A visitor and a member load only what is theirs.
const Visitor = onDemand(async () => (await import('./visitor.tsx')).Visitor)
const Member = onDemand(async () => (await import('./member.tsx')).Member)

/**
 * Loads what is rendered first at a path, so that no part of it has to be waited for. Each file is evaluated in a task of
 * its own: all at once would keep a slow phone from reacting to touch.
 */
export async function loadFirst(pathname: string, isMember: boolean): Promise<void> {
  if (isMember) {
    await import('../lib/call.ts')
    await nextTask()
    await import('../lib/dates.ts')
    await nextTask()
    await import('../shared/live/live-message.ts')
    await nextTask()
    await Member.load()
  } else await Visitor.load()
  await nextTask()
  const { loadScreen } = isMember ? await import('./member.tsx') : await import('./visitor.tsx')
  await loadScreen(pathname)
  await nextTask()
}

/** @param path what a prerendered page is rendered for; the address of the browser when left out */
export function App({ path }: { path?: string }) {
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
    <Router aroundNav={navigateOnce} {...(path === undefined ? {} : { ssrPath: path })}>
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
