import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../base/unavailable.ts'
import type { Tx } from '../base/database.ts'
import type { Availability } from '../memory/device-states.ts'
import { openEngine, type Engine } from './engine.ts'
import type { EngineOptions, EngineParts } from './parts.ts'
import { listErasures } from '../stores/erasing-store.ts'
import { dropCompacted, replaceErasures, refreshErasures, unlessUnavailable } from './replica.ts'
import type { SharedOptions } from './replication.ts'
import { LIMITS, type Limits } from '../base/limits.ts'
import { findCompacted, holdLease, LeaseLostError } from '../stores/marker-store.ts'

export interface PartitionsOptions
  extends Omit<EngineOptions, 'partition' | 'role' | 'shared'>, Omit<SharedOptions, 'availability'> {
  readonly partitions?: number
  /** Whether other processes append to the log too. This one then owns the partitions of `own` only. */
  readonly shared?: boolean
  readonly onLost?: (partition: number) => void
}

const POLL_MS = 2000
const SEGMENT_BYTES_AT_LEAST = 1024 * 1024
const SLABS_OF_A_SEGMENT = 4

/** The engines of a process, one for each partition of the log. */
export class Partitions {
  readonly count: number
  readonly #options: PartitionsOptions
  readonly #engines: Engine[] = []
  #owned: readonly number[] = []
  /** Released owners. They serve until replicas replace them. */
  readonly #resting = new Set<Engine>()
  readonly #swaps = new Map<number, Promise<void>>()
  readonly #holds = new Map<number, Array<() => number>>()
  readonly #stop = new AbortController()
  readonly #availability: Availability = { isUnavailable: false }
  readonly #seen = new Map<Engine, number>()

  constructor(options: PartitionsOptions) {
    this.#options = options
    this.count = options.partitions ?? 1
  }

