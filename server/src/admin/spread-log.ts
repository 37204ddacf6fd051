import type { Kysely } from 'kysely'
import { takeDataFolder } from '../platform/backup/take-data-folder.ts'
import type { Config } from '../platform/config/config.ts'
import { openDatabase } from '../platform/db/configured-database.ts'
import { MoveRefused } from '../platform/db/moving/copy.ts'
import { findLogLayout, storeLogLayout, type LogLayout } from '../platform/db/moving/log-layout.ts'
import {
  findEvaluated,
  findNewestStored,
  findPositions,
  resetPositions,
  whySetAside,
} from '../platform/db/moving/positions.ts'
import { listRunning } from '../platform/db/running-servers.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { Log } from '../platform/log.ts'
import { LostLog, type Loss } from '../cluster/nats/lost-log.ts'
import { openLogOfDatabase } from '../cluster/nats/open-cluster.ts'
import { openDatabaseLog, findCompacted, LIMITS, type ReadingLog, openTimeSeries } from '@greenhouse/timeseries'

const SPREAD_HELP = `Has the log of readings begin anew in so many partitions. All processes must be stopped.

  npm run admin -- spread-log 16     for a cluster with NATS_URL
  npm run admin -- spread-log 1      for one process without NATS_URL; give it here, to read what is in NATS

What is in the log now is moved to where readings are kept for good.

  npm run admin -- spread-log 16 --log-is-lost

gives up a log that NATS does not have any more, and says which readings may be missing. What is left of it is moved.`

const LOG_IS_LOST = '--log-is-lost'
const PARTITIONS_MOST = 256
const HOUR_MS = 3_600_000

interface Spreading {
  readonly config: Config
  readonly log: Log
  readonly before: LogLayout
  readonly after: LogLayout
  readonly isLost: boolean
}

/**
 * Moves all that is in the log of readings to chunks, and has its positions begin anew for another number of partitions.
 * Returns the lines to print.
 *
 * @param option `--log-is-lost` gives up what NATS does not have any more
 * @throws MoveRefused, with nothing lost, when rules were not evaluated on all of it; LostLog when some of it is lost
 */
export async function spreadLog(text: string, config: Config, log: Log, option?: string): Promise<string[]> {
  const partitions = Number(text)
  const isLost = option === LOG_IS_LOST
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > PARTITIONS_MOST || (option && !isLost))
    throw new Error(SPREAD_HELP)
  if (config.natsUrl === null && partitions > 1)
    throw new MoveRefused('A log of several partitions is kept by NATS: give NATS_URL, too.')
  const release = takeDataFolder(config.dataDir, log)
  try {
    const database = await openDatabase(config, log)
    const { db, close } = database
    try {
      const running = await listRunning(database)
      if (running.length > 0)
        throw new MoveRefused(`These processes are still running: ${running.join(', ')}. Stop them first.`)
      const before = await findLogLayout(db)
      const after: LogLayout = { engine: partitions > 1 ? 'jetstream' : 'database', partitions }
      const lines = await spread(db, { config, log, before, after, isLost })
      return [
        ...lines,
        `The log of readings has ${partitions === 1 ? 'one partition' : `${partitions} partitions`} from now on.`,
      ]
    } finally {
      await close()
    }
  } finally {
    release()
  }
}

async function spread(db: Kysely<Schema>, spreading: Spreading): Promise<string[]> {
  const { config, log, before, after, isLost } = spreading
  const { natsUrl } = config
  const isInNats = before.engine === 'jetstream'
  // Back from a cluster NATS_URL is given as well: the readings that came last are there.
  if (isInNats && natsUrl === null && !isLost)
    throw new MoveRefused('The readings that came last are kept by NATS: give NATS_URL, too.')
  const nats =
    isInNats && natsUrl !== null
      ? await openLogOfDatabase({ ...config, natsUrl, partitions: before.partitions }, { db, log })
      : undefined
  try {
    const losses = isInNats && !nats ? allOf(before) : (nats?.losses ?? [])
    checkLosses(losses, spreading)
    if (!isLost) await checkSetAside(db)
    const readings = withoutLost(nats?.readings ?? openDatabaseLog(db), losses, openDatabaseLog(db))
    const lines = isLost ? await linesOfLoss(db, losses, before) : []
    lines.push(...(await compactAll(db, readings, spreading)))
    await db.transaction().execute(async (tx) => {
      await resetPositions(tx)
      await storeLogLayout(tx, after)
    })
    await nats?.readings.remove()
    return lines
  } finally {
    await nats?.connection.close()
  }
}

