import type { TimeRange } from '../read/device-reader.ts'
import type { Tx } from '../base/database.ts'
import type { Keep } from '../dead-letters/dead-letters.ts'
import { LeaseLostError } from '../stores/marker-store.ts'
import type { Usage } from './engine.ts'
import { Partitions, type PartitionsOptions } from './partitions.ts'
import type { Appended, Buckets, Column, Entry, Newest, PointsRange, EntryGroup } from '../base/types.ts'

/** How full the engine is. */
export interface Gauges {
  /** Bytes of the log that are in memory. */
  readonly logBytes: number
  /** Values of the log that are in memory and in no chunk yet. */
  readonly waitingValues: number
  /** Devices whose values of the sealed segment are in no chunk yet. */
  readonly backlog: number
  /** Devices of which a chart has missed coarse summaries that are not stored yet. */
  readonly uncovered: number
  /** Devices in memory. */
  readonly devices: number
  /** Chunks that could not be read and were set aside. */
  readonly damagedChunks: number
}

export interface TimeSeries {
  /** How many partitions the log has. Those of a server that runs as one process are all its own. */
  readonly partitions: number
  /** The partition to which the entries of a device go, from 0 on. */
  partitionOf(deviceKey: number): number
  /**
   * Stores the values that are new, of devices of one partition, in one commit. Resolves when they survive a power loss.
   * Rejects, without a trace, when they could not be stored.
   */
  append(entries: readonly Entry[]): Promise<Appended>
  /** Returns the newest value of each slot, for each device that has values. */
  newest(deviceKeys: readonly number[]): Promise<Map<number, readonly Newest[]>>
  /** Yields the values of slots in pieces that follow each other in time. */
  raw(deviceKey: number, slots: readonly number[], range: TimeRange): AsyncIterable<readonly Column[]>
  /**
   * Returns counts, means, lowest and highest values by buckets, for each of the slots, in their order. Only buckets with
   * values are listed.
   */
  points(deviceKey: number, slots: readonly number[], range: PointsRange): Promise<Buckets[]>
  /** Erases all values that a device has by now. Once it resolves they are hidden for good; they are removed step by step. */
  erase(deviceKey: number): Promise<void>
  /** Erases the values of a slot. The slot must not be used again. They are removed step by step. */
  eraseSlot(deviceKey: number, slot: number): Promise<void>
  /**
   * Removes values from before a time, of the devices of the partitions that this process owns; their sums by quarters of an hour stay. From now on the caller refuses values from
   * before it, whose repetition could not be recognised. Returns how many values were removed.
   */
  dropBefore(at: number): Promise<number>
  /** Returns the position of the last group of a partition that this process has read. */
  position(partition: number): Promise<number>
  /**
   * Yields the groups of a partition after a position, waits for further ones, and ends when the engine is closed. The log
   * still has them if `holdFrom` says so.
   */
  follow(partition: number, after: number): AsyncIterable<EntryGroup>
  /** Keeps the log of a partition after the position that the function returns: a subscriber has not read it yet. */
  holdFrom(partition: number, seq: () => number): void
  /** The partitions that this process compacts, and whose rules it evaluates. */
  owned(): readonly number[]
  /**
   * Throws a LeaseLostError unless this process owns the partition; nobody else becomes its owner before the transaction
   * ends. What an owner writes of its partition begins with it.
   */
  fence(tx: Tx, partition: number): Promise<void>
  /** Becomes the owner of a partition, also of one that it has owned before. Whoever was it can write no more. */
  own(partition: number): Promise<void>
  /** Ends to own a partition, and only follows it. Resolves when nothing is under way, whether or not the log can be read. */
  release(partition: number): Promise<void>
  /**
   * Forgets what is in memory of devices, or of all, of which another process has erased something. It is read again.
   */
  forget(deviceKeys?: readonly number[]): Promise<void>
  /** Does what another process has asked the owner of a partition for. Throws a LeaseLostError if that is not this one. */
  handleOwnerRequest(request: OwnerRequest): Promise<void>
  /** Keeps what of a group of the log could not be evaluated. Rejects when that is too much. */
  readonly setAside: Keep
  usage(deviceKeys: readonly number[]): Promise<Map<number, Usage>>
  /** Moves all that waits in the log to the chunks, and does all other work that waits. */
  compact(): Promise<void>
  /** Begins to move rows up to a position of each partition to chunks, in those partitions that this process owns. */
  beginCompaction(heads: readonly number[]): Promise<void>
  gauges(): Gauges
  /** Ends the subscriptions and the work in the background, and waits for what is under way. */
  close(): Promise<void>
}

/** What only the owner of a partition can do, in plain JSON. */
export type OwnerRequest =
  | { readonly what: 'erase'; readonly deviceKey: number }
  | { readonly what: 'eraseSlot'; readonly deviceKey: number; readonly slot: number }

export interface TimeSeriesOptions extends PartitionsOptions {
  /** Has the process that owns a partition do something. Rejects unless it was done. */
  readonly askOwner?: (partition: number, request: OwnerRequest) => Promise<void>
  /** Called after values of a device were erased, so that other processes forget it. */
  readonly onErased?: (deviceKey: number) => void
}

/** Opens the engine, and begins its work in the background. Unless the log is shared, it owns all partitions. */
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

/** Erases here what this process owns, and has other owners do it. */
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

  /** Returns false when another process owns the partition, also when this one did not know that yet. */
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
