import { classes } from '../lib/classes.ts'
import { NavLink } from './nav-link.tsx'
import { navigationLinks } from './navigation-links.ts'
import { AlertBadge } from './alert-badge.tsx'

export function MainNavigation() {
  return (
    <nav aria-label="Main" className="hidden items-stretch lg:flex">
      {navigationLinks.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className={(isActive) =>
            classes(
              '-mb-px flex items-center gap-2 border-b-2 px-2.5 -outline-offset-4! transition-colors xl:px-3.5',
              isActive ? 'border-leaf font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )
          }
        >
          {label}
          {to === '/alerts' && <AlertBadge />}
        </NavLink>
      ))}
    </nav>
  )
}
