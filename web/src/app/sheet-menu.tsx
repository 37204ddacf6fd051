import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

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
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={show}
        className="-me-2 grid size-11 place-items-center rounded-control"
      >
        <Menu aria-hidden className="size-5.5" />
      </button>
      <Suspense>{used && <Sheet open={open} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
