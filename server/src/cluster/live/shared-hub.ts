import type { ServerMessage } from '@greenhouse/contract'
import { subjectOf, type Bus, type End } from '../../platform/bus/bus.ts'
import { LocalHub, type SubscriptionListener, type Hub, type Subscriber } from '../../platform/live/hub.ts'

const CLOSED = 'live-closed'

/** The subscribers of all processes. The bus carries a topic only to processes with subscribers to it. */
export class SharedHub implements Hub {
  readonly #local = new LocalHub()
  readonly #bus: Bus
  /** How topics with subscribers here stop being listened to on the bus. */
  readonly #listening = new Map<string, Promise<End>>()

  constructor(bus: Bus) {
    this.#bus = bus
    void bus.subscribe(CLOSED, (topic) => this.#closeHere(String(topic)))
  }

  publish(topic: string, message: ServerMessage): void {
    this.#local.publish(topic, message)
    this.#bus.publish(subjectOf('live', topic), message)
  }

  publishHere(topic: string, message: ServerMessage): void {
    this.#local.publish(topic, message)
  }

  hasSubscribers(topic: string): boolean {
    return this.#local.hasSubscribers(topic)
  }

  subscribedTopics(): string[] {
    return this.#local.subscribedTopics()
  }

  onSubscribed(listener: SubscriptionListener): void {
    this.#local.onSubscribed(listener)
  }

  async subscribe(topic: string, subscriber: Subscriber): Promise<void> {
    void this.#local.subscribe(topic, subscriber)
    await (this.#listening.get(topic) ?? this.#listen(topic))
  }

  #listen(topic: string): Promise<End> {
    const listening = this.#bus.subscribe(subjectOf('live', topic), (message) => {
      // One that is about to end, as its topic had no subscribers for a moment, would say everything twice.
      if (this.#listening.get(topic) === listening) this.#local.publish(topic, message as ServerMessage)
    })
    this.#listening.set(topic, listening)
    return listening
  }

  unsubscribe(topic: string, subscriber: Subscriber): void {
    this.#local.unsubscribe(topic, subscriber)
    if (!this.#local.hasSubscribers(topic)) this.#stopListening(topic)
  }

  close(topic: string): void {
    this.#closeHere(topic)
    this.#bus.publish(CLOSED, topic)
  }

  #closeHere(topic: string): void {
    this.#local.close(topic)
    this.#stopListening(topic)
  }

  #stopListening(topic: string): void {
    const listening = this.#listening.get(topic)
    this.#listening.delete(topic)
    void listening?.then((end) => end())
  }
}
