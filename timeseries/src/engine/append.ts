import { isUnavailable } from '../base/unavailable.ts'
import type { DeviceState } from '../memory/device-state.ts'
import type { DeviceStates, Availability } from '../memory/device-states.ts'
import type { Erasures } from '../base/erasures.ts'
import type { LateValues } from '../memory/late-values.ts'
import {
  encodeMessage,
  encodeRowStart,
  Message,
  MESSAGE_VALUES,
  messageBytesAtMost,
  readMessage,
  readRowStart,
  ROW_START_BYTES,
} from '../codec/log-row.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { LogRow } from '../stores/reading-log.ts'
import type { Memtable } from '../memory/memtable.ts'
import { FreeSpan, Times } from '../memory/times.ts'
import { LAST_AT, Outcome, type Appended, type Entry } from '../base/types.ts'

export interface AppendOptions {
  readonly log: PartitionLog
  readonly memtable: Memtable
  readonly states: DeviceStates
  readonly erasures: Erasures
  readonly late: LateValues
  readonly availability: Availability
  readonly isErasing: (deviceKey: number) => Promise<boolean>
  /** Whether values count as new while the database is unavailable. */
  readonly appendsUnclassified: boolean
  readonly readOn: (conflicts: number) => Promise<void>
}

interface Group {
  readonly entries: readonly Entry[]
  readonly outcomes: Uint8Array
  readonly starts: Uint32Array
  /** Index of the previous entry of the same device; -1 for none. */
  readonly previous: Int32Array
  readonly states: DeviceState[]
  /** Pairs of entry and value index: stored unless a chunk has them already. */
  readonly unsure: number[]
}

/** Commits groups of entries to the log. Called by one operation at a time. */
export class Appender {
  readonly #options: AppendOptions
  lastSeq: number

  constructor(options: AppendOptions, lastSeq: number) {
    this.#options = options
    this.lastSeq = lastSeq
  }

  /** Commits the new values of a group. Leaves memory unchanged when it throws. */
  async append(entries: readonly Entry[]): Promise<Appended> {
    for (const entry of entries) checkEntry(entry)
    for (let conflicts = 1; ; conflicts++) {
      const group = groupOf(entries)
      let isCommitted = false
      try {
        await this.#classify(group)
        const seq = await this.#commit(group)
        isCommitted = seq !== 'conflict'
        if (seq !== 'conflict') return { partition: this.#options.log.partition, seq, outcomes: group.outcomes }
      } finally {
        this.#settle(group, isCommitted)
      }
      await this.#options.readOn(conflicts)
    }
  }

  async catchUp(): Promise<void> {
    const { log } = this.#options
    const head = await log.head()
    for await (const row of log.follow(this.lastSeq, head)) this.add(row)
    this.passPurged(head)
  }

  /** Skips rows that were purged, whose values are in chunks. */
  passPurged(upto: number): void {
    if (this.lastSeq >= upto) return
    this.lastSeq = upto
    this.forget()
  }

  /** Drops cached states, which may lack values that came into chunks unread. */
  forget(): void {
    this.#options.states.forgetAll()
    this.#options.late.forgetAll()
  }

  add({ seq, bytes }: LogRow): void {
    const { memtable, states } = this.#options
    memtable.active.add(seq, bytes)
    this.lastSeq = seq
    // Without states, each device reads the memtable at its first use.
    if (states.size > 0) this.#raise(seq, bytes)
  }

  #raise(seq: number, row: Uint8Array): void {
    const { states, erasures } = this.#options
    const message = new Message()
    const { messages, offset } = readRowStart(row)
    let position = offset
    for (let index = 0; index < messages; index++) {
      position = readMessage(row, position, message)
      const state = states.get(message.deviceKey)
      // A newer marker knows the newest values, and what was erased.
      if (!state || seq <= state.uptoSeq) continue
      state.memtableTimes = undefined
      if (state.freeSpan?.has(message.at)) state.freeSpan = undefined
      for (let place = 0; place < message.count; place++) {
        const slot = message.slots[place]!
        if (!erasures.has(message.deviceKey, slot, seq)) state.raise(slot, message.at, message.values[place]!)
      }
    }
  }

  async #classify(group: Group): Promise<void> {
    const { states } = this.#options
    const { entries, outcomes, starts, unsure } = group
    const deviceKeys = entries.map(({ deviceKey }) => deviceKey)
    const { appendsUnclassified, availability } = this.#options
    const loaded = appendsUnclassified ? await states.loadOrGuess(deviceKeys) : await states.load(deviceKeys)
    for (let index = 0; index < entries.length; index++) this.#classifyEntry(group, index, loaded[index]!)
    if (appendsUnclassified && availability.isUnavailable) return
    for (let place = 0; place < unsure.length; place += 2) {
      const [index, value] = [unsure[place]!, unsure[place + 1]!]
      const { deviceKey, at, slots } = entries[index]!
      const found = this.#isInChunk(deviceKey, slots[value]!, at)
      const isKnown = typeof found === 'boolean' ? found : await found.catch(this.#unlessUnavailable)
      if (isKnown === undefined) return
      if (isKnown) outcomes[starts[index]! + value] = Outcome.DUPLICATE
    }
  }

