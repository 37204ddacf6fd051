import { ChevronDown } from 'lucide-react'
import { useLocation } from 'wouter'
import { useUser } from '../shared/session/session-queries.ts'
import { signOut } from '../shared/session/sign-out.ts'
import { Menu } from '../ui/menu.tsx'
import { accountLinks } from './navigation-links.ts'

export function UserMenu() {
  const [, navigate] = useLocation()
  const user = useUser()
  return (
    <Menu
      label="Your menu"
      buttonLabel={user ? `Your menu, ${user.firstName} ${user.lastName}` : 'Your menu'}
      head={user && <p className="truncate px-3 pt-2 pb-1.5 text-sm text-ink-soft">{user.email}</p>}
      groups={[
        accountLinks.map(({ to, label }) => ({ label, onChoose: () => navigate(to) })),
        [{ label: 'Logout', onChoose: signOut }],
      ]}
      className="flex min-h-11 items-center gap-2 rounded-pill"
    >
      {/* Drawn by CSS, because the accessible name must contain all visible text. */}
      <span
        data-initials={user ? initialsOf(user.firstName, user.lastName) : ''}
        className="grid size-9 place-items-center rounded-pill bg-leaf-wash text-sm font-semibold text-leaf-strong before:content-[attr(data-initials)]"
      />
      <ChevronDown aria-hidden className="hidden size-4 text-ink-soft sm:block" />
    </Menu>
  )
}

function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName].map((name) => firstLetter(name.trim())).join('')
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)
  return first?.segment.toUpperCase() ?? ''
}
