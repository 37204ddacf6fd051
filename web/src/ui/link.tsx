import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this application. */
  to: string
}

/**
 * A link within the application. The router's own carries 5 KB of prefetching for servers that render React, which
 * every first visit would pay.
 */
export function Link({ to, onClick, children, ...anchor }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler(to)
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}

export interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className: (isCurrent: boolean) => string
}

/** A link that knows, and says, that it leads to the page one is on. */
export function NavLink({ className, ...link }: NavLinkProps) {
  const isCurrent = useLocation().pathname === link.to
  return <Link {...link} aria-current={isCurrent ? 'page' : undefined} className={className(isCurrent)} />
}
