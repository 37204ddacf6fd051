import { ArrowLeft, Bell, User, Users, Warehouse } from 'lucide-react'
import { Link, useLocation } from 'wouter'

const LINKS = [
  { to: '/profile', label: 'Account', Icon: User },
  { to: '/household', label: 'Household', Icon: Users },
  { to: '/places', label: 'Places', Icon: Warehouse },
  { to: '/notifications', label: 'Notifications', Icon: Bell },
] as const

/** The pages of the settings. On phones only Account lists them, and the others lead back to it. */
export function SettingsNavigation() {
  const [pathname] = useLocation()
  const isAccount = pathname === '/profile'
  return (
    <>
      {!isAccount && (
        <Link to="/profile" className="flex min-h-11 items-center gap-3 self-start text-ink-soft lg:hidden">
          <ArrowLeft aria-hidden className="size-4.5" />
          Settings
        </Link>
      )}
      <nav aria-label="Settings" className={isAccount ? undefined : 'max-lg:hidden'}>
        <ul className="grid gap-0.5">
          {LINKS.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={pathname === to ? 'page' : undefined}
                className="flex min-h-11 items-center gap-4 rounded-control px-3.5 text-ink-soft hover:bg-sunken aria-[current]:bg-leaf-wash aria-[current]:font-semibold aria-[current]:text-leaf-strong"
              >
                <Icon aria-hidden className="size-4.5" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
