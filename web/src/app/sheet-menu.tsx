import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'

// Only phones open it.
const Sheet = lazy(async () => ({ default: (await import('./sheet.tsx')).Sheet }))

/** The navigation on phones. */
export function SheetMenu() {
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
      <Suspense>{used && <Sheet open={open} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
