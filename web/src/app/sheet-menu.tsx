import { Menu } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '../features/session/sign-out.ts'
import { classes } from '../lib/classes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NavLink } from '../ui/link.tsx'
import { accountLinks, navigationLinks } from './navigation-links.ts'
import { UnseenMark } from './unseen-mark.tsx'

const ENTRY = 'flex min-h-12 w-full items-center gap-2.5 rounded-control px-3 text-lg'

/** The navigation on phones: a sheet from below. */
export function SheetMenu() {
  const [open, setOpen] = useState(false)
  return (
    <div className="md:hidden">
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-me-2 grid size-11 place-items-center rounded-control"
      >
        <Menu aria-hidden className="size-5.5" />
      </button>
      <Dialog title="Menu" open={open} onClose={() => setOpen(false)}>
        <nav aria-label="Menu">
          {[...navigationLinks, ...accountLinks].map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              onClick={() => setOpen(false)}
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
    </div>
  )
}
