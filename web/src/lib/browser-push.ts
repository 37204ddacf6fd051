import { readStored, store, STORED } from './storage.ts'

/** `unsupported`: no push service, or no https. `needs-install`: iOS supports push only for installed applications. */
export type PushSupport = 'possible' | 'denied' | 'needs-install' | 'unsupported'

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'needs-install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

interface PushTarget {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** Asks for permission; must be called from a click. Returns null if denied. `publicKey` is base64url. */
export async function subscribeHere(publicKey: string): Promise<PushTarget | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  // The push service refuses a second subscription with another key.
  await (await pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint = '', keys = {} } = (await pushManager.subscribe(options)).toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** Returns the id of this browser's channel, if any. */
export function channelHere(): string | null {
  return readStored(STORED.pushChannel)
}

export function noteChannelHere(channelId: string | null): void {
  store(STORED.pushChannel, channelId)
}

/** Unsubscribes, also offline, so that the browser's next user does not receive this user's alerts. */
export async function unsubscribeHere(): Promise<void> {
  noteChannelHere(null)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Returns a name such as `Firefox on Android`. */
export function browserName(userAgent = navigator.userAgent): string {
  const find = (names: ReadonlyArray<readonly [RegExp, string]>) => names.find(([form]) => form.test(userAgent))?.[1]
  const browser = find([
    [/Edg/, 'Edge'],
    [/OPR/, 'Opera'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ])
  const system = find([
    [/Android/, 'Android'],
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ])
  return [browser ?? 'Browser', ...(system === undefined ? [] : [`on ${system}`])].join(' ')
}
