import type { DeviceMark } from './mark-store.ts'
import type { Mark } from './tail.ts'
import type { Newest } from './types.ts'

/** The times of values by their slot. */
export class Times {
  readonly #bySlot = new Map<number, Set<number>>()

  add(slot: number, at: number): void {
    const times = this.#bySlot.get(slot)
    if (times) times.add(at)
    else this.#bySlot.set(slot, new Set([at]))
  }

  has(slot: number, at: number): boolean {
    return this.#bySlot.get(slot)?.has(at) ?? false
  }
}

/** What is in memory of a device that is in use: its mark, its newest values, and what the group being appended changes. */
export class DeviceState implements Mark {
  readonly deviceKey: number
  uptoSeq = 0
  partSeq = 0
  partAt = 0
  /** Totals of its chunks. */
  n = 0
  bytes = 0
  /** The newest value of each slot, in parallel arrays. */
  readonly slots: number[] = []
  at: number[] = []
  values: number[] = []
  /** The newest values with those of the group being appended, until it is committed. */
  pendingAt: number[] = []
  pendingValues: number[] = []
  isPending = false
  /** The index of its last entry in the group being appended; -1 for none. */
  lastEntry = -1
  /** The times of its values in the group being appended, once one of them is late. */
  groupTimes: Times | undefined
  /** The times of its values that are in no chunk, once one was late since the last compaction. */
  tailTimes: Times | undefined

  constructor(deviceKey: number) {
    this.deviceKey = deviceKey
  }

  /** Takes over what is stored. */
  load(mark: DeviceMark): void {
    this.setMark(mark)
    this.n = mark.n
    this.bytes = mark.bytes
    for (const { slot, at, value } of mark.newest) this.raise(slot, at, value)
  }

  setMark({ uptoSeq, partSeq, partAt }: Mark): void {
    this.uptoSeq = uptoSeq
    this.partSeq = partSeq
    this.partAt = partAt
  }

  /** Takes a committed value into account. */
  raise(slot: number, at: number, value: number): void {
    const index = this.slots.indexOf(slot)
    if (index >= 0 && at <= this.at[index]!) return
    const place = index >= 0 ? index : this.slots.push(slot) - 1
    this.at[place] = at
    this.values[place] = value
  }

  /** Drops the newest value of a slot, or of all. */
  lower(slot?: number): void {
    const kept = this.newest().filter((one) => slot !== undefined && one.slot !== slot)
    for (const list of [this.slots, this.at, this.values, this.pendingAt, this.pendingValues]) list.length = 0
    for (const { slot, at, value } of kept) this.raise(slot, at, value)
  }

  newest(): Newest[] {
    // A slot of which the first values are being appended has no committed value yet.
    return this.at.map((at, index) => ({ slot: this.slots[index]!, at, value: this.values[index]! }))
  }

  /** Returns the index of a slot in the arrays of what is pending. A new slot has the time -1. */
  pendingIndex(slot: number, hint: number): number {
    if (!this.isPending) {
      for (let index = 0; index < this.at.length; index++) {
        this.pendingAt[index] = this.at[index]!
        this.pendingValues[index] = this.values[index]!
      }
      this.isPending = true
    }
    // Messages of a device mostly have the same slots in the same order.
    if (this.slots[hint] === slot) return hint
    const index = this.slots.indexOf(slot)
    if (index >= 0) return index
    this.pendingAt.push(-1)
    this.pendingValues.push(0)
    return this.slots.push(slot) - 1
  }

  /** Ends a group: what is pending becomes true, or is forgotten. */
  settle(isCommitted: boolean): void {
    if (isCommitted && this.isPending) {
      ;[this.at, this.pendingAt] = [this.pendingAt, this.at]
      ;[this.values, this.pendingValues] = [this.pendingValues, this.values]
    }
    if (!isCommitted) this.slots.length = this.at.length
    // Only ever shorter: an array with holes is slow from then on.
    if (this.pendingAt.length > this.at.length) this.pendingAt.length = this.pendingValues.length = this.at.length
    this.isPending = false
    this.lastEntry = -1
    this.groupTimes = undefined
  }
}

/** Returns what is to be stored of a device as it is now. */
export function markOf(state: DeviceState): DeviceMark {
  const { deviceKey, uptoSeq, partSeq, partAt, n, bytes } = state
  return { deviceKey, uptoSeq, partSeq, partAt, newest: state.newest(), n, bytes }
}
