import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'

// Only phones open it.
const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }))

/** Opens the menu on phones. */
export function MobileMenuButton() {
  const [used, setUsed] = useState(false)
  const [open, setOpen] = useState(false)

  function show() {
    setUsed(true)
    setOpen(true)
  }

  return (
    <div className="md:hidden">
      <IconButton label="Menu" tone="plain" aria-haspopup="dialog" onClick={show} className="-me-2">
        <Menu aria-hidden className="size-5.5" />
      </IconButton>
      <Suspense>{used && <MobileMenu open={open} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
