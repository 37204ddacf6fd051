/** Names of everything stored in the browser. Disabled or full storage counts as empty. */
export const STORED = {
  token: 'greenhouse.token',
  browser: 'greenhouse.browser',
  theme: 'greenhouse.theme',
  device: 'greenhouse.device',
  household: 'greenhouse.household',
  alertSeen: 'greenhouse.alert-seen',
  opened: 'greenhouse.opened',
  plants: 'greenhouse.plants',
  devices: 'greenhouse.devices',
  queries: 'greenhouse.known',
  pushChannel: 'greenhouse.push-channel',
  awaited: 'greenhouse.awaited',
  clock: 'greenhouse.clock',
  firstDay: 'greenhouse.first-day',
  morning: 'greenhouse.morning',
  firstSteps: 'greenhouse.first-steps',
} as const
type Name = (typeof STORED)[keyof typeof STORED]

export function readStored(name: Name): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

export function isDismissed(name: string): boolean {
  try {
    return window.sessionStorage.getItem(`greenhouse.${name}`) !== null
  } catch {
    return false
  }
}

/** Hides a notice until the tab is closed. */
export function dismiss(name: string): void {
  try {
    window.sessionStorage.setItem(`greenhouse.${name}`, 'yes')
  } catch {}
}

export function store(name: Name, text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, text)
  } catch {
    // Private windows and full disks reject writes.
  }
}

/** The cache of pictures of the household, which the service worker shows without a network. */
export const PICTURES = 'greenhouse-pictures'

export function forgetPictures(): void {
  // Plain http has no caches.
  if ('caches' in globalThis) void caches.delete(PICTURES).catch(() => false)
}
