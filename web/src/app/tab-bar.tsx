import { Bell, ChartLine, LayoutDashboard, Menu, Sprout } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../lib/classes.ts'
import { NavLink } from './nav-link.tsx'
import { navigationLinks } from './navigation-links.ts'
import { AlertBadge } from './alert-badge.tsx'

const MoreDialog = lazy(async () => ({ default: (await import('./more-dialog.tsx')).MoreDialog }))

const TABS = [
  { to: '/', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/plants', label: 'Plants', Icon: Sprout },
  { to: '/history', label: 'History', Icon: ChartLine },
  { to: '/alerts', label: 'Alerts', Icon: Bell },
] as const

type NavigationLink = (typeof navigationLinks)[number]
type TabPath = (typeof TABS)[number]['to']

const further = navigationLinks.filter((link): link is Exclude<NavigationLink, { to: TabPath }> =>
  TABS.every(({ to }) => to !== link.to),
)

export function TabBar() {
  const [pathname] = useLocation()
  const [used, setUsed] = useState(false)
  const [open, setOpen] = useState(false)

  function show() {
    setUsed(true)
    setOpen(true)
  }

  return (
    <>
      {/* Columns of equal width: a browser may paint some tabs before the others are parsed. */}
      <nav
        aria-label="Main"
        data-foot
        className="fixed inset-x-0 bottom-0 z-20 grid h-14 grid-cols-5 border-t border-line bg-surface lg:hidden print:hidden"
      >
        {TABS.map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} className={tabClass}>
            <TabIcon icon={<Icon aria-hidden className="size-5.5" />}>{to === '/alerts' && <AlertBadge />}</TabIcon>
            {label}
          </NavLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={show}
          className={tabClass(further.some(({ to }) => to === pathname))}
        >
          <TabIcon icon={<Menu aria-hidden className="size-5.5" />} />
          More
        </button>
      </nav>
      <Suspense>{used && <MoreDialog open={open} links={further} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function TabIcon({ icon, children }: { icon: ReactNode; children?: ReactNode }) {
  return (
    <span className="relative sm:flex sm:items-center sm:gap-1.5">
      {icon}
      <span className="empty:hidden max-sm:absolute max-sm:start-3 max-sm:-top-2">{children}</span>
    </span>
  )
}

function tabClass(isCurrent: boolean): string {
  return classes(
    'flex flex-col items-center justify-center gap-0.5 border-t-2 text-xs -outline-offset-4! sm:flex-row sm:gap-2 sm:text-sm',
    isCurrent ? 'border-leaf font-semibold text-leaf-strong' : 'border-transparent text-ink-soft',
  )
}
