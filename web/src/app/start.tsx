import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, loadFirst } from './app.tsx'
import { watchExceptions } from '../lib/error-reports.ts'
import { restoreHousehold } from '../lib/household-address.ts'
import { prepareFormatters } from '../lib/prepare-formatters.ts'
import { registerServiceWorker } from '../lib/service-worker-registration.ts'
import { readToken } from '../lib/token.ts'

/** Longer than a slow phone takes from here to the content of a page. */
const CONTENT_WITHIN_MS = 3000

/** Returns the root for this user. Built documents contain one for visitors and one for members. */
function rootFor(audience: 'visitor' | 'member'): HTMLElement {
  const root = document.querySelector<HTMLElement>(`[data-root='${audience}'], [data-root='everybody']`)
  if (!root) throw new Error('The page has no root')
  return root
}

/** Makes a root the whole page, also after a later sign-in or sign-out. */
function takeOver(root: HTMLElement): void {
  root.inert = false
  delete root.dataset['root']
  for (const other of document.querySelectorAll('[data-root]')) other.remove()
}

function Page({ onRendered }: { onRendered: () => void }) {
  useLayoutEffect(onRendered, [onRendered])
  return (
    <StrictMode>
      <App />
    </StrictMode>
  )
}

// Transitions render in short tasks, which keeps slow phones responsive to touch during startup.
async function start(): Promise<void> {
  const isMember = readToken() !== null
  if (isMember) {
    void prepareFormatters()
    restoreHousehold()
  }
  const root = rootFor(isMember ? 'member' : 'visitor')
  const isPrerendered = root.hasChildNodes()
  const page = <Page onRendered={() => takeOver(root)} />
  // A failed import is retried and reported by the render.
  if (isMember || isPrerendered) await loadFirst(window.location.pathname, isMember).catch(() => undefined)
  // The member's prerendered page is replaced, not hydrated.
  if (isMember || !isPrerendered) return startTransition(() => createRoot(root).render(page))
  startTransition(() => void hydrateRoot(root, page))
  // Replays the click recorded by public/before-paint.js; React hydrates its target at once.
  root.querySelector<HTMLElement>('[data-pressed]')?.click()
}

watchExceptions()
void start()
// The service worker fetches all files of the application, which would delay the content of a first visit by a fifth.
if (import.meta.env.PROD) setTimeout(() => void registerServiceWorker(), CONTENT_WITHIN_MS)
