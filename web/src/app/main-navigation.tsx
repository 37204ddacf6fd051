import { classes } from '../lib/classes.ts'
import { NavLink } from './nav-link.tsx'
import { navigationLinks } from './navigation-links.ts'
import { UnseenMark } from './unseen-mark.tsx'

export function MainNavigation() {
  return (
    <nav aria-label="Main" className="hidden items-stretch md:flex">
      {navigationLinks.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className={(isActive) =>
            classes(
              '-mb-px flex items-center gap-2 border-b-2 px-3.5 -outline-offset-4! transition-colors',
              isActive ? 'border-leaf font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )
          }
        >
          {label}
          {to === '/alerts' && <UnseenMark />}
        </NavLink>
      ))}
    </nav>
  )
}
