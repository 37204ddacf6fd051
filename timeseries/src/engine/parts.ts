import type { Database } from '../base/database.ts'
import { Erasures } from '../base/erasures.ts'
import { LIMITS, type Limits } from '../base/limits.ts'
import { Serial } from '../base/serial.ts'
import { SuspectChunks } from '../base/suspect-chunks.ts'
import type { Partition } from '../base/types.ts'
import { ChunkTransaction } from '../compact/chunk-transaction.ts'
import { CoarseWork } from '../compact/coarse-work.ts'
import { Compaction } from '../compact/compaction.ts'
import { DamagedChunks } from '../compact/damage.ts'
import { Eraser } from '../compact/erase.ts'
import { Purge } from '../compact/purge.ts'
import { type Keep, settingUnreadableAside } from '../dead-letters/dead-letters.ts'
import { DeviceStates, type Availability } from '../memory/device-states.ts'
import { LateValues } from '../memory/late-values.ts'
import { Memtable } from '../memory/memtable.ts'
import { DeviceReader } from '../read/device-reader.ts'
import { Subscribers, PartitionLog } from '../stores/partition-log.ts'
import { findReadMarker, takeLease, type Lease } from '../stores/marker-store.ts'
import type { ReadingLog } from '../stores/reading-log.ts'
import type { DamagedChunk } from '../stores/set-aside.ts'
import { Appender } from './append.ts'
import { makeRoom, refreshErasures, unlessUnavailable, withoutLease } from './replica.ts'
import { Replication, type SharedOptions } from './replication.ts'
import { Worker } from './worker.ts'

export interface EngineOptions {
  readonly db: Database
  readonly log: ReadingLog
  readonly now: () => number
  /** The latest time of a newest value, in milliseconds since 1970. Default: any. */
  readonly latest?: () => number
  /** Called with failures of background work, which is tried again. */
  readonly onError: (error: unknown) => void
  /** Called once for each chunk that could not be read as a whole. */
  readonly onDamaged?: (damaged: DamagedChunk) => void
  readonly limits?: Partial<Limits>
  readonly partition?: Partition
  /**
   * An owner, one for each partition, moves values from the log to chunks. A replica reads and appends, and drops what
   * the owner has moved. The role never changes.
   */
  readonly role?: 'owner' | 'replica'
  /** Receives unreadable parts of the log: an owner keeps them, a replica skips them. Without it, reading rejects. */
  readonly deadLetters?: { readonly keep: Keep; readonly skip: Keep } | undefined
  readonly shared?: SharedOptions | undefined
}

export type EngineParts = Awaited<ReturnType<typeof openParts>>

const ALL: Partition = { index: 0, count: 1 }

/** Reads the log into memory. An owner takes the lease of its partition. */
export async function openParts(options: EngineOptions) {
  const { db, now, onError, onDamaged, partition = ALL, role = 'owner', shared, latest = () => Infinity } = options
  const limits = { ...LIMITS, ...options.limits }
  const isOwner = role === 'owner'
  const log = openLog(options, partition, isOwner)
  const lease = await (isOwner ? takeLease : withoutLease)(db, partition.index)
  const serial = new Serial()
  const memory = buildMemory(db, limits, shared)
  const { memtable, states, erasures, late } = memory
  const { appendsUnclassified = false } = shared ?? {}
  const isErasing = async (deviceKey: number) => isOwner || (await findReadMarker(db, deviceKey)).isErasing
  const readOn = (conflicts: number): Promise<void> =>
    shared ? replication.afterConflict(conflicts) : appender.catchUp()
  const appender: Appender = new Appender({ log, ...memory, isErasing, appendsUnclassified, readOn }, lease.uptoSeq)
  const lastSeq = () => appender.lastSeq
  const subscribers = new Subscribers(log)
  const foundation = { db, log, partition, lease, limits, ...memory, subscribers, lastSeq, now, onDamaged }
  const work = buildWork(foundation)
  const { suspectChunks } = memory
  const reader = new DeviceReader({ db, log, memtable, suspectChunks, mayRepeat: shared !== undefined, lastSeq })
  const worker = new Worker({ serial, memtable, states, ...work, limits, now, onError })
  const onApplied = () => {
    subscribers.wake()
    if (isOwner) void serial.run(() => worker.keepPace())
  }
  const room = () => makeRoom({ memtable, limits, role, worker, shared, onError })
  const applying = { appender, states, erasures, shared, onError, onApplied, makeRoom: room }
  const replication: Replication = new Replication({ log, serial, ...applying })
  if (isOwner) {
    await work.eraser.resume()
    await work.damage.recount()
    await work.purge.resume(lease.uptoSeq)
  } else await refreshErasures({ db, partition, erasures, states, late }).catch(unlessUnavailable)
  await appender.catchUp()
  if (isOwner) worker.sealWhenDue()
  const given = { db, log, partition, role, shared, lease, limits, latest, onError }
  return { ...given, ...memory, ...work, serial, appender, lastSeq, subscribers, reader, worker, replication }
}

function openLog({ log, deadLetters }: EngineOptions, { index }: Partition, isOwner: boolean): PartitionLog {
  if (!deadLetters) return new PartitionLog(log, index)
  return new PartitionLog(log, index, settingUnreadableAside(index, isOwner ? deadLetters.keep : deadLetters.skip))
}

function buildMemory(db: Database, limits: Limits, shared: SharedOptions | undefined) {
  const memtable = new Memtable(limits)
  const erasures = new Erasures()
  const suspectChunks = new SuspectChunks()
  const late = new LateValues(db, limits, suspectChunks)
  const availability: Availability = shared?.availability ?? { isUnavailable: false }
  // The memtable no longer has what a newer marker has moved to chunks, so these are read again.
  const onRead = shared && ((deviceKey: number) => late.forget(deviceKey))
  const states = new DeviceStates({ db, memtable, erasures, limits, availability, onRead })
  return { memtable, erasures, suspectChunks, late, availability, states }
}

interface Foundation extends ReturnType<typeof buildMemory> {
  readonly db: Database
  readonly log: PartitionLog
  readonly partition: Partition
  readonly lease: Lease
  readonly limits: Limits
  readonly subscribers: Subscribers
  readonly lastSeq: () => number
  readonly now: () => number
  readonly onDamaged: EngineOptions['onDamaged']
}

function buildWork({ now, onDamaged = () => {}, subscribers, ...foundation }: Foundation) {
  const { db, log, partition, lease, limits, memtable, states, erasures, late, suspectChunks, lastSeq } = foundation
  const purge = new Purge({ log, heldFrom: () => subscribers.heldFrom, limits })
  const transaction = new ChunkTransaction({ db, lease, memtable, states, late })
  const changing = { db, partition, states, erasures, transaction, limits }
  const damage = new DamagedChunks({ ...changing, suspectChunks, now, onDamaged })
  const compaction = new Compaction({ ...changing, lease, memtable, purge, lastSeq })
  const eraser = new Eraser({ ...changing, compaction, damage, lastSeq })
  const coarse = new CoarseWork(changing)
  return { purge, transaction, damage, compaction, eraser, coarse }
}
