import type { TimeRange } from '../read/device-reader.ts'
import type { Tx } from '../base/database.ts'
import type { Keep } from '../dead-letters/dead-letters.ts'
import { LeaseLostError } from '../stores/marker-store.ts'
import type { Usage } from './engine.ts'
import { Partitions, type PartitionsOptions } from './partitions.ts'
import type { Appended, Buckets, Column, Entry, Newest, PointsRange, EntryGroup } from '../base/types.ts'

interface Gauges {
  readonly logBytes: number
  /** Values of the log outside chunks. */
  readonly waitingValues: number
  /** Devices of the sealed segment with values outside chunks. */
  readonly backlog: number
  /** Devices whose charts lack coarse summaries. */
  readonly uncovered: number
  readonly devices: number
  /** Chunks that were set aside as unreadable. */
  readonly damagedChunks: number
}

export interface TimeSeries {
  readonly partitions: number
  partitionOf(deviceKey: number): number
  /**
   * Stores the new values of a group, of devices of one partition, in one commit. Resolves when they survive a power
   * loss. Rejects without a trace.
   */
  append(entries: readonly Entry[]): Promise<Appended>
  newest(deviceKeys: readonly number[]): Promise<Map<number, readonly Newest[]>>
  raw(deviceKey: number, slots: readonly number[], range: TimeRange): AsyncIterable<readonly Column[]>
  /**
   * Returns counts, means, lowest and highest values by buckets, for each of the slots. Lists only buckets with values.
   */
  points(deviceKey: number, slots: readonly number[], range: PointsRange): Promise<Buckets[]>
  /** Hides all present values of a device for good, and removes them in the background. */
  erase(deviceKey: number): Promise<void>
  /** Erases a slot in the same way. It must not be used again. */
  eraseSlot(deviceKey: number, slot: number): Promise<void>
  /**
   * Removes values from before a time in the owned partitions, but keeps sums by quarters of an hour. The caller must
   * refuse older values from now on: repetitions would not be recognised. Returns how many values were removed.
   */
  dropBefore(at: number): Promise<number>
  position(partition: number): Promise<number>
  /**
   * Yields the groups of a partition after a position, waits for more, and ends when the engine closes. `holdFrom`
   * keeps them in the log.
   */
  follow(partition: number, after: number): AsyncIterable<EntryGroup>
  holdFrom(partition: number, seq: () => number): void
  /** The partitions that this process compacts, and whose rules it evaluates. */
  owned(): readonly number[]
  /**
   * Throws a LeaseLostError unless this process owns the partition until the end of the transaction. Each write of an
   * owner begins with it.
   */
  fence(tx: Tx, partition: number): Promise<void>
  own(partition: number): Promise<void>
  /** Becomes a replica of a partition. Resolves when no work is running, even if the log is unreadable. */
  release(partition: number): Promise<void>
  /** Drops cached states of devices, or all, after another process has erased something. */
  forget(deviceKeys?: readonly number[]): Promise<void>
  /** Does the work of another process. Throws a LeaseLostError unless this one is the owner. */
  handleOwnerRequest(request: OwnerRequest): Promise<void>
  /** Keeps what could not be evaluated of a group. Rejects when there is too much. */
  readonly setAside: Keep
  usage(deviceKeys: readonly number[]): Promise<Map<number, Usage>>
  compact(): Promise<void>
  beginCompaction(heads: readonly number[]): Promise<void>
  gauges(): Gauges
  /** Ends subscriptions and background work, and waits for running operations. */
  close(): Promise<void>
}

export type OwnerRequest =
  | { readonly what: 'erase'; readonly deviceKey: number }
  | { readonly what: 'eraseSlot'; readonly deviceKey: number; readonly slot: number }

export interface TimeSeriesOptions extends PartitionsOptions {
  /** Sends work to the owner of a partition. Rejects unless it was done. */
  readonly askOwner?: (partition: number, request: OwnerRequest) => Promise<void>
  readonly onErased?: (deviceKey: number) => void
}

