import { setImmediate as breathe } from 'node:timers/promises'
import type { Bus, End } from '../src/platform/bus/bus.ts'

type Receive = (message: unknown) => void
type Reply = (message: unknown) => Promise<unknown>

interface Member extends Bus {
  readonly receivers: Map<string, Set<Receive>>
  readonly replies: Map<string, Set<Reply>>
}

/** Several connected buses in one process, for tests without NATS. */
export class BusNetwork {
  readonly #members: Member[] = []
  readonly #gaps = new Set<() => void>()
  /** While true, messages are lost, as on a network that is cut. */
  isCut = false

  /** Reports to every member that messages may have been missed. */
  reportGap(): void {
    for (const listener of this.#gaps) listener()
  }

  /** Adds a process to the network. */
  join(nodeId = `node-${this.#members.length + 1}`): Bus {
    const others = () => (this.isCut ? [] : this.#members.filter((one) => one !== member && one.isConnected))
    let isConnected = true
    const member: Member = {
      nodeId,
      receivers: new Map(),
      replies: new Map(),
      publish(subject, message) {
        const text = JSON.stringify(message)
        for (const other of others())
          for (const receive of other.receivers.get(subject) ?? []) queueMicrotask(() => receive(JSON.parse(text)))
      },
      subscribe: async (subject, receive) => addTo(member.receivers, subject, receive),
      async request(subject, message) {
        await breathe()
        for (const other of others())
          for (const reply of other.replies.get(subject) ?? []) {
            const answer = await reply(JSON.parse(JSON.stringify(message))).catch(() => undefined)
            if (answer !== undefined) return JSON.parse(JSON.stringify(answer)) as unknown
          }
        return undefined
      },
      answer: async (subject, reply) => addTo(member.replies, subject, reply),
      onGap: (listener) => void this.#gaps.add(listener),
      get isConnected() {
        return isConnected
      },
      close: async () => {
        isConnected = false
      },
    }
    this.#members.push(member)
    return member
  }
}

function addTo<Listener>(listeners: Map<string, Set<Listener>>, subject: string, listener: Listener): End {
  const own = listeners.get(subject) ?? new Set()
  listeners.set(subject, own.add(listener))
  return () => void own.delete(listener)
}
