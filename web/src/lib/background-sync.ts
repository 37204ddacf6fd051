/** Shared with the service worker. */
const TAG = 'greenhouse-queue'

interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Has the browser wake this page once there is a network again, also after it was frozen. Not all browsers can. */
export async function askToBeWoken(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  // People can forbid it.
  await (registration as WithSync | undefined)?.sync?.register(TAG).catch(() => undefined)
}

/** Calls back when the browser has woken this page. Returns a function that removes the listener. */
export function onWoken(listener: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const { serviceWorker } = navigator
  const hear = ({ data }: MessageEvent) => data === TAG && listener()
  serviceWorker.addEventListener('message', hear)
  return () => serviceWorker.removeEventListener('message', hear)
}
