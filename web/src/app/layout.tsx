import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../lib/classes.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'

/** What stands around every screen. A navigation moves the focus and the scroll position to the start of the new one. */
export function Layout({ header, tabs, children }: { header: ReactNode; tabs?: ReactNode; children: ReactNode }) {
  const [pathname] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const [loading, setLoading] = useState(false)

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
      <main ref={main} id="main" tabIndex={-1} className="page flex grow flex-col pt-6 pb-14 sm:pt-8 sm:pb-18">
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<LoadingScreen onChange={setLoading} />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {/* It would move when the screen comes. Hidden, it keeps what was typed into it. */}
      <div hidden={loading}>
        <Footer />
      </div>
    </div>
  )
}

/** Shown until the screen is loaded, and reports that it is. As high as the window, so that the scrollbar stays. */
function LoadingScreen({ onChange }: { onChange: (loading: boolean) => void }) {
  useLayoutEffect(() => {
    onChange(true)
    return () => onChange(false)
  }, [onChange])
  return (
    <div className="min-h-dvh">
      <Loading />
    </div>
  )
}
