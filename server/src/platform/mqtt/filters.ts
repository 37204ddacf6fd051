import type { ISubscription } from 'mqtt-packet'
import { REASON } from './codes.ts'
import type { ListenerLimits } from './device-handler.ts'

interface Rules {
  readonly maySubscribe: (filter: string) => boolean
  readonly limits: Pick<ListenerLimits, 'filters' | 'subscriptions'>
  readonly version: number
}

export class Filters {
  readonly #granted = new Map<string, 0 | 1>()

  /**
   * Returns a code for each subscription, and the filters whose retained messages are (or, as new ones, are not) sent.
   */
  add(
    subscriptions: readonly ISubscription[],
    { maySubscribe, limits, version }: Rules,
  ): { granted: number[]; wanted: string[]; unwanted: string[] } {
    const refusal = (reason: number) => (version === 5 ? reason : 0x80)
    const asked = new Set<string>()
    const [wanted, unwanted] = [new Set<string>(), new Set<string>()]
    const granted = subscriptions.map(({ topic, qos, rh }) => {
      if (asked.add(topic).size > limits.filters) return refusal(REASON.quotaExceeded)
      if (!isFilter(topic)) return refusal(REASON.topicFilterInvalid)
      if (topic.startsWith('$share/') || !maySubscribe(topic)) return refusal(REASON.notAuthorized)
      const isNew = !this.#granted.has(topic)
      if (isNew && this.#granted.size >= limits.subscriptions) return refusal(REASON.quotaExceeded)
      if (rh !== 2 && (rh !== 1 || isNew)) wanted.add(topic)
      else if (isNew) unwanted.add(topic)
      const granting = qos === 0 ? 0 : 1
      this.#granted.set(topic, granting)
      return granting
    })
    return { granted, wanted: [...wanted], unwanted: [...unwanted] }
  }

  remove(filter: string): boolean {
    return this.#granted.delete(filter)
  }

  /** Returns whether a subscription may match topics that begin with a level, such as `Device/`. */
  mayMatchBelow(level: string): boolean {
    return [...this.#granted.keys()].some((filter) => filter.startsWith(level) || /^[#+]/.test(filter))
  }

  qosOf(topic: string): 0 | 1 | undefined {
    const granted = [...this.#granted].flatMap(([filter, qos]) => (matches(filter, topic) ? [qos] : []))
    return granted.length === 0 ? undefined : (Math.max(...granted) as 0 | 1)
  }
}

function isFilter(filter: string): boolean {
  return filter !== '' && !/[\0\uFFFD]|[^/][#+]|[#+][^/]|#\//.test(filter)
}

export function matches(filter: string, topic: string): boolean {
  if (filter === topic) return true
  const [levels, names] = [filter.split('/'), topic.split('/')]
  const end = levels.indexOf('#')
  if (end < 0 ? names.length !== levels.length : names.length < end) return false
  return levels.every((level, index) => level === '#' || level === '+' || level === names[index])
}
