type Waiting = () => void
let takeOver: Waiting | undefined
const listeners = new Set<() => void>()

/** Registers the service worker and watches for a newer version. Browsers allow it only on https and localhost. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (!registration) return
  const check = () => {
    const { waiting } = registration
    // Without a controller this is the first visit.
    if (!waiting || !serviceWorker.controller) return
    // A service worker has the origin of its page; its postMessage takes none.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    takeOver = () => waiting.postMessage('take over')
    for (const listener of listeners) listener()
  }
  check()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', check))
  serviceWorker.addEventListener('controllerchange', () => {
    if (takeOver) window.location.reload()
  })
}

/** Returns a function that activates the waiting version, if any. */
export function newerVersion(): Waiting | undefined {
  return takeOver
}

export function onNewerVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
