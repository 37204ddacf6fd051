import { isUnavailable } from '../base/unavailable.ts'
import type { Db } from '../base/database.ts'
import { DeviceState } from './device-state.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import { findMarkers } from '../stores/marker-store.ts'
import type { Memtable } from './memtable.ts'
import { Times } from './times.ts'

/** Whether the database was unavailable at the last query. Appends don't wait for it again then. */
export interface Availability {
  isUnavailable: boolean
}

interface Options {
  readonly db: Db
  readonly memtable: Memtable
  readonly erasures: Erasures
  readonly limits: Limits
  readonly availability: Availability
  readonly onRead?: ((deviceKey: number) => void) | undefined
}

/**
 * The states of the devices in use. Between two operations any state can be dropped: it is built again from the stored
 * marker and the memtable. One operation at a time calls the methods, except `get`.
 */
export class DeviceStates {
  readonly #db: Db
  readonly #memtable: Memtable
  readonly #erasures: Erasures
  readonly #capacity: number
  readonly #availability: Availability
  readonly #onRead: (deviceKey: number) => void
  /** Two generations instead of an LRU list: the older one is dropped when the younger one is full. */
  #recent = new Map<number, DeviceState>()
  #previous = new Map<number, DeviceState>()

  constructor({ db, memtable, erasures, limits, availability, onRead = () => {} }: Options) {
    this.#db = db
    this.#memtable = memtable
    this.#erasures = erasures
    this.#capacity = limits.devices
    this.#availability = availability
    this.#onRead = onRead
  }

  get size(): number {
    return this.#recent.size + this.#previous.size
  }

  get(deviceKey: number): DeviceState | undefined {
    const recent = this.#recent.get(deviceKey)
    if (recent) return recent
    const previous = this.#previous.get(deviceKey)
    if (!previous) return undefined
    this.#previous.delete(deviceKey)
    this.#recent.set(deviceKey, previous)
    return previous
  }

  /** Returns the state of a device. Throws unless it is loaded. */
  loaded(deviceKey: number): DeviceState {
    const state = this.get(deviceKey)
    if (!state) throw new Error(`The state of device ${deviceKey} is not loaded.`)
    return state
  }

  /** Loads states, and returns them in the order of the keys. They stay until `forgetUnused`. */
  async load(deviceKeys: readonly number[]): Promise<DeviceState[]> {
    const missing = new Set<number>()
    const states: DeviceState[] = []
    for (const deviceKey of deviceKeys) {
      const state = this.get(deviceKey)
      if (state && !state.isProvisional) states.push(state)
      else missing.add(deviceKey)
    }
    if (missing.size === 0) return states
    await this.#read(missing)
    return deviceKeys.map((deviceKey) => this.loaded(deviceKey))
  }

  /** Loads states, but neither fails nor waits while the database is unavailable: then only the memtable is known. */
  async loadOrGuess(deviceKeys: readonly number[]): Promise<DeviceState[]> {
    try {
      if (!this.#availability.isUnavailable) return await this.load(deviceKeys)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#availability.isUnavailable = true
    }
    for (const deviceKey of deviceKeys) {
      if (this.get(deviceKey)) continue
      const state = new DeviceState(deviceKey)
      state.isProvisional = true
      this.#raiseByMemtable(state)
      this.#recent.set(deviceKey, state)
    }
    return deviceKeys.map((deviceKey) => this.loaded(deviceKey))
  }

  async #read(missing: ReadonlySet<number>): Promise<void> {
    const markers = await findMarkers(this.#db, [...missing])
    this.#availability.isUnavailable = false
    for (const deviceKey of missing) {
      const state = new DeviceState(deviceKey)
      const marker = markers.get(deviceKey)
      if (marker) state.load(marker)
      this.#memtable.drop(deviceKey, state.uptoSeq)
      this.#raiseByMemtable(state)
      this.#previous.delete(deviceKey)
      this.#recent.set(deviceKey, state)
      this.#onRead(deviceKey)
    }
  }

  forgetAll(): void {
    this.#recent.clear()
    this.#previous.clear()
  }

  forgetMemtableTimes(): void {
    for (const states of [this.#recent, this.#previous])
      for (const state of states.values()) state.memtableTimes = undefined
  }

  forget(deviceKey: number): void {
    this.#recent.delete(deviceKey)
    this.#previous.delete(deviceKey)
  }

  async loadOne(deviceKey: number): Promise<DeviceState> {
    await this.load([deviceKey])
    return this.loaded(deviceKey)
  }

  /** Drops the older generation when there are too many. Called between two operations. */
  forgetUnused(): void {
    if (this.#recent.size <= this.#capacity / 2) return
    this.#previous = this.#recent
    this.#recent = new Map()
  }

  memtableTimesOf(state: DeviceState): Times {
    if (state.memtableTimes) return state.memtableTimes
    const times = new Times()
    this.#memtable.walk(state.deviceKey, state, ({ at, count, slots }) => {
      times.add(at, slots, count)
      return true
    })
    state.memtableTimes = times
    return times
  }

  #raiseByMemtable(state: DeviceState): void {
    const { deviceKey } = state
    const isErasing = this.#erasures.hasAny(deviceKey)
    this.#memtable.walk(deviceKey, state, ({ at, count, slots, values }, seq) => {
      for (let index = 0; index < count; index++) {
        const slot = slots[index]!
        if (!isErasing || !this.#erasures.has(deviceKey, slot, seq)) state.raise(slot, at, values[index]!)
      }
      return true
    })
  }
}
