import { sameEventType } from '@greenhouse/contract'
import type { Frame } from './live-message.ts'
import { randomId } from '../../lib/random-id.ts'

const REQUEST_TIMEOUT_MS = 5000
export const NOT_CONNECTED = 'WebSocket is not connected'
const TIMED_OUT = 'Request timed out'

interface Pending {
  readonly expected: string
  resolve(content: Record<string, unknown>): void
  reject(error: Error): void
  readonly timer: ReturnType<typeof setTimeout>
}

export class LiveRequests {
  readonly #pending = new Map<string, Pending>()

  send(
    write: (frame: string) => void,
    eventType: string,
    body: object,
    expected: string,
  ): Promise<Record<string, unknown>> {
    const requestId = randomId()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#remove(requestId)?.reject(new Error(TIMED_OUT)), REQUEST_TIMEOUT_MS)
      this.#pending.set(requestId, { expected, resolve, reject, timer })
      try {
        write(JSON.stringify({ ...body, eventType, requestId }))
      } catch (error) {
        console.error('Failed to send message', error)
        this.#remove(requestId)?.reject(new Error(NOT_CONNECTED))
      }
    })
  }

  /** Settles the request that a frame replies to. Returns false when there is none. */
  settle({ requestId, eventType, error, content }: Frame): boolean {
    if (requestId === undefined) return false
    const pending = this.#remove(requestId)
    if (!pending) {
      console.warn('No pending request found for ID', requestId)
      return false
    }
    if (error !== undefined) pending.reject(new Error(error))
    else if (!sameEventType(eventType, pending.expected)) {
      pending.reject(new Error(`Expected ${pending.expected}, got ${eventType}`))
    } else pending.resolve(content)
    return true
  }

  rejectAll(): void {
    for (const requestId of this.#pending.keys()) this.#remove(requestId)?.reject(new Error(NOT_CONNECTED))
  }

  #remove(requestId: string): Pending | undefined {
    const pending = this.#pending.get(requestId)
    this.#pending.delete(requestId)
    clearTimeout(pending?.timer)
    return pending
  }
}
