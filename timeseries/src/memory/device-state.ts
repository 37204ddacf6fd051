import type { DeviceMarker } from '../stores/marker-store.ts'
import type { CompactionMarker } from '../base/compaction-marker.ts'
import type { FreeSpan, Times } from './times.ts'
import type { Newest } from '../base/types.ts'

/** Changes of a device by the group being appended. Reused, because a fast server needs thousands each second. */
export class Pending {
  /** The newest values with those of the group, in the first `count` elements. */
  count = 0
  readonly slots: number[] = []
  readonly at: number[] = []
  readonly values: number[] = []
  /** Index of the last entry of the device in the group; -1 for none. */
  lastEntry = -1
  groupTimes: Times | undefined
  /** Time of the last late value in the group that was looked up; -1 for none. */
  lateAt = -1

  /** Returns the index of a slot. A new slot gets the time -1. */
  placeOf(slot: number, hint: number): number {
    // Messages of a device mostly have the same slots in the same order.
    if (hint < this.count && this.slots[hint] === slot) return hint
    for (let index = 0; index < this.count; index++) if (this.slots[index] === slot) return index
    return this.add(slot, -1, 0)
  }

  add(slot: number, at: number, value: number): number {
    this.slots[this.count] = slot
    this.at[this.count] = at
    this.values[this.count] = value
    return this.count++
  }

  clear(): void {
    // A shortened array would free its memory.
    this.count = 0
    this.lastEntry = -1
    this.groupTimes = undefined
    this.lateAt = -1
  }
}

/** Most groups have fewer devices. The rest is freed. */
const PENDING_KEPT = 4096
const unused: Pending[] = []

/** Marker and newest values of a device in use. Its arrays have no room to spare, because there may be 200,000. */
export class DeviceState implements CompactionMarker {
  readonly deviceKey: number
  uptoSeq = 0
  partSeq = 0
  partAt = 0
  n = 0
  bytes = 0
  /** The newest value of each slot, in parallel arrays. */
  slots: readonly number[] = []
  at: number[] = []
  values: number[] = []
  isProvisional = false
  #pending: Pending | undefined
  /** Times of its values outside chunks, once one was late since the last compaction. */
  memtableTimes: Times | undefined
  /** Span in which late values are new without a lookup. */
  freeSpan: FreeSpan | undefined

  constructor(deviceKey: number) {
    this.deviceKey = deviceKey
  }

  load(marker: DeviceMarker): void {
    this.setMarker(marker)
    this.n = marker.n
    this.bytes = marker.bytes
    this.#setNewest(marker.newest)
  }

  setMarker({ uptoSeq, partSeq, partAt }: CompactionMarker): void {
    this.uptoSeq = uptoSeq
    this.partSeq = partSeq
    this.partAt = partAt
  }

  raise(slot: number, at: number, value: number): void {
    const index = this.slots.indexOf(slot)
    if (index < 0) {
      this.#setNewest([...this.newest(), { slot, at, value }])
      return
    }
    if (at <= this.at[index]!) return
    this.at[index] = at
    this.values[index] = value
  }

  lower(slot?: number): void {
    this.#setNewest(this.newest().filter((one) => slot !== undefined && one.slot !== slot))
  }

  newest(): Newest[] {
    return this.at.map((at, index) => ({ slot: this.slots[index]!, at, value: this.values[index]! }))
  }

  #setNewest(newest: readonly Newest[]): void {
    this.slots = shared(newest.map(({ slot }) => slot))
    this.at = newest.map(({ at }) => at)
    this.values = newest.map(({ value }) => value)
  }

  pending(): Pending {
    return this.#pending ?? this.#begin()
  }

  #begin(): Pending {
    const pending = unused.pop() ?? new Pending()
    for (let index = 0; index < this.at.length; index++)
      pending.add(this.slots[index]!, this.at[index]!, this.values[index]!)
    this.#pending = pending
    return pending
  }

  settle(isCommitted: boolean): void {
    const pending = this.#pending
    if (!pending) return
    if (isCommitted) this.#take(pending)
    this.#pending = undefined
    pending.clear()
    if (unused.length < PENDING_KEPT) unused.push(pending)
  }

  #take({ count, slots, at, values }: Pending): void {
    if (count > this.slots.length) {
      this.slots = shared(slots.slice(0, count))
      this.at = at.slice(0, count)
      this.values = values.slice(0, count)
      return
    }
    for (let index = 0; index < count; index++) {
      this.at[index] = at[index]!
      this.values[index] = values[index]!
    }
  }
}

const LISTS_SHARED = 1000
const lists = new Map<string, readonly number[]>()

/** Returns an equal list of another device: most boards are of a few kinds. */
function shared(slots: readonly number[]): readonly number[] {
  const name = slots.join()
  const known = lists.get(name)
  if (known) return known
  const list = [...slots]
  if (lists.size < LISTS_SHARED) lists.set(name, list)
  return list
}

export function markerOf(state: DeviceState): DeviceMarker {
  const { deviceKey, uptoSeq, partSeq, partAt, n, bytes } = state
  return { deviceKey, uptoSeq, partSeq, partAt, newest: state.newest(), n, bytes }
}
