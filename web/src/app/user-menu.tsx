import { ChevronDown } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react'
import { useLocation } from 'wouter'
import { useUser } from '../features/session/session-queries.ts'
import { signOut } from '../features/session/sign-out.ts'
import { initialsOf } from './initials.ts'
import { accountLinks } from './navigation-links.ts'

const ITEM =
  'flex min-h-11 w-full items-center justify-between gap-6 rounded-control px-3 text-start hover:bg-sunken -outline-offset-2!'

/** The avatar and its menu: arrow keys, Home and End move, Escape closes. */
export function UserMenu() {
  const user = useUser()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function place({ newState }: ToggleEvent) {
    const spot = button.current?.getBoundingClientRect()
    if (newState !== 'open' || !spot || !menu.current) return
    menu.current.style.top = `${spot.bottom + window.scrollY + 8}px`
    menu.current.style.right = `${document.documentElement.clientWidth - spot.right}px`
  }

  function toggled({ newState }: ToggleEvent) {
    setOpen(newState === 'open')
    if (newState === 'open') menu.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget="user-menu"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={user ? `Your menu, ${user.firstName} ${user.lastName}` : 'Your menu'}
        className="flex min-h-11 items-center gap-2 rounded-pill"
      >
        {/* Drawn, not written: the button's name is its label, and must hold every text there is in it. */}
        <span
          data-initials={user ? initialsOf(user.firstName, user.lastName) : ''}
          className="grid size-9 place-items-center rounded-pill bg-leaf-wash text-sm font-semibold text-leaf-strong before:content-[attr(data-initials)]"
        />
        <ChevronDown aria-hidden className="hidden size-4 text-ink-soft sm:block" />
      </button>
      <div
        ref={menu}
        id="user-menu"
        popover="auto"
        onBeforeToggle={place}
        onToggle={toggled}
        className="absolute inset-auto m-0 w-64 rounded-card border border-line bg-surface p-1.5 text-ink shadow-dialog"
      >
        <MenuItems close={() => menu.current?.hidePopover()} />
      </div>
    </>
  )
}

function MenuItems({ close }: { close: () => void }) {
  const [, navigate] = useLocation()
  const user = useUser()

  function go(to: string) {
    close()
    navigate(to)
  }

  return (
    <>
      {user && <p className="truncate px-3 pt-2 pb-1.5 text-sm text-ink-soft">{user.email}</p>}
      <div role="menu" aria-label="Your menu" tabIndex={-1} onKeyDown={moveFocus}>
        {accountLinks.map(({ to, label }) => (
          <button key={to} type="button" role="menuitem" tabIndex={-1} className={ITEM} onClick={() => go(to)}>
            {label}
          </button>
        ))}
        <hr className="mx-3 my-1.5 border-line" />
        <button type="button" role="menuitem" tabIndex={-1} className={ITEM} onClick={signOut}>
          Logout
        </button>
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const index = entries.findIndex((entry) => entry === document.activeElement)
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  entries.at(to % entries.length)?.focus()
}
