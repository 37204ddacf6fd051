import { readStored, store, STORED } from './storage.ts'

/**
 * What this browser can do about push messages.
 *
 * - `unsupported`: it has no push service, or the page was not opened over https.
 * - `needs-install`: an iPhone or iPad takes them only for an application on its home screen.
 * - `denied`: its owner does not allow notifications of this page.
 */
export type PushSupport = 'possible' | 'denied' | 'needs-install' | 'unsupported'

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'needs-install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

/** The address and keys of a subscription, as the API takes them. */
interface PushTarget {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/**
 * Asks the person for the permission, and subscribes this browser. Call it from a click. Null when the person said no.
 *
 * @param publicKey the server's, base64url
 */
export async function subscribeHere(publicKey: string): Promise<PushTarget | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  // One for the key of another installation would be refused.
  await (await pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint = '', keys = {} } = (await pushManager.subscribe(options)).toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** The channel that stands for this browser; null when it has none. */
export function channelHere(): string | null {
  return readStored(STORED.pushChannel)
}

export function noteChannelHere(channelId: string | null): void {
  store(STORED.pushChannel, channelId)
}

/**
 * Ends the subscription of this browser: whoever uses it next must not read the alerts of this person. It works without the
 * server, which removes the channel when the push service refuses its next message.
 */
export async function unsubscribeHere(): Promise<void> {
  noteChannelHere(null)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** What a person calls this browser: `Firefox on Android`. */
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