/** Returns all partitions of a log in NATS as lost, since nothing of it can be read without NATS. */
function allOf({ partitions }: LogLayout): Loss[] {
  const reason = 'NATS_URL is not given'
  return Array.from({ length: partitions }, (_, partition) => ({ partition, reason, head: undefined }))
}

function checkLosses([first]: readonly Loss[], { isLost, before }: Spreading): void {
  if (first && !isLost) throw new LostLog(first, before.partitions)
  if (!first && isLost)
    throw new MoveRefused(`Nothing of the log is lost: give the same command without ${LOG_IS_LOST}.`)
}

async function checkSetAside(db: Kysely<Schema>): Promise<void> {
  const setAside = await whySetAside(db)
  if (setAside !== undefined) throw new MoveRefused(setAside)
}

/** Returns a log that has an empty partition in place of each that can't be read. */
function withoutLost(readings: ReadingLog, losses: readonly Loss[], empty: ReadingLog): ReadingLog {
  const gone = new Set(losses.filter(({ head }) => head === undefined).map(({ partition }) => partition))
  const of = (partition: number) => (gone.has(partition) ? empty : readings)
  return {
    head: (partition) => of(partition).head(partition),
    append: (partition, ...row) => of(partition).append(partition, ...row),
    follow: (partition, ...range) => of(partition).follow(partition, ...range),
    watch: (partition, ...range) => of(partition).watch(partition, ...range),
    purge: (partition, upto) => of(partition).purge(partition, upto),
  }
}

/** Moves the log to chunks. Returns what there is to say about it. */
async function compactAll(
  db: Kysely<Schema>,
  readings: ReadingLog,
  { log, before: { partitions }, isLost }: Spreading,
): Promise<string[]> {
  const evaluated = await findEvaluated(db)
  const heads: number[] = []
  for (let partition = 0; partition < partitions; partition++) heads.push(await readings.head(partition))
  const waiting = heads.map((head, partition) => Math.max(head - (evaluated.get(partition) ?? 0), 0))
  const unevaluated = waiting.reduce((sum, count) => sum + count, 0)
  if (unevaluated > 0 && !isLost)
    throw new MoveRefused(
      'Rules were not evaluated on the newest readings. Start the server once more, and stop it with Ctrl+C.',
    )
  const onError = (error: unknown) => log.error({ event: 'readings.compaction-failed', err: error })
  const timeSeries = await openTimeSeries({ db, log: readings, partitions, now: Date.now, onError })
  await timeSeries.compact()
  await timeSeries.close()
  for (const [partition, head] of heads.entries()) await readings.purge(partition, head)
  return unevaluated > 0
    ? [`Of what was left in NATS, ${rows(unevaluated)} are stored now, and rules were not evaluated on them.`]
    : []
}

/** Describes what the database still records about readings lost with the log. */
async function linesOfLoss(db: Kysely<Schema>, losses: readonly Loss[], { partitions }: LogLayout): Promise<string[]> {
  const [position, compacted] = [await findPositions(db, partitions), await findCompacted(db)]
  let gone = 0
  for (const { partition, head = compacted(partition) } of losses) gone += Math.max(position(partition) - head, 0)
  const newest = await findNewestStored(db)
  const hours = LIMITS.segmentMs / HOUR_MS
  return [
    `The log is lost in ${losses.length} of ${partitions} partitions.`,
    `Missing are at most ${rows(gone)} that had been read, and all that were acknowledged after those.`,
    ...(newest === undefined ? [] : [`The newest reading that is stored is of ${new Date(newest).toISOString()}.`]),
    `Workers store a reading within ${hours} hours: older ones are missing only where workers were behind.`,
  ]
}

function rows(count: number): string {
  return count === 1 ? 'one row of readings' : `${count} rows of readings`
}
