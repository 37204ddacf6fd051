import type { BoardOwner } from '../features/boards/board-owner.ts'
import type { Config } from '../platform/config/config.ts'
import { TokenBuckets } from '../platform/rate-limit/token-bucket.ts'

/** Burst of a device, hub or broker, as after hours without a network. */
const AT_ONCE = 5000
/** All senders of a person together may send as much as this number of devices. */
const DEVICES_OF_PERSON = 10

/**
 * Rate limits of devices, hubs and brokers, each and all of a person together, in units of `costOfMessage`. Every received
 * message is charged; its sender waits afterwards.
 */
export class MessageRateLimits {
  /** Units a second of one sender, and of one person; 0 for no limit. */
  readonly perSecond: number
  readonly personPerSecond: number
  readonly #senders: TokenBuckets<string>
  readonly #people: TokenBuckets<string>

  constructor({ deviceReadingsPerSecond }: Pick<Config, 'deviceReadingsPerSecond'>, clock?: () => number) {
    this.perSecond = deviceReadingsPerSecond
    this.personPerSecond = deviceReadingsPerSecond * DEVICES_OF_PERSON
    this.#senders = new TokenBuckets({ burst: AT_ONCE, perSecond: this.perSecond }, clock)
    const ofPerson = { burst: AT_ONCE * DEVICES_OF_PERSON, perSecond: this.personPerSecond }
    this.#people = new TokenBuckets(ofPerson, clock)
  }

  charge({ householdId, source }: BoardOwner, units: number): void {
    this.#senders.consume(source.id, units)
    this.chargePerson(householdId, units)
  }

  /** Charges work that no sender can be named for. */
  chargePerson(householdId: string, units: number): void {
    if (units > 0) this.#people.consume(householdId, units)
  }

  /** Milliseconds until a sender may send again; 0 while it may. */
  waitMs({ householdId, source }: BoardOwner): number {
    return Math.max(this.#senders.waitMs(source.id), this.#people.waitMs(householdId))
  }

  /** Whether it is the share of the person that a sender waits for. */
  isPersonOver({ householdId }: Pick<BoardOwner, 'householdId'>): boolean {
    return this.#people.waitMs(householdId) > 0
  }
}
