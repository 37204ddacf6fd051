type Waiting = () => void
let takeOver: Waiting | undefined
const listeners = new Set<() => void>()

/**
 * Registers the service worker, which keeps the files of the application so that it opens without the server, and
 * watches for a newer version. Browsers allow it on https and localhost only.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (!registration) return
  const look = () => {
    const { waiting } = registration
    // Without a controller this is the first visit, and nothing is old.
    if (!waiting || !serviceWorker.controller) return
    // A service worker has the origin of its page; its postMessage takes none.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    takeOver = () => waiting.postMessage('take over')
    for (const listener of listeners) listener()
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  serviceWorker.addEventListener('controllerchange', () => {
    if (takeOver) window.location.reload()
  })
}

/** How to change to the newer version that waits; undefined while there is none. */
export function newerVersion(): Waiting | undefined {
  return takeOver
}

export function onNewerVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
