import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { Appender } from './append.ts'
import { ChunkTransaction } from './chunk-transaction.ts'
import { CoarseWork } from './coarse-work.ts'
import { Compaction } from './compaction.ts'
import { DamagedChunks } from './damage.ts'
import { DeviceReader } from './device-reader.ts'
import { DeviceStates } from './device-states.ts'
import { Eraser } from './erase.ts'
import { Erasures } from './erasures.ts'
import { Followers } from './followers.ts'
import { LateValues } from './late-values.ts'
import { LIMITS, type Limits } from './limits.ts'
import { takeLease } from './mark-store.ts'
import { Purge } from './purge.ts'
import type { ReadingLog } from './reading-log.ts'
import { Serial } from './serial.ts'
import type { DamagedChunk } from './set-aside.ts'
import { Suspects } from './suspects.ts'
import { Tail } from './tail.ts'
import { Worker } from './worker.ts'

const PARTITION = 0

export interface EngineOptions {
  readonly db: Kysely<Schema>
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
}

/** The parts of the engine, put together. */
export type Engine = Awaited<ReturnType<typeof openEngine>>

/** Reads into memory what the log holds and the chunks do not, and makes this process the compactor. */
export async function openEngine({ db, log, now, onError, ...options }: EngineOptions) {
  const { latest = () => Infinity, onDamaged = () => {} } = options
  const limits = { ...LIMITS, ...options.limits }
  const partition = PARTITION
  const lease = await takeLease(db, partition)
  const tail = new Tail(limits)
  const erasures = new Erasures()
  const states = new DeviceStates({ db, tail, erasures, limits })
  const suspects = new Suspects()
  const late = new LateValues(db, limits, suspects)
  const appender = new Appender({ log, partition, tail, states, erasures, late }, lease.uptoSeq)
  const lastSeq = () => appender.lastSeq
  const followers = new Followers(log, partition)
  const purge = new Purge({ log, partition, followers, limits })
  const transaction = new ChunkTransaction({ db, lease, tail, states, late })
  const damage = new DamagedChunks({ db, states, erasures, transaction, suspects, now, onDamaged })
  const compaction = new Compaction({ db, lease, tail, states, erasures, transaction, purge, limits, lastSeq })
  const eraser = new Eraser({ db, states, erasures, compaction, transaction, damage, limits, lastSeq })
  const reader = new DeviceReader({ db, log, partition, tail, suspects, lastSeq })
  const coarse = new CoarseWork({ db, transaction, erasures, limits })
  const serial = new Serial()
  const worker = new Worker({ serial, tail, states, compaction, eraser, purge, coarse, damage, limits, now, onError })
  await eraser.resume()
  await damage.recount()
  await purge.resume(lease.uptoSeq)
  await appender.catchUp()
  worker.sealWhenDue()
  return {
    db,
    limits,
    latest,
    serial,
    lastSeq,
    tail,
    erasures,
    states,
    appender,
    followers,
    reader,
    transaction,
    compaction,
    eraser,
    coarse,
    suspects,
    damage,
    worker,
  }
}
