import { hoursOf } from '../rules/active-hours.ts'
import type { Context } from '../../platform/context.ts'
import { pagesOf } from '../../platform/db/pages.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { LastValues } from './last-values.ts'
import { publishWritten } from './publish-written.ts'
import { listSilenceRules, turnSilence, type SilenceRule } from './silence-store.ts'
import { writeEpisodes, type EpisodeWriting } from './write-episodes.ts'

const RUN_EVERY_MS = 15_000
/** After a longer time between two runs this process slept, or the clock has leapt: nobody knows who was silent. */
const GAP_MS = 60_000
/** Rules read at once. */
const PAGE = 1000

interface Options {
  readonly alerting: EpisodeWriting
  readonly lastValues: LastValues
  /** Called with each run: episodes whose rule is gone are over. */
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
 * Looks every few seconds which devices and series have been silent for as long as their rules say, counted from their last
 * value, the making of the rule or the start of the server, whichever is latest: while the server was down, slept, or had
 * another time, nobody was silent. One that has never sent anything is not silent. Times of last values are in memory: a
 * reading writes nothing for this, and the stored ones are only asked before an episode opens, and once after the start.
 */
export function openSilenceSweep(
  { db, hub, log, now, timeSeries }: Pick<Context, 'db' | 'hub' | 'log' | 'now' | 'timeSeries'>,
  { alerting, lastValues, endOrphans }: Options,
): PeriodicJob {
  let countFrom = now()
  let sweptAt = countFrom
  let isFirst = true

  async function sweep(signal: AbortSignal): Promise<void> {
    const at = now()
    if (at < sweptAt || at - sweptAt > GAP_MS) countFrom = at
    sweptAt = at
    const nextPage = (last: SilenceRule | undefined) => listSilenceRules(db, last?.ruleId ?? '', PAGE)
    for await (const { rows } of pagesOf(PAGE, nextPage)) {
      if (signal.aborted) return
      const turns = await turnsOf(rows, at)
      if (turns.length > 0) await write(turns)
    }
    isFirst = false
    await endOrphans()
  }

  async function turnsOf(rules: readonly SilenceRule[], at: number): Promise<Turn[]> {
    const asked = rules.filter((rule) => mustAsk(rule, at))
    const newest = await timeSeries.newest([...new Set(asked.map(({ deviceKey }) => deviceKey))])
    const storedOf = ({ deviceKey, slot }: SilenceRule) =>
      Math.max(
        -Infinity,
        ...(newest.get(deviceKey) ?? []).filter((one) => slot === null || one.slot === slot).map((one) => one.at),
      )
    return rules.flatMap((rule) => {
      // The times in memory are those of whole devices.
      const inMemory = rule.slot === null ? lastValues.of(rule.deviceKey) : -Infinity
      return turnOf(rule, Math.max(inMemory, storedOf(rule)), { at, countFrom }) ?? []
    })
  }

  /** Whether the stored values decide: those in memory do not say that a device still sends. */
  function mustAsk({ deviceKey, slot, isBroken, createdAt, limitMs }: SilenceRule, at: number): boolean {
    if (isBroken) return isFirst || slot !== null
    const last = slot === null ? lastValues.of(deviceKey) : -Infinity
    return at - Math.max(last, countFrom, createdAt) >= limitMs
  }

  async function write(turns: readonly Turn[]): Promise<void> {
    const written = await db.transaction().execute(async (tx) => {
      const turned: Turn[] = []
      // Of two processes that have seen the same silence one turns the rule.
      for (const turn of turns) if (await turnSilence(tx, turn)) turned.push(turn)
      const changed = turned.map(({ rule: { ruleId }, isBroken, at, why }) => ({
        ruleId,
        transitions: [{ isBroken, at, value: null, why }],
      }))
      return writeEpisodes(tx, changed, alerting)
    })
    publishWritten(hub, written, alerting)
  }

  return openPeriodicJob(sweep, {
    everyMs: RUN_EVERY_MS,
    onError: (error) => log.error({ event: 'silence.failed', err: error }),
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
