import { useSyncExternalStore } from 'react'
import { newerVersion, onNewerVersion } from '../lib/service-worker-registration.ts'
import { Button } from '../ui/button.tsx'

export function VersionNotice() {
  const takeOver = useSyncExternalStore(onNewerVersion, newerVersion, newerVersion)
  return (
    <output className="pointer-events-none fixed inset-x-0 top-18 z-30 sm:top-20 flex justify-center px-4">
      {takeOver && (
        <div className="enter pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-surface py-1.5 ps-4 pe-2 text-sm font-medium shadow-dialog">
          A new version is ready.
          <Button dense onClick={takeOver}>
            Reload
          </Button>
        </div>
      )}
    </output>
  )
}
