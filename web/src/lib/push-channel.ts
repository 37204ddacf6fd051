import { readStored, store, STORED } from './storage.ts'

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
