import { signOut } from '../features/session/sign-out.ts'
import { classes } from '../lib/classes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NavLink } from './nav-link.tsx'
import { accountLinks, navigationLinks } from './navigation-links.ts'
import { UnseenMark } from './unseen-mark.tsx'

const ENTRY = 'flex min-h-12 w-full items-center gap-2.5 rounded-control px-3 text-lg'

/** The navigation and the user menu in one dialog, for phones. */
export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Menu" open={open} onClose={onClose}>
      <nav aria-label="Menu">
        {[...navigationLinks, ...accountLinks].map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            onClick={onClose}
            className={(isActive) => classes(ENTRY, isActive && 'bg-leaf-wash font-semibold text-leaf-strong')}
          >
            {label}
            {to === '/alerts' && <UnseenMark />}
          </NavLink>
        ))}
      </nav>
      <button type="button" className={classes(ENTRY, 'mt-1 border-t border-line text-ink-soft')} onClick={signOut}>
        Logout
      </button>
    </Dialog>
  )
}
