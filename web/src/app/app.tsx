import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Router, useLocation } from 'wouter'
import { useSession } from '../shared/session/use-session.ts'
import { inHousehold } from '../lib/household-address.ts'
import { isInvitationPath } from '../lib/invitation-address.ts'
import { navigateOnce } from '../lib/navigation.ts'
import { nextTask } from '../lib/next-task.ts'
import { onDemand } from '../lib/on-demand.ts'
import { isScannedPath, signInBackTo } from '../lib/return-address.ts'
import { onSessionLost } from '../lib/session-lost.ts'
import { followTheme, setTheme } from '../lib/theme.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { toast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { newerVersion, onNewerVersion } from '../lib/service-worker-registration.ts'
import { Button } from '../ui/button.tsx'

const Visitor = onDemand(async () => (await import('./visitor.tsx')).Visitor)
const Member = onDemand(async () => (await import('./member.tsx')).Member)

/** Loads the code of the first render, each file in its own task to keep slow phones responsive. */
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

/** @param path the path to prerender; defaults to the browser's address */
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
    <Router aroundNav={navigateOnce} hrefs={inHousehold} {...(path === undefined ? {} : { ssrPath: path })}>
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

/** Opened by links in mails. Shown even to members: an expired session would redirect and lose the link's secret. */
const BY_LINK = new Set(['/reset', '/undo-email'])

function VisitorOrMember() {
  const { signedIn, userId } = useSession()
  const [pathname] = useLocation()
  return signedIn && !BY_LINK.has(pathname) ? <Member key={userId} userId={userId} /> : <Visitor />
}

/** Redirects to the sign-in when the session ends: here, on the server or in another tab. */
function LeaveOnSignOut({ signedIn }: { signedIn: boolean }) {
  const [pathname, navigate] = useLocation()
  const before = useRef(signedIn)
  useEffect(() => {
    if (before.current && !signedIn && !BY_LINK.has(pathname) && !isInvitationPath(pathname))
      navigate(isScannedPath(pathname) ? signInBackTo(pathname) : '/signin', { replace: true })
    before.current = signedIn
  }, [signedIn, navigate, pathname])
  return undefined
}

function VersionNotice() {
  const takeOver = useSyncExternalStore(onNewerVersion, newerVersion, newerVersion)
  return (
    <output className="pointer-events-none fixed inset-x-0 top-18 z-30 sm:top-20 flex justify-center px-4">
      {takeOver && (
        <div className="enter pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-surface py-1.5 ps-4 pe-2 text-sm font-medium shadow-dialog">
          A new version is ready.
          <Button dense onClick={takeOver}>
            Reload
          </Button>
        </div>
      )}
    </output>
  )
}
