import { Suspense, useEffect, useRef, type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../lib/classes.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Footer } from './footer.tsx'
import { DatabaseZap, X } from 'lucide-react'
import { dismiss, isDismissed } from '../lib/storage.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Until the first page is shown, where the browser places the focus. Signing in or out shows another layout. */
let isOpening = true

/** Moves the focus and the scroll position to the start of each new page. */
export function Layout({ header, tabs, children }: { header: ReactNode; tabs?: ReactNode; children: ReactNode }) {
  const [pathname] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef<string>(undefined)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (isOpening) {
      isOpening = false
      return
    }
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className={classes('flex min-h-dvh flex-col', tabs !== undefined && 'max-lg:pb-14 print:pb-0')}>
      <a href="#main" className="skip-link rounded-control bg-leaf px-4 py-2.5 font-semibold text-on-leaf">
        Skip to content
      </a>
      <Banner />
      {header}
      {tabs}
      {/* Full height keeps the footer out of sight while the page loads. */}
      <main ref={main} id="main" tabIndex={-1} className="page flex min-h-dvh flex-col pt-6 pb-14 sm:pt-8 sm:pb-18">
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  )
}

function Banner() {
  const [dismissed, setDismissed] = useState(() => isDismissed('banner'))
  // The prerendered page contains the banner; public/before-paint.js hides it there until hydration.
  const isHydrated = useHydrated()
  if (dismissed && isHydrated) return undefined

  function close() {
    dismiss('banner')
    setDismissed(true)
  }

  return (
    <aside
      aria-label="Announcement"
      className="print:hidden in-data-[banner=dismissed]:hidden bg-sun-wash text-sm text-sun-ink"
    >
      <div className="page flex items-center gap-3 sm:justify-center">
        <DatabaseZap aria-hidden className="size-4 shrink-0" />
        <p className="grow py-1 text-xs leading-tight sm:grow-0 sm:py-1.5 sm:text-sm">
          Our database was hacked. They watered everyone’s cactus.{' '}
          <span className="whitespace-nowrap">Just kidding.</span>
        </p>
        <IconButton label="Dismiss announcement" tone="plain" dense onClick={close} className="-me-2">
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </aside>
  )
}
