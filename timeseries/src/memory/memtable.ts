import { isCompacted, type CompactionMarker } from '../base/compaction-marker.ts'
import type { Limits } from '../base/limits.ts'
import type { Message } from '../codec/log-row.ts'
import { Segment } from './segment.ts'

/**
 * What the log holds and the chunks do not, in memory. New rows go to the active segment; the sealed one is compacted into
 * chunks and then let go, so that there are never more than two.
 */
export class Memtable {
  active: Segment
  sealed: Segment | undefined
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
    this.active = new Segment(limits)
  }

  /** Bytes of the rows in memory. */
  get bytes(): number {
    return this.active.bytes + (this.sealed?.bytes ?? 0)
  }

  /** Values of the rows in memory that are in no chunk. Counts device by device. */
  get values(): number {
    let values = 0
    for (const segment of [this.active, this.sealed])
      for (const device of segment?.devices.values() ?? []) values += device.values
    return values
  }

  /** Returns how many values of a device wait, with those that a marker which is not read yet would take out. */
  valuesOf(deviceKey: number): number {
    const sealed = this.sealed?.devices.get(deviceKey)?.values ?? 0
    return sealed + (this.active.devices.get(deviceKey)?.values ?? 0)
  }

  /** Returns whether entries of a device may be in no chunk. */
  has(deviceKey: number): boolean {
    return this.active.devices.has(deviceKey) || (this.sealed?.devices.has(deviceKey) ?? false)
  }

  seal(): void {
    if (this.sealed) throw new Error('A segment was to be sealed while another one is compacted.')
    this.sealed = this.active
    this.active = new Segment(this.#limits)
  }

  /** Lets the compacted segment go. Entries that are in no chunk would be lost with it. */
  release(): void {
    if (this.sealed && this.sealed.devices.size > 0)
      throw new Error('A segment still has entries that are in no chunk.')
    this.sealed = undefined
  }

  /** Lets go of the rows up to a seq, which another process has moved to chunks. Returns whether there were any. */
  letGo(upto: number): boolean {
    const before = this.bytes
    if (this.sealed && this.sealed.lastSeq <= upto) this.sealed = undefined
    if (!this.sealed && this.active.messages > 0) {
      if (this.active.lastSeq <= upto) this.active = new Segment(this.#limits)
      // The rest of it goes with what is compacted next.
      else if (this.active.firstSeq <= upto) this.seal()
    }
    return this.bytes < before
  }

  /** Reads the entries of a device that are in no chunk, in the order of the log, until `visit` returns false. */
  walk(deviceKey: number, marker: CompactionMarker, visit: (message: Message, seq: number) => boolean): void {
    let goesOn = true
    const visitLive = (message: Message, seq: number) =>
      isCompacted(marker, seq, message.at) ? true : (goesOn = visit(message, seq))
    this.sealed?.walk(deviceKey, visitLive)
    if (goesOn) this.active.walk(deviceKey, visitLive)
  }

  /** Drops the messages of a device up to a seq, after they came into chunks. */
  drop(deviceKey: number, upto: number): void {
    this.sealed?.drop(deviceKey, upto)
    this.active.drop(deviceKey, upto)
  }
}
