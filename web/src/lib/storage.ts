/** The names of everything this browser stores. Storage that is switched off or full counts as empty. */
export const STORED = {
  token: 'greenhouse.token',
  browser: 'greenhouse.browser',
  theme: 'greenhouse.theme',
  device: 'greenhouse.device',
  alertSeen: 'greenhouse.alert-seen',
  queries: 'greenhouse.known',
  pushChannel: 'greenhouse.push-channel',
} as const
type Name = (typeof STORED)[keyof typeof STORED]

export function readStored(name: Name): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Whether a notice was dismissed for as long as this tab lives. */
export function isDismissed(name: string): boolean {
  try {
    return window.sessionStorage.getItem(`greenhouse.${name}`) !== null
  } catch {
    return false
  }
}

/** Records that a notice was dismissed, for as long as this tab lives. */
export function dismiss(name: string): void {
  try {
    window.sessionStorage.setItem(`greenhouse.${name}`, 'yes')
  } catch {
    // The notice comes back with the next visit.
  }
}

/** Stores a text, or removes it when it is null. */
export function store(name: Name, text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, text)
  } catch {
    // Private windows and full disks refuse; the page works without storage.
  }
}
