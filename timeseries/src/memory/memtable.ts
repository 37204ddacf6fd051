import { isCompacted, type CompactionMarker } from '../base/compaction-marker.ts'
import type { Limits } from '../base/limits.ts'
import type { Message } from '../codec/log-row.ts'
import { Segment } from './segment.ts'

/**
 * The entries of the log that are in no chunk. New rows go to the active segment; a sealed one is compacted and
 * released. There are at most two.
 */
export class Memtable {
  active: Segment
  sealed: Segment | undefined
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
    this.active = new Segment(limits)
  }

  get bytes(): number {
    return this.active.bytes + (this.sealed?.bytes ?? 0)
  }

  get values(): number {
    let values = 0
    for (const segment of [this.active, this.sealed])
      for (const device of segment?.devices.values() ?? []) values += device.values
    return values
  }

  /** Counts the waiting values of a device, including those that an unread marker would exclude. */
  valuesOf(deviceKey: number): number {
    const sealed = this.sealed?.devices.get(deviceKey)?.values ?? 0
    return sealed + (this.active.devices.get(deviceKey)?.values ?? 0)
  }

  has(deviceKey: number): boolean {
    return this.active.devices.has(deviceKey) || (this.sealed?.devices.has(deviceKey) ?? false)
  }

  seal(): Segment {
    if (this.sealed) throw new Error('A segment was to be sealed while another one is compacted.')
    const sealed = this.active
    this.sealed = sealed
    this.active = new Segment(this.#limits)
    return sealed
  }

  /** Releases the compacted segment. Entries outside chunks would be lost. */
  release(): void {
    if (this.sealed && this.sealed.devices.size > 0)
      throw new Error('A segment still has entries that are in no chunk.')
    this.sealed = undefined
  }

  /** Drops the rows up to a seq, which another process has compacted. Returns whether there were any. */
  dropUpTo(upto: number): boolean {
    const before = this.bytes
    if (this.sealed && this.sealed.lastSeq <= upto) this.sealed = undefined
    if (!this.sealed && this.active.messages > 0) {
      if (this.active.lastSeq <= upto) this.active = new Segment(this.#limits)
      // The rest is dropped with the next compacted rows.
      else if (this.active.firstSeq <= upto) this.seal()
    }
    return this.bytes < before
  }

  /** Visits the entries of a device outside chunks, in log order, until `visit` returns false. */
  walk(deviceKey: number, marker: CompactionMarker, visit: (message: Message, seq: number) => boolean): void {
    let goesOn = true
    const visitLive = (message: Message, seq: number) =>
      isCompacted(marker, seq, message.at) ? true : (goesOn = visit(message, seq))
    this.sealed?.walk(deviceKey, visitLive)
    if (goesOn) this.active.walk(deviceKey, visitLive)
  }

  drop(deviceKey: number, upto: number): void {
    this.sealed?.drop(deviceKey, upto)
    this.active.drop(deviceKey, upto)
  }
}
