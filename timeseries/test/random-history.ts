import type { Entry } from '../src/base/types.ts'

export const DEVICES = [1, 2, 3, 70_000]
const SLOTS = [0, 1, 2, 5, 129]
const MINUTE = 60_000
const START = 1_000_000 * MINUTE

/** Makes groups of entries as bad networks do: in order, late, scattered, backfilled, repeated, in conflict, one sensor at a time. */
export class RandomEntries {
  readonly #random: () => number
  readonly #clocks = new Map<number, number>()
  /** The last time of each device's backfill. */
  readonly #filled = new Map<number, number>()
  readonly #slots = new Map(DEVICES.map((deviceKey) => [deviceKey, [...SLOTS]]))
  readonly #sent: Entry[] = []
  /** No entry is from before it. */
  #keptFrom = 0

  constructor(random: () => number) {
    this.#random = random
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  device(): number {
    return DEVICES[this.below(DEVICES.length)]!
  }

  group(): Entry[] {
    return Array.from({ length: 1 + this.below(12) }, () => {
      const entry = this.#entry()
      this.#sent.push(entry)
      return entry
    })
  }

  /** Gives a series of a device a new slot. Returns the old one. */
  replaceSlot(deviceKey: number): number {
    const slots = this.#slots.get(deviceKey)!
    const index = this.below(slots.length)
    const slot = slots[index]!
    slots[index] = slot + 10
    return slot
  }

  /** Returns a time at which there may be values. */
  time(): number {
    return START - this.below(5000) * MINUTE + this.below(60) * 1000
  }

  /** Returns a time before which nothing comes from now on. */
  forgetOld(): number {
    this.#keptFrom = Math.max(this.#keptFrom, START - this.below(4000) * MINUTE)
    return this.#keptFrom
  }

  #entry(): Entry {
    const again = this.#sent[this.below(this.#sent.length)]
    if (again && this.#random() < 0.1 && this.#isPossible(again))
      return this.#random() < 0.5 ? again : { ...again, values: again.values.map(() => this.below(100)) }
    const deviceKey = this.device()
    const known = this.#slots.get(deviceKey)!
    const slots = known.filter(() => this.#random() < 0.6)
    if (slots.length === 0) slots.push(known[0]!)
    return {
      deviceKey,
      at: Math.max(this.#time(deviceKey), this.#keptFrom),
      slots,
      values: slots.map(() => this.#value()),
    }
  }

  #isPossible({ deviceKey, at, slots }: Entry): boolean {
    return at >= this.#keptFrom && slots.every((slot) => this.#slots.get(deviceKey)!.includes(slot))
  }

  #time(deviceKey: number): number {
    const now = (this.#clocks.get(deviceKey) ?? START) + (1 + this.below(3)) * 20_000
    const kind = this.#random()
    if (kind < 0.55) this.#clocks.set(deviceKey, now)
    if (kind < 0.55) return now
    if (kind < 0.75) return this.#fill(deviceKey, now)
    return now - this.below(kind < 0.87 ? 20 : 5000) * MINUTE
  }

  /** Continues a backfill of a device, or begins another one. */
  #fill(deviceKey: number, now: number): number {
    const last = this.#filled.get(deviceKey)
    const goesOn = last !== undefined && this.#random() < 0.9
    const at = goesOn ? last + (1 + this.below(3)) * 20_000 : now - this.below(400) * MINUTE
    this.#filled.set(deviceKey, at)
    return Math.min(at, now)
  }

  #value(): number {
    return this.#random() < 0.1 ? this.#random() * 50 : (this.below(600) - 100) / 10
  }
}
