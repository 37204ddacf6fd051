import { DatabaseZap, X } from 'lucide-react'
import { useState } from 'react'
import { dismiss, isDismissed } from '../lib/storage.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { IconButton } from '../ui/icon-button.tsx'

export function Banner() {
  const [dismissed, setDismissed] = useState(() => isDismissed('banner'))
  // The prerendered page contains the banner; public/before-paint.js hides it there until hydration.
  const isHydrated = useHydrated()
  if (dismissed && isHydrated) return undefined

  function close() {
    dismiss('banner')
    setDismissed(true)
  }

  return (
    <aside
      aria-label="Announcement"
      className="print:hidden in-data-[banner=dismissed]:hidden bg-sun-wash text-sm text-sun-ink"
    >
      <div className="page flex items-center gap-3 sm:justify-center">
        <DatabaseZap aria-hidden className="size-4 shrink-0" />
        <p className="grow py-1 text-xs leading-tight sm:grow-0 sm:py-1.5 sm:text-sm">
          Our database was hacked. They watered everyone’s cactus.{' '}
          <span className="whitespace-nowrap">Just kidding.</span>
        </p>
        <IconButton label="Dismiss announcement" tone="plain" dense onClick={close} className="-me-2">
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </aside>
  )
}
