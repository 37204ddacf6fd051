import { hoursOf } from '@greenhouse/contract'
import { bumpRulesVersion } from '../../rules/rule-state-store.ts'
import { LeaseLostError } from '@greenhouse/timeseries'
import type { Context } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import type { Ownership } from '../../../platform/ownership.ts'
import type { LastValues } from './last-values.ts'
import { showWritten } from '../episodes/publish-written.ts'
import {
  listSilenceOfAccounts,
  listSilenceRules,
  storeCountFrom,
  turnSilence,
  type SilenceRule,
  type SomePartitions,
} from './silence-store.ts'
import type { Watched, WatchedPartitions } from './watched-partitions.ts'
import { writeEpisodes, type EpisodeWriting, type WrittenEpisodes } from '../episodes/write-episodes.ts'

const RUN_EVERY_MS = 15_000
/** Rules read at once. */
const PAGE = 1000

interface Options {
  readonly alerting: EpisodeWriting
  readonly lastValues: LastValues
  readonly watched: WatchedPartitions
  /** Whether values of a partition reach this process now. */
  readonly receives: Ownership['receives']
  /** Whether another process may own the partitions next: it counts silence from where this one did. */
  readonly hasSuccessor: boolean
  /** Called with each run of one of the processes: episodes whose rule is gone are over. */
  readonly endOrphans: () => Promise<void>
}

/** A rule on silence that begins to be broken, or ceases to. */
interface Turn {
  readonly rule: SilenceRule
  readonly isBroken: boolean
  readonly at: number
  readonly why: 'crossed' | 'back' | 'hours'
}

/**
 * Finds silent devices and series in the partitions of this process. Silence counts from the last value, the creation
 * of the rule or the start of the server, whichever is latest: while the server was down or received nothing, nobody
 * was silent. In a cluster the next owner of a partition continues the count. A device that never sent is not silent.
 * Last values are in memory: stored ones are read only before an episode opens, and after a takeover.
 */
export function openSilenceSweep(
  { db, hub, log, now, timeSeries }: Pick<Context, 'db' | 'hub' | 'log' | 'now' | 'timeSeries'>,
  { alerting, lastValues, watched, receives, hasSuccessor, endOrphans }: Options,
): PeriodicJob {
  const watchedOf = (deviceKey: number) => watched.of(timeSeries.partitionOf(deviceKey))

  async function sweep(signal: AbortSignal): Promise<void> {
    const at = now()
    const checked = watched.check(at, receives)
    if (checked.length === 0) return
    if (hasSuccessor) for (const one of watched.unnoted(checked, at)) await note({ db, timeSeries }, one, at)
    const owned = checked.map(({ partition }) => partition)
    let wrote = false
    try {
      for await (const { rows } of silencePages(db, { owned, partitions: timeSeries.partitions })) {
        if (signal.aborted) return
        for (const one of checked) one.checkedAt = at
        if (await writeAll(await turnsOf(rows, at))) wrote = true
      }
    } finally {
      // One message about all devices that fell silent.
      if (wrote) alerting.notifications.wake()
    }
    for (const one of checked) Object.assign(one, { checkedAt: at, isFirst: false })
    // The work of one process.
    if (owned.includes(0)) await endOrphans()
  }

  async function turnsOf(rules: readonly SilenceRule[], at: number): Promise<Turn[]> {
    const own = rules.filter(({ deviceKey }) => watchedOf(deviceKey))
    const asked = own.filter((rule) => mustAsk(rule, at))
    const newest = await timeSeries.newest([...new Set(asked.map(({ deviceKey }) => deviceKey))])
    const storedOf = ({ deviceKey, slot }: SilenceRule) =>
      Math.max(
        -Infinity,
        ...(newest.get(deviceKey) ?? []).filter((one) => slot === null || one.slot === slot).map((one) => one.at),
      )
    return own.flatMap((rule) => {
      // The times in memory are those of whole devices.
      const inMemory = rule.slot === null ? lastValues.of(rule.deviceKey) : -Infinity
      const countFrom = watchedOf(rule.deviceKey)?.countFrom ?? at
      return turnOf(rule, Math.max(inMemory, storedOf(rule)), { at, countFrom }) ?? []
    })
  }

  /** Whether the stored values decide: those in memory do not say that a device still sends. */
  function mustAsk({ deviceKey, slot, isBroken, createdAt, limitMs }: SilenceRule, at: number): boolean {
    const { countFrom = at, isFirst = true } = watchedOf(deviceKey) ?? {}
    if (isBroken) return isFirst || slot !== null
    const last = slot === null ? lastValues.of(deviceKey) : -Infinity
    return at - Math.max(last, countFrom, createdAt) >= limitMs
  }

  /** Returns whether there was anything to write. */
  async function writeAll(turns: readonly Turn[]): Promise<boolean> {
    for (const [partition, own] of Map.groupBy(turns, ({ rule }) => timeSeries.partitionOf(rule.deviceKey)))
      await unlessLost(async () => {
        showWritten(hub, await write({ db, timeSeries, alerting }, partition, own), alerting)
      })
    return turns.length > 0
  }

  return openPeriodicJob(sweep, {
    everyMs: RUN_EVERY_MS,
    onError: (error) => log.error({ event: 'silence.failed', err: error }),
  })
}

