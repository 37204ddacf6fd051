import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../lib/classes.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'

/** Moves the focus and the scroll position to the start of each new page. */
export function Layout({ header, tabs, children }: { header: ReactNode; tabs?: ReactNode; children: ReactNode }) {
  const [pathname] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
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