/** Opens the engines. Owns all partitions unless the log is shared. */
export async function openTimeSeries(options: TimeSeriesOptions): Promise<TimeSeries> {
  const engines = new Partitions(options)
  await engines.open()
  const engineOf = (deviceKey: number) => engines.at(engines.of(deviceKey))

  const { ask, handleOwnerRequest } = erasing(engines, options)

  return {
    partitions: engines.count,
    partitionOf: (deviceKey) => engines.of(deviceKey),
    async append(entries) {
      const partition = engines.of(entries[0]?.deviceKey ?? 0)
      if (engines.count > 1 && entries.some(({ deviceKey }) => engines.of(deviceKey) !== partition))
        throw new RangeError('A group has devices of several partitions.')
      return engines.at(partition).append(entries)
    },
    position: (partition) => {
      const { serial, appender } = engines.at(partition).parts
      return serial.run(async () => appender.lastSeq)
    },
    owned: () => engines.ownedPartitions,
    fence: (tx, partition) => engines.fence(tx, partition),
    own: (partition) => engines.own(partition),
    release: (partition) => engines.release(partition),
    forget: (deviceKeys) => engines.forget(deviceKeys),
    handleOwnerRequest,
    setAside: options.deadLetters?.keep ?? refuseDeadLetters,
    async newest(deviceKeys) {
      const found = await engines.each(deviceKeys, (engine, own) => engine.newest(own))
      return new Map(found.filter(([, values]) => values.length > 0))
    },
    raw: (deviceKey, slots, range) => engineOf(deviceKey).raw({ deviceKey, slots, range }),
    points: (deviceKey, slots, range) => engineOf(deviceKey).points({ deviceKey, slots, range }),
    erase: (deviceKey) => ask({ what: 'erase', deviceKey }),
    eraseSlot: (deviceKey, slot) => ask({ what: 'eraseSlot', deviceKey, slot }),
    async dropBefore(at) {
      let values = 0
      for (const engine of engines.owned()) values += await engine.dropBefore(at)
      return values
    },
    follow: (partition, after) => engines.at(partition).parts.subscribers.follow(after),
    holdFrom: (partition, seq) => engines.holdFrom(partition, seq),
    usage: async (deviceKeys) => new Map(await engines.each(deviceKeys, (engine, own) => engine.usage(own))),
    async compact() {
      for (const engine of engines.owned()) await engine.compact()
    },
    async beginCompaction(heads) {
      for (const engine of engines.owned()) await engine.beginCompaction(heads[engine.parts.partition.index] ?? 0)
    },
    gauges: () => gaugesOf(engines),
    close: () => engines.close(),
  }
}

function gaugesOf(engines: Partitions): Gauges {
  return {
    logBytes: engines.sum(({ memtable }) => memtable.bytes),
    waitingValues: engines.sum(({ memtable }) => memtable.values),
    backlog: engines.sum(({ compaction }) => compaction.backlog),
    uncovered: engines.sum(({ coarse }) => coarse.devices),
    devices: engines.sum(({ states }) => states.size),
    damagedChunks: engines.sum(({ damage }) => damage.count),
  }
}

function erasing(engines: Partitions, { askOwner = noOwner, onErased = () => {} }: TimeSeriesOptions) {
  async function handleOwnerRequest(request: OwnerRequest): Promise<void> {
    const slot = request.what === 'eraseSlot' ? request.slot : undefined
    await engines.owner(engines.of(request.deviceKey)).erase(request.deviceKey, slot)
  }

  async function ask(request: OwnerRequest): Promise<void> {
    if (!(await isDoneHere(request))) {
      await askOwner(engines.of(request.deviceKey), request)
      await engines.forget([request.deviceKey])
    }
    onErased(request.deviceKey)
  }

  /** Returns false when another process owns the partition, even if this one did not know it yet. */
  async function isDoneHere(request: OwnerRequest): Promise<boolean> {
    try {
      await handleOwnerRequest(request)
      return true
    } catch (error) {
      if (error instanceof LeaseLostError) return false
      throw error
    }
  }

  return { ask, handleOwnerRequest }
}

function noOwner(partition: number): Promise<void> {
  return Promise.reject(new Error(`Nobody is known who owns partition ${partition}.`))
}

function refuseDeadLetters(): Promise<never> {
  return Promise.reject(new Error('There is no place for what can not be evaluated.'))
}
