import type { Reading } from '../features/readings/decode.ts'

/** The messages of one call that wait to be stored, all of one device. */
export interface Waiting {
  readonly deviceKey: number
  readonly readings: readonly Reading[]
  readonly bytes: number
  /** How many of its readings are in a group already. */
  grouped: number
}

/** A part of what waits; `last` when nothing of it is left behind. */
export interface Part<W extends Waiting> {
  readonly waiting: W
  readonly readings: readonly Reading[]
  readonly last: boolean
}

/** What waits of one device, in the order in which it came. */
interface Lane<W> {
  readonly deviceKey: number
  readonly waiting: W[]
  /** Of what waits and of what is being stored. */
  bytes: number
  freed: PromiseWithResolvers<void> | undefined
}

export interface QueueLimits {
  /** Bytes on the wire that may wait, in all and of one device. */
  readonly queueBytes: number
  readonly deviceBytes: number
}

/** Parts of the queue: above the one nothing more is read, below the other reading goes on. What is held by then has room. */
const SATURATED_AT = 0.75
const DRAINED_AT = 0.5
/**
 * Readings of one device that go into a group before the next device has its turn. A list of ordinary size goes whole:
 * cut in two it would wait for every other device twice.
 */
const TURN = 100

/**
 * What waits to be stored: a lane for each device, served in turn. Nobody waits behind all that somebody else has sent,
 * and nobody can fill more than a part of it.
 */
export class IngestQueue<W extends Waiting> {
  readonly #limits: QueueLimits
  readonly #lanes = new Map<number, Lane<W>>()
  /** The lanes in which something waits, the next to be served first. */
  #turns: Array<Lane<W>> = []
  #freed: PromiseWithResolvers<void> | undefined
  /** Readings that are in no group yet. */
  #readings = 0
  bytes = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get isEmpty(): boolean {
    return this.#turns.length === 0
  }

  get readings(): number {
    return this.#readings
  }

  hasRoomFor(bytes: number): boolean {
    return this.bytes + bytes <= this.#limits.queueBytes
  }

  isSaturated(deviceKey: number): boolean {
    if (this.bytes >= this.#limits.queueBytes * SATURATED_AT) return true
    return (this.#lanes.get(deviceKey)?.bytes ?? 0) >= this.#limits.deviceBytes * SATURATED_AT
  }

  /** Resolves when there is room again, in all and for the device. */
  async drained(deviceKey: number): Promise<void> {
    const lane = this.#lanes.get(deviceKey)
    if (lane && lane.bytes >= this.#limits.deviceBytes * DRAINED_AT)
      await (lane.freed ??= Promise.withResolvers()).promise
    if (this.bytes >= this.#limits.queueBytes * DRAINED_AT) await (this.#freed ??= Promise.withResolvers()).promise
  }

  add(waiting: W): void {
    const { deviceKey, bytes, readings } = waiting
    let lane = this.#lanes.get(deviceKey)
    if (!lane) this.#lanes.set(deviceKey, (lane = { deviceKey, waiting: [], bytes: 0, freed: undefined }))
    if (lane.waiting.push(waiting) === 1) this.#turns.push(lane)
    lane.bytes += bytes
    this.bytes += bytes
    this.#readings += readings.length
  }

  /** Takes what is stored next, about `size` readings at most: a turn of each device, and again while there is room. */
  nextGroup(size: number): Array<Part<W>> {
    const parts: Array<Part<W>> = []
    const turn = Math.max(TURN, Math.ceil(size / this.#turns.length))
    let room = size
    while (room > 0) {
      const lane = this.#turns.shift()
      if (!lane) break
      room -= this.#takeTurn(lane, Math.min(turn, room), parts)
      if (lane.waiting.length > 0) this.#turns.push(lane)
    }
    return parts
  }

  #takeTurn(lane: Lane<W>, most: number, parts: Array<Part<W>>): number {
    let taken = 0
    let done = 0
    while (taken < most) {
      const waiting = lane.waiting[done]
      if (!waiting) break
      const readings = waiting.readings.slice(waiting.grouped, waiting.grouped + most - taken)
      waiting.grouped += readings.length
      this.#readings -= readings.length
      const last = waiting.grouped === waiting.readings.length
      parts.push({ waiting, readings, last })
      // What holds nothing to store takes its place all the same: a flood of it must not make a group without end.
      taken += Math.max(readings.length, 1)
      if (!last) break
      done++
    }
    lane.waiting.splice(0, done)
    return taken
  }

  /** Gives up what is left of it: a part of it could not be stored. */
  drop(waiting: W): void {
    const lane = this.#lanes.get(waiting.deviceKey)
    const index = lane?.waiting.indexOf(waiting) ?? -1
    if (!lane || index < 0) return
    lane.waiting.splice(index, 1)
    this.#readings -= waiting.readings.length - waiting.grouped
    if (lane.waiting.length === 0) this.#turns = this.#turns.filter((one) => one !== lane)
  }

  /** Gives back its room: it was answered. */
  release({ deviceKey, bytes }: W): void {
    this.bytes -= bytes
    if (this.#freed && this.bytes < this.#limits.queueBytes * DRAINED_AT) {
      this.#freed.resolve()
      this.#freed = undefined
    }
    const lane = this.#lanes.get(deviceKey)
    if (!lane) return
    lane.bytes -= bytes
    if (lane.freed && lane.bytes < this.#limits.deviceBytes * DRAINED_AT) {
      lane.freed.resolve()
      lane.freed = undefined
    }
    if (lane.bytes <= 0 && lane.waiting.length === 0) this.#lanes.delete(deviceKey)
  }
}
