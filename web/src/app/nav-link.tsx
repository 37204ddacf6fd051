import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'

export interface NavLinkProps {
  readonly to: string
  readonly className: (isCurrent: boolean) => string
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** A link of a navigation: marks the page that is shown, for the eye and for screen readers. */
export function NavLink({ to, className, ...link }: NavLinkProps) {
  const [isCurrent] = useRoute(to)
  return <Link {...link} to={to} aria-current={isCurrent ? 'page' : undefined} className={className(isCurrent)} />
}
