import { writeToken } from '../../lib/token.ts'
import { queue } from './queue.ts'

export const USER_ID = '0190a1b2-0000-4000-8000-000000000101'

/** Opens the queue of a person in this browser, and says whether it has a network. Returns a function that ends both. */
export async function openQueueOf(userId = USER_ID) {
  writeToken(`header.${btoa(JSON.stringify({ Id: userId }))}.signature`)
  let isOnline = true
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  await queue.open(userId)
  return {
    setOnline(next: boolean) {
      isOnline = next
      window.dispatchEvent(new Event(next ? 'online' : 'offline'))
    },
    async end() {
      await queue.clear()
      Reflect.deleteProperty(navigator, 'onLine')
      writeToken(null)
    },
  }
}
