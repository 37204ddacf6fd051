import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { classes } from '../lib/classes.ts'

interface Crumb {
  readonly name: string
  /** Absent for the page on the screen. */
  readonly to?: string
}

/** Leads to the pages above, the highest first. */
export function Breadcrumb({ crumbs, className = 'mb-2' }: { crumbs: readonly Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={classes('text-sm text-ink-soft', className)}>
      <ol className="flex min-w-0 items-center gap-1.5">
        {crumbs.map(({ name, to }, index) => (
          <Fragment key={to ?? ''}>
            {index > 0 && (
              <li aria-hidden>
                <ChevronRight className="size-4" />
              </li>
            )}
            {to === undefined ? (
              <li aria-current="page" className="min-w-0 truncate">
                <bdi>{name}</bdi>
              </li>
            ) : (
              <li>
                <Link to={to} className="hit-area hover:underline">
                  {name}
                </Link>
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
