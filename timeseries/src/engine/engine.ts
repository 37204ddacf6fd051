import type { Database } from '../base/database.ts'
import { Appender } from './append.ts'
import { ChunkTransaction } from '../compact/chunk-transaction.ts'
import { CoarseWork } from '../compact/coarse-work.ts'
import { Compaction } from '../compact/compaction.ts'
import { DamagedChunks } from '../compact/damage.ts'
import { DeviceReader } from '../read/device-reader.ts'
import { DeviceStates, type Presence } from '../memory/device-states.ts'
import { Eraser } from '../compact/erase.ts'
import { Erasures } from '../base/erasures.ts'
import { makeRoom, refreshErasures, unlessUnavailable, withoutLease } from './replica.ts'
import { Subscribers } from '../read/subscribers.ts'
import { Replication, type SharedOptions } from './replication.ts'
import { LateValues } from '../memory/late-values.ts'
import { LIMITS, type Limits } from '../base/limits.ts'
import { findReadMarker, takeLease } from '../stores/marker-store.ts'
import { Purge } from '../compact/purge.ts'
import type { Keep } from '../dead-letters/dead-letters.ts'
import { settingUnreadableAside } from '../dead-letters/readable-row.ts'
import { PartitionLog } from '../stores/partition-log.ts'
import type { ReadingLog } from '../stores/reading-log.ts'
import { Serial } from '../base/serial.ts'
import type { DamagedChunk } from '../stores/set-aside.ts'
import type { Partition } from '../base/types.ts'
import { SuspectChunks } from '../base/suspect-chunks.ts'
import { Memtable } from '../memory/memtable.ts'
import { Worker } from './worker.ts'

export interface EngineOptions {
  readonly db: Database
  readonly log: ReadingLog
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The latest time that a newest value may have, in milliseconds since 1970. Any, when it is left out. */
  readonly latest?: () => number
  /** Called with a failure of work that no caller waits for; it is tried again. */
  readonly onError: (error: unknown) => void
  /** Called once for each chunk of which something could not be read. */
  readonly onDamaged?: (damaged: DamagedChunk) => void
  readonly limits?: Partial<Limits>
  /** The devices that it is for; all when it is left out. */
  readonly partition?: Partition
  /**
   * An owner, the only one of its partition, moves values from the log to chunks. A replica reads and appends only, and
   * lets go of what the owner has moved. An engine never changes its role.
   */
  readonly role?: 'owner' | 'replica'
  /** Receives what can't be read of the log: an owner keeps it, a replica skips it. Without it, reading rejects. */
  readonly deadLetters?: { readonly keep: Keep; readonly skip: Keep } | undefined
  /** Given when other processes append to the log too. */
  readonly shared?: SharedOptions | undefined
}

/** The parts of the engine, put together. */
export type Engine = Awaited<ReturnType<typeof openEngine>>

const ALL: Partition = { index: 0, count: 1 }

/** Reads into memory what the log holds and the chunks do not, and makes this process the compactor if it is an owner. */
export async function openEngine({ db, now, onError, ...options }: EngineOptions) {
  const {
    latest = () => Infinity,
    onDamaged = () => {},
    partition = ALL,
    role = 'owner',
    shared,
    deadLetters,
  } = options
  const limits = { ...LIMITS, ...options.limits }
  const isOwner = role === 'owner'
  const readable = deadLetters && settingUnreadableAside(partition.index, isOwner ? deadLetters.keep : deadLetters.skip)
  const log = new PartitionLog(options.log, partition.index, readable)
  const lease = await (isOwner ? takeLease : withoutLease)(db, partition.index)
  const memtable = new Memtable(limits)
  const erasures = new Erasures()
  const suspectChunks = new SuspectChunks()
  const late = new LateValues(db, limits, suspectChunks)
  // What a marker has moved to chunks is no longer seen in the memtable: the chunks are read again then.
  const onRead = shared === undefined ? undefined : (deviceKey: number) => late.forget(deviceKey)
  const presence: Presence = shared?.presence ?? { isAway: false }
  const states = new DeviceStates({ db, memtable, erasures, limits, presence, onRead })
  const readOn = (conflicts: number): Promise<void> =>
    shared ? replication.afterConflict(conflicts) : appender.catchUp()
  const appendsUnclassified = shared?.appendsUnclassified ?? false
  const isErasing = async (deviceKey: number) => isOwner || (await findReadMarker(db, deviceKey)).isErasing
  const appending = {
    log,
    memtable,
    states,
    erasures,
    late,
    presence,
    isErasing,
    appendsUnclassified,
    readOn,
  }
  const appender: Appender = new Appender(appending, lease.uptoSeq)
  const lastSeq = () => appender.lastSeq
  const subscribers = new Subscribers(log)
  const purge = new Purge({ log, heldFrom: () => subscribers.heldFrom, limits })
  const transaction = new ChunkTransaction({ db, lease, memtable, states, late })
  const damage = new DamagedChunks({ db, partition, states, erasures, transaction, suspectChunks, now, onDamaged })
  const compaction = new Compaction({ db, lease, memtable, states, erasures, transaction, purge, limits, lastSeq })
  const eraser = new Eraser({ db, partition, states, erasures, compaction, transaction, damage, limits, lastSeq })
  const reader = new DeviceReader({
    db,
    log,
    memtable,
    suspectChunks,
    mayRepeat: shared !== undefined,
    lastSeq,
  })
  const coarse = new CoarseWork({ db, transaction, erasures, limits })
  const serial = new Serial()
  const worker = new Worker({
    serial,
    memtable,
    states,
    compaction,
    eraser,
    purge,
    coarse,
    damage,
    limits,
    now,
    onError,
  })
  const onApplied = () => {
    subscribers.wake()
    if (isOwner) void serial.run(() => worker.keepPace())
  }
  const room = () => makeRoom({ memtable, limits, role, worker, shared, onError })
  const applying = { appender, states, erasures, shared, onError, onApplied, makeRoom: room }
  const replication: Replication = new Replication({ log, serial, ...applying })
  const parts = { memtable, erasures, states, late, appender, subscribers, replication, log, reader }
  if (isOwner) {
    await eraser.resume()
    await damage.recount()
    await purge.resume(lease.uptoSeq)
  } else await refreshErasures({ db, partition, erasures, states, late }).catch(unlessUnavailable)
  await appender.catchUp()
  if (isOwner) worker.sealWhenDue()
  const given = { db, partition, role, shared, lease, limits, latest, transaction, compaction, onError }
  return { ...given, ...parts, eraser, coarse, suspectChunks, damage, worker, serial, lastSeq }
}