/** Yields the rules on silence of devices of partitions, first those of one device or series. */
async function* silencePages(db: Db, some: SomePartitions) {
  yield* pagesOf<SilenceRule>(PAGE, (last) => listSilenceRules(db, some, last?.ruleId ?? '', PAGE))
  yield* pagesOf<SilenceRule>(PAGE, (last) =>
    listSilenceOfAccounts(db, { ...some, after: last?.deviceKey ?? 0, limit: PAGE }),
  )
}

/** Ignores a lost lease: the new owner finds the same silence. */
async function unlessLost(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
  }
}

function note({ db, timeSeries }: Pick<Context, 'db' | 'timeSeries'>, one: Watched, at: number): Promise<void> {
  const { partition, countFrom } = one
  return unlessLost(async () => {
    await db.transaction().execute(async (tx) => {
      await timeSeries.fence(tx, partition)
      await storeCountFrom(tx, partition, countFrom)
    })
    one.noted = { countFrom, at }
  })
}

interface Writing extends Pick<Context, 'db' | 'timeSeries'> {
  readonly alerting: EpisodeWriting
}

/** Turns rules of devices of a partition, as long as this process owns that. */
function write(
  { db, timeSeries, alerting }: Writing,
  partition: number,
  turns: readonly Turn[],
): Promise<WrittenEpisodes[]> {
  return db.transaction().execute(async (tx) => {
    await timeSeries.fence(tx, partition)
    // Locks these rules against changes.
    await bumpRulesVersion(tx, [...new Set(turns.map(({ rule }) => rule.deviceKey))])
    const turned = await stillTrue(
      tx,
      turns.filter(({ rule }) => rule.isOfAccount),
    )
    for (const turn of turns) if (!turn.rule.isOfAccount && (await turnSilence(tx, turn))) turned.push(turn)
    const changed = turned.map(({ rule: { ruleId, deviceKey }, isBroken, at, why }) => ({
      ruleId,
      deviceKey,
      transitions: [{ isBroken, at, value: null, why }],
    }))
    return writeEpisodes(tx, changed, alerting)
  })
}

/** Returns the turns of rules of accounts that nobody has made meanwhile, and whose rule nobody has changed. */
async function stillTrue(tx: Tx, turns: readonly Turn[]): Promise<Turn[]> {
  if (turns.length === 0) return []
  const current = await listSilenceOfAccounts(tx, { deviceKeys: turns.map(({ rule }) => rule.deviceKey) })
  const byDevice = new Map(current.map((rule) => [rule.deviceKey, rule]))
  return turns.filter(({ rule: { ruleId, deviceKey, limitMs, isBroken } }) => {
    const now = byDevice.get(deviceKey)
    return now?.ruleId === ruleId && now.limitMs === limitMs && now.isBroken === isBroken
  })
}

/** @param last the time of the newest value; -Infinity when none is known */
function turnOf(
  rule: SilenceRule,
  last: number,
  { at, countFrom }: { readonly at: number; readonly countFrom: number },
): Turn | undefined {
  const hours = hoursOf(rule.activeHours, rule.place)
  const isActive = hours?.has(at) ?? true
  if (rule.isBroken) {
    if (last > (rule.changedAt ?? -Infinity)) return { rule, isBroken: false, at: last, why: 'back' }
    return isActive ? undefined : { rule, isBroken: false, at, why: 'hours' }
  }
  const since = Math.max(last, countFrom, rule.createdAt)
  if (last === -Infinity || !isActive || at - since < rule.limitMs) return undefined
  return {
    rule,
    isBroken: true,
    at: Math.max(since + rule.limitMs, hours?.periodAt(at).from ?? -Infinity),
    why: 'crossed',
  }
}
