import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, loadFirst } from './app.tsx'
import { watchExceptions } from '../lib/error-reports.ts'
import { prepareFormatters } from '../lib/prepare-formatters.ts'
import { registerServiceWorker } from '../lib/service-worker-registration.ts'
import { readToken } from '../lib/token.ts'

/** The page of the document for this person. Built documents hold one for visitors and one for members. */
function rootFor(audience: 'visitor' | 'member'): HTMLElement {
  const root = document.querySelector<HTMLElement>(`[data-root='${audience}'], [data-root='everybody']`)
  if (!root) throw new Error('The page has no root')
  return root
}

/** Makes a root the whole page: who signs in or out later sees it as well. */
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

// A transition is rendered in short tasks, so that a phone responds to touch while the application starts.
async function start(): Promise<void> {
  const isMember = readToken() !== null
  if (isMember) void prepareFormatters()
  const root = rootFor(isMember ? 'member' : 'visitor')
  const isPrerendered = root.hasChildNodes()
  const page = <Page onRendered={() => takeOver(root)} />
  // What fails to load is tried again, and said, when it is rendered.
  if (isMember || isPrerendered) await loadFirst(window.location.pathname, isMember).catch(() => undefined)
  // A member's page is a still picture until the first render replaces it.
  if (isMember || !isPrerendered) return startTransition(() => createRoot(root).render(page))
  startTransition(() => void hydrateRoot(root, page))
  // React hydrates what is pressed at once. See public/before-paint.js.
  root.querySelector<HTMLElement>('[data-pressed]')?.click()
}

watchExceptions()
// The service worker loads all files of the application, so the page that is opened comes first.
void start().then(import.meta.env.PROD ? registerServiceWorker : undefined)
