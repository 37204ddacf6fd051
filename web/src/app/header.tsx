import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../lib/classes.ts'
import { formatClock, formatWeekday } from '../lib/format.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useNow } from '../lib/use-now.ts'

interface HeaderProps {
  /** Replaces the name of the application on phones. */
  readonly title?: string | undefined
  /** Takes the place of the header on phones. */
  readonly head?: ReactNode
  readonly navigation?: ReactNode
  readonly household?: ReactNode
  readonly search?: ReactNode
  readonly account: ReactNode
}

export function Header({ title, head, navigation, household, search, account }: HeaderProps) {
  return (
    <header className="z-20 border-b border-line bg-surface lg:sticky lg:top-0">
      {head}
      <div
        className={classes(
          'page flex min-h-14 items-stretch gap-x-2 sm:min-h-16 sm:gap-x-6',
          head !== undefined && 'max-sm:hidden',
        )}
      >
        <Link to="/" className="flex items-center gap-2.5 font-serif text-lg font-semibold sm:text-xl">
          <Logo />
          <span className={title === undefined ? 'max-[22.5rem]:sr-only' : 'max-sm:sr-only'}>Greenhouse</span>
          {title !== undefined && (
            <span aria-hidden className="sm:hidden">
              {title}
            </span>
          )}
        </Link>
        {navigation}
        <div className="ms-auto flex items-center gap-1.5 sm:gap-5 max-[22.5rem]:gap-0.5">
          {household}
          {search}
          <Clock />
          {account}
        </div>
      </div>
    </header>
  )
}

const BLANK = '\u00a0'

/** Renders `Fri 20 Nov 09.41.08`; blank in prerendered pages. */
function Clock() {
  const now = useNow()
  const isKnown = useHydrated()
  return (
    <time
      dateTime={isKnown ? new Date(now).toISOString() : undefined}
      className="flex flex-col text-xs leading-tight whitespace-nowrap sm:text-sm xl:flex-row xl:gap-2"
    >
      <span className="text-ink-soft max-[22rem]:hidden">{isKnown ? formatWeekday(now) : BLANK}</span>
      <span className="font-medium">{isKnown ? formatClock(now) : BLANK}</span>
    </time>
  )
}

function Logo() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className="size-6.5 shrink-0 fill-none stroke-leaf stroke-[1.9]"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 21V11a8 8 0 0 1 16 0v10Z" />
      <path d="M12 21v-7.5M12 16c-2.7 0-4.2-1.3-4.2-3.9 2.7 0 4.2 1.3 4.2 3.9ZM12 13.6c0-2.6 1.5-3.9 4.2-3.9 0 2.6-1.5 3.9-4.2 3.9Z" />
    </svg>
  )
}
