import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../ui/icon-button.tsx'
import { topDialog } from '../../ui/open-dialogs.ts'

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }))

/** Opens the search, as do `/` outside of fields and Ctrl K or ⌘ K anywhere. */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!opensSearch(event) || topDialog()) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <IconButton label="Search, Ctrl K" aria-keyshortcuts="/ Control+K Meta+K" onClick={() => setOpen(true)}>
        <Search aria-hidden className="size-5" />
      </IconButton>
      {/* The header of some pages is hidden on phones. */}
      {open &&
        createPortal(
          <Suspense>
            <SearchDialog onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

/** `/` needs Shift on some keyboards. */
function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && !(target instanceof Element && target.closest(FIELD))
}

const FIELD = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'