  #isInChunk(deviceKey: number, slot: number, at: number): boolean | Promise<boolean> {
    const { late, erasures, isErasing } = this.#options
    if (!erasures.hidesChunks(deviceKey)) return late.isInChunk(deviceKey, slot, at)
    return isErasing(deviceKey).then((isHidden) => !isHidden && late.isInChunk(deviceKey, slot, at))
  }

  readonly #unlessUnavailable = (error: unknown): undefined => {
    const { appendsUnclassified, availability } = this.#options
    if (!appendsUnclassified || !isUnavailable(error)) throw error
    availability.isUnavailable = true
  }

  #classifyEntry(group: Group, index: number, state: DeviceState): void {
    const { outcomes, previous } = group
    const { at, slots, values } = group.entries[index]!
    const pending = state.pending()
    if (pending.lastEntry < 0) group.states.push(state)
    previous[index] = pending.lastEntry
    pending.lastEntry = index
    const start = group.starts[index]!
    const { freeSpan } = state
    const isFree = freeSpan?.has(at) ?? false
    let known: readonly number[] | undefined
    for (let value = 0; value < slots.length; value++) {
      const slot = slots[value]!
      const place = pending.placeOf(slot, value)
      const newestAt = pending.at[place]!
      if (at > newestAt) {
        pending.at[place] = at
        pending.values[place] = values[value]!
        outcomes[start + value] = Outcome.NEWEST
      } else if (at < newestAt) {
        if (!isFree) {
          known ??= this.#slotsBefore(group, index, state)
          if (known.includes(slot)) continue
          group.unsure.push(index, value)
        }
        outcomes[start + value] = Outcome.LATE
      }
    }
    if (isFree) freeSpan?.beginAfter(at)
    if (pending.groupTimes) addTime(group, index, pending.groupTimes)
  }

  #slotsBefore(group: Group, index: number, state: DeviceState): readonly number[] {
    const { at } = group.entries[index]!
    const pending = state.pending()
    pending.lateAt = at
    pending.groupTimes ??= addTimes(group, group.previous[index]!, new Times())
    const [ofGroup, ofMemtable] = [
      pending.groupTimes.slotsAt(at),
      this.#options.states.memtableTimesOf(state).slotsAt(at),
    ]
    return ofGroup.length === 0 ? ofMemtable : [...ofGroup, ...ofMemtable]
  }

  async #commit(group: Group): Promise<number | 'conflict'> {
    const { log, memtable } = this.#options
    const { entries, outcomes, starts } = group
    let [messages, atMost] = [0, ROW_START_BYTES]
    for (let index = 0; index < entries.length; index++) {
      if (!hasNew(group, index)) continue
      messages++
      atMost += messageBytesAtMost(entries[index]!.values.length)
    }
    if (messages === 0) return this.lastSeq
    const { bytes, offset } = memtable.active.reserve(atMost)
    let end = encodeRowStart(messages, bytes, offset)
    for (let index = 0; index < entries.length; index++) {
      if (!hasNew(group, index)) continue
      const start = starts[index]!
      end = encodeMessage(entries[index]!, bytes, end, (value) => outcomes[start + value] !== Outcome.DUPLICATE)
    }
    const seq = await log.append(bytes.subarray(offset, end), this.lastSeq)
    if (seq === 'conflict') return seq
    memtable.active.commit(seq, end - offset)
    this.lastSeq = seq
    return seq
  }

  #settle(group: Group, isCommitted: boolean): void {
    for (const state of group.states) {
      if (isCommitted && state.memtableTimes) {
        addTimes(group, state.pending().lastEntry, state.memtableTimes)
        state.freeSpan = this.#freeSpanOf(state, state.memtableTimes) ?? state.freeSpan
      }
      state.settle(isCommitted)
    }
  }

  /** Returns the span after the last looked-up late value: more of a backfill may follow. */
  #freeSpanOf(state: DeviceState, memtableTimes: Times): FreeSpan | undefined {
    const { lateAt } = state.pending()
    const until = lateAt < 0 ? undefined : this.#options.late.freeUntil(state.deviceKey, lateAt)
    return until === undefined ? undefined : new FreeSpan(lateAt, Math.min(until, memtableTimes.firstAfter(lateAt)))
  }
}

function groupOf(entries: readonly Entry[]): Group {
  const starts = new Uint32Array(entries.length)
  let values = 0
  for (let index = 0; index < entries.length; index++) {
    starts[index] = values
    values += entries[index]!.values.length
  }
  const previous = new Int32Array(entries.length)
  return { entries, outcomes: new Uint8Array(values), starts, previous, states: [], unsure: [] }
}

function hasNew({ entries, outcomes, starts }: Group, index: number): boolean {
  const [start, { length }] = [starts[index]!, entries[index]!.values]
  for (let value = 0; value < length; value++) if (outcomes[start + value] !== Outcome.DUPLICATE) return true
  return false
}

function addTimes(group: Group, last: number, times: Times): Times {
  for (let index = last; index >= 0; index = group.previous[index]!) addTime(group, index, times)
  return times
}

function addTime({ entries, outcomes, starts }: Group, index: number, times: Times): void {
  const [{ at, slots }, start] = [entries[index]!, starts[index]!]
  const isNew = (_: number, value: number) => outcomes[start + value] !== Outcome.DUPLICATE
  const added = slots.every(isNew) ? slots : slots.filter(isNew)
  if (added.length > 0) times.add(at, added)
}

function checkEntry({ at, slots, values }: Entry): void {
  if (!Number.isInteger(at) || at < 0 || at > LAST_AT) throw new RangeError(`${at} is no time.`)
  if (slots.length === 0 || slots.length > MESSAGE_VALUES || slots.length !== values.length)
    throw new RangeError(`An entry cannot have ${slots.length} slots and ${values.length} values.`)
  if (!values.every(Number.isFinite)) throw new RangeError('A value is not finite.')
}
