import type { ISubscription } from 'mqtt-packet'
import { REASON } from './codes.ts'

interface Rules {
  readonly maySubscribe: (filter: string) => boolean
  /** Different filters that are granted in one packet. */
  readonly most: number
  readonly version: number
}

/** The subscriptions of one connection. */
export class Filters {
  readonly #granted = new Map<string, 0 | 1>()

  /** Adds the subscriptions of one packet. Returns a code for each, and the filters whose retained messages are sent. */
  add(
    subscriptions: readonly ISubscription[],
    { maySubscribe, most, version }: Rules,
  ): { granted: number[]; wanted: string[] } {
    const refusal = (reason: number) => (version === 5 ? reason : 0x80)
    const asked = new Set<string>()
    const wanted = new Set<string>()
    const granted = subscriptions.map(({ topic, qos, rh }) => {
      if (asked.add(topic).size > most) return refusal(REASON.quotaExceeded)
      if (topic.startsWith('$share/') || !maySubscribe(topic)) return refusal(REASON.notAuthorized)
      if (rh !== 2 && (rh !== 1 || !this.#granted.has(topic))) wanted.add(topic)
      const granting = qos === 0 ? 0 : 1
      this.#granted.set(topic, granting)
      return granting
    })
    return { granted, wanted: [...wanted] }
  }

  /** Removes a subscription; false when there was none. */
  remove(filter: string): boolean {
    return this.#granted.delete(filter)
  }

  /** Returns the quality of service of a message on the topic; undefined without a subscription. */
  qosOf(topic: string): 0 | 1 | undefined {
    const parent = topic.slice(0, topic.lastIndexOf('/'))
    const granted = [topic, `${parent}/+`, `${parent}/#`]
      .map((filter) => this.#granted.get(filter))
      .filter((qos) => qos !== undefined)
    return granted.length === 0 ? undefined : (Math.max(...granted) as 0 | 1)
  }
}