  async open(): Promise<void> {
    const role = this.#options.shared ? 'replica' : 'owner'
    const partitions = Array.from({ length: this.count }, (_, partition) => partition)
    this.#engines.push(...(await Promise.all(partitions.map((partition) => this.#open(partition, role)))))
    this.#noteOwned()
    for (const engine of this.#engines) this.#start(engine, engine.parts.lastSeq())
    if (this.#options.shared) void this.#pollAgain()
  }

  of(deviceKey: number): number {
    return deviceKey % this.count
  }

  at(partition: number): Engine {
    const engine = this.#engines[partition]
    if (!engine) throw new RangeError(`There is no partition ${partition}.`)
    return engine
  }

  /** Called for each value of some groups. */
  get ownedPartitions(): readonly number[] {
    return this.#owned
  }

  owned(): Engine[] {
    return this.#owned.map((partition) => this.at(partition))
  }

  /** Returns the engine of a partition. Throws a LeaseLostError unless this process owns it. */
  owner(partition: number): Engine {
    const engine = this.at(partition)
    if (!this.#isOwner(engine)) throw new LeaseLostError(`This process does not own partition ${partition}.`)
    return engine
  }

  fence(tx: Tx, partition: number): Promise<void> {
    return holdLease(tx, this.at(partition).parts.lease)
  }

  holdFrom(partition: number, seq: () => number): void {
    this.#holds.set(partition, [...(this.#holds.get(partition) ?? []), seq])
    this.at(partition).parts.subscribers.hold(seq)
  }

  async each<T>(
    deviceKeys: readonly number[],
    find: (engine: Engine, deviceKeys: readonly number[]) => Promise<readonly T[]>,
  ): Promise<T[]> {
    if (this.count === 1) return [...(await find(this.at(0), deviceKeys))]
    const byPartition = Map.groupBy(deviceKeys, (deviceKey) => this.of(deviceKey))
    const found = await Promise.all(Array.from(byPartition, ([partition, own]) => find(this.at(partition), own)))
    return found.flat()
  }

  sum(of: (parts: EngineParts) => number): number {
    return this.#engines.reduce((sum, { parts }) => sum + of(parts), 0)
  }

  /** Replaces the engine of a partition, which serves until then, by an owner. */
  own(partition: number): Promise<void> {
    return this.#inTurn(partition, () => this.#replace(partition, 'owner'))
  }

  /**
   * Ends the work of an owner without using the log, so that others can take over while it is unreachable. A replica
   * replaces it once the log is readable.
   */
  async release(partition: number): Promise<void> {
    await this.#inTurn(partition, () => this.#rest(this.at(partition)))
    void this.#replaceResting()
  }

  #inTurn(partition: number, swap: () => Promise<void>): Promise<void> {
    const swapped = (this.#swaps.get(partition) ?? Promise.resolve()).then(swap)
    this.#swaps.set(
      partition,
      swapped.catch(() => {}),
    )
    return swapped
  }

  async #rest(engine: Engine): Promise<void> {
    if (engine.parts.role === 'replica') return
    engine.parts.worker.close()
    this.#resting.add(engine)
    this.#noteOwned()
    // Running work ends before another process begins.
    await engine.parts.serial.run(async () => {})
  }

  /** Replaces released owners by replicas, or tries again with the next poll. */
  async #replaceResting(): Promise<void> {
    await Promise.all(
      [...this.#resting].map(async ({ parts }) => {
        const partition = parts.partition.index
        try {
          // Outside of the turn: while the log does not answer, this process may have to become the owner again.
          await this.#options.log.head(partition)
          await this.#inTurn(partition, () => this.#replaceIfResting(partition))
        } catch (error) {
          if (!isUnavailable(error)) this.#options.onError(error)
        }
      }),
    )
  }

  /** It may have become the owner again. */
  async #replaceIfResting(partition: number): Promise<void> {
    if (this.#resting.has(this.at(partition)) && !this.#stop.signal.aborted) await this.#replace(partition, 'replica')
  }

  async #replace(partition: number, role: 'owner' | 'replica'): Promise<void> {
    const old = this.at(partition)
    old.parts.worker.close()
    const engine = await this.#open(partition, role)
    for (const seq of this.#holds.get(partition) ?? []) engine.parts.subscribers.hold(seq)
    // Rows that the old one has not handed over would not be new to its successor.
    await old.parts.replication.waitFor(engine.parts.lastSeq(), engine.parts.limits.swapMs)
    this.#engines[partition] = engine
    this.#resting.delete(old)
    this.#noteOwned()
    await old.close()
    this.#start(engine, Math.max(old.parts.lastSeq(), engine.parts.lastSeq()))
    this.#seen.delete(old)
  }

  /** Drops cached states of devices, or all, after another process has erased something. */
  async forget(deviceKeys?: readonly number[]): Promise<void> {
    const byPartition = deviceKeys && Map.groupBy(deviceKeys, (deviceKey) => this.of(deviceKey))
    const engines = this.#engines.filter(({ parts }) => !byPartition || byPartition.has(parts.partition.index))
    await Promise.all(
      engines.map((engine) =>
        engine.parts.serial.run(async () => {
          // An owner knows what it erases itself.
          if (!this.#isOwner(engine)) await refreshErasures(engine.parts).catch(unlessUnavailable)
          if (!byPartition) engine.parts.appender.forget()
          for (const deviceKey of byPartition?.get(engine.parts.partition.index) ?? []) {
            engine.parts.states.forget(deviceKey)
            engine.parts.late.forget(deviceKey)
          }
        }),
      ),
    )
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#swaps.values())
    await Promise.all(this.#engines.map((engine) => engine.close()))
  }

  #isOwner(engine: Engine): boolean {
    return engine.parts.role === 'owner' && !this.#resting.has(engine)
  }

  #noteOwned(): void {
    const owners = this.#engines.filter((engine) => this.#isOwner(engine))
    this.#owned = owners.map(({ parts }) => parts.partition.index)
  }

  #open(partition: number, role: 'owner' | 'replica'): Promise<Engine> {
    const { onLost, onError, partitions: _, shared, ...options } = this.#options
    return openEngine({
      ...options,
      limits: { ...dividedLimits(this.count), ...options.limits },
      partition: { index: partition, count: this.count },
      role,
      shared: shared ? { ...options, availability: this.#availability } : undefined,
      onError(error) {
        if (error instanceof LeaseLostError && onLost) onLost(partition)
        else onError(error)
      },
    })
  }

  #start(engine: Engine, handAfter: number): void {
    if (this.#stop.signal.aborted) return
    if (engine.parts.role === 'owner') engine.parts.worker.start()
    if (engine.parts.shared) engine.parts.replication.start(handAfter)
  }

  async #pollAgain(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      try {
        await this.poll()
      } catch (error) {
        if (!isUnavailable(error)) this.#options.onError(error)
      }
    }
  }

  async poll(): Promise<void> {
    const { db } = this.#options
    const compactedOf = await findCompacted(db)
    this.#availability.isUnavailable = false
    const erasures = Map.groupBy(await listErasures(db, { index: 0, count: 1 }), ({ deviceKey }) => this.of(deviceKey))
    for (const engine of this.#engines) {
      if (engine.parts.role !== 'replica') continue
      const { serial, appender, partition } = engine.parts
      await serial.run(async () => {
        replaceErasures(engine.parts, erasures.get(partition.index) ?? [])
        const compacted = compactedOf(partition.index)
        // Rows missing since the last poll were purged before they were read.
        if (appender.lastSeq < compacted && appender.lastSeq === this.#seen.get(engine))
          await engine.parts.replication.readLog()
        dropCompacted(engine.parts, compacted)
      })
      this.#seen.set(engine, appender.lastSeq)
    }
    await this.#replaceResting()
  }
}

function dividedLimits(partitions: number): Partial<Limits> {
  if (partitions === 1) return {}
  const segmentBytes = Math.max(Math.floor(LIMITS.segmentBytes / partitions), SEGMENT_BYTES_AT_LEAST)
  return { segmentBytes, slabBytes: Math.floor(segmentBytes / SLABS_OF_A_SEGMENT) }
}
