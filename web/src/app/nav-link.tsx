import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'

interface NavLinkProps {
  readonly to: string
  readonly className: (isCurrent: boolean) => string
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Marks the current page, or an ancestor of it, visually and for screen readers. */
export function NavLink({ to, className, ...link }: NavLinkProps) {
  const [isPage] = useRoute(to)
  const [isAbove] = useRoute(`${to}/:id`)
  const current = isPage ? 'page' : isAbove && to !== '/' ? 'true' : undefined
  return <Link {...link} to={to} aria-current={current} className={className(current !== undefined)} />
}
