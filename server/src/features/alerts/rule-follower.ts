import { CLOCK_AHEAD_MAX_MS, type ClosingReason } from '@greenhouse/contract'
import type { KnownDevices } from '../devices/known-devices.ts'
import type { StoredEpisode } from '../episodes/episode.ts'
import { findOpenByRule, listOpenOfDevice, listOrphans } from '../episodes/episode-store.ts'
import type { AppendedSamples } from '../rules/changing-windows.ts'
import type { EvaluatedRule } from '../rules/evaluate.ts'
import { bumpRulesVersion, listRulesOf, restartRule } from '../rules/rule-state-store.ts'
import type { Context } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { Serial } from '../../platform/timeseries/serial.ts'
import { findPosition, storePosition } from './alert-position-store.ts'
import { endEpisodes, readEndable } from './end-episodes.ts'
import { evaluateNewest, evaluateSamples, prepareSamples, type Alerting } from './evaluate-rules.ts'
import { samplesOf, type AppendedGroup } from './group-samples.ts'
import { missedGroups } from './missed-groups.ts'
import { publishWritten } from './publish-written.ts'
import { findRuleStates, type RuleState } from './told-rule-store.ts'
import type { WrittenEpisodes } from './write-episodes.ts'

/** Rules follow all devices: a server that runs alone has its log in one partition. */
const PARTITION = 0
/** How long the position stays unwritten while no rule changes: so much is evaluated again after a kill, to no effect. */
const STORED_EVERY_MS = 1000
const RETRIED_AFTER_MS = 1000
/** A rule that begins is evaluated on a value of that many intervals at most: an older one says nothing about now. */
const NEWEST_INTERVALS = 3

export interface FollowerOptions extends Pick<Context, 'db' | 'hub' | 'log' | 'now' | 'timeSeries'> {
  readonly alerting: Alerting
  readonly devices: KnownDevices
}

/** Which rules begin again, and the open episodes that may end with that. */
interface Restarted {
  readonly deviceKey: number
  readonly of: { readonly ruleId: string } | { readonly deviceKey: number; readonly seriesId: string | undefined }
  readonly listOpen: (db: Db) => Promise<readonly StoredEpisode[]>
  /** Saves rules; undefined when they begin again though none was changed. */
  readonly save: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * Evaluates rules on what is appended to the log of readings, in its order. The states of rules, the episodes that they open
 * and close and the position in the log are stored in one transaction, so that after a kill no episode is missing or doubled:
 * what is evaluated again changes no rule.
 */
export class RuleFollower {
  readonly #options: FollowerOptions
  readonly #turns = new Serial()
  /** The position up to which rules were evaluated, and the one that is stored. */
  #position = 0
  #stored = 0
  #storedAt = -Infinity
  #retry: NodeJS.Timeout | undefined
  #storing: NodeJS.Timeout | undefined

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  /** The position in the log up to which nothing is needed any more. */
  get stored(): number {
    return this.#stored
  }

  /** Evaluates what was appended since the stored position. Without one, all that is there counts as evaluated. */
  async open(): Promise<void> {
    const { db, timeSeries } = this.#options
    const position = await findPosition(db, PARTITION)
    this.#position = this.#stored = position ?? (await timeSeries.append([])).seq
    if (position === undefined) await storePosition(db, PARTITION, this.#position)
    await this.#turns.run(() => this.#catchUp())
  }

  /** Evaluates a group that was appended. Logs what fails and tries it again later: the readings are stored. */
  follow(group: AppendedGroup): Promise<void> {
    this.#options.alerting.lastValues.note(group, this.#options.now())
    return this.#turns.run(async () => {
      if (group.seq <= this.#position) return
      try {
        // A group is missing when its evaluation failed, or when another process appended it.
        if (group.seq > this.#position + 1) await this.#catchUp()
        else await this.#evaluate(group)
      } catch (error) {
        this.#retryLater(error)
      }
    })
  }

  /**
   * Saves a rule between two evaluations, or removes it, and evaluates it on the newest value of its series, in one transaction.
   * What becomes of episodes is published afterwards. A rule that means what it meant before keeps its episode and is not
   * evaluated again; the episode of any other is over.
   */
  evaluateSaved(deviceKey: number, ruleId: string, save: (tx: Tx) => Promise<void>): Promise<void> {
    const listOpen = async (db: Db) => [...(await findOpenByRule(db, [ruleId])).values()]
    return this.#restart({ deviceKey, of: { ruleId }, listOpen, save })
  }

  /**
   * Has the rules of a device, or those on one series of it, begin again: its values were removed. What is silent stays so.
   * Episodes of a series that is removed itself are over as well.
   */
  restartRules(deviceKey: number, seriesId?: string): Promise<void> {
    const listOpen = (db: Db) => listOpenOfDevice(db, deviceKey, seriesId)
    return this.#restart({ deviceKey, of: { deviceKey, seriesId }, listOpen, save: undefined })
  }

  /** Closes the episodes of a device that is being removed, and any whose rule has gone with its device or series. */
  async endEpisodesOf(deviceKey?: number): Promise<void> {
    const { alerting, db, hub, now } = this.#options
    const own = deviceKey === undefined ? [] : await listOpenOfDevice(db, deviceKey)
    const open = [...own, ...(await listOrphans(db))]
    if (open.length === 0) return
    const endable = await readEndable(alerting.timeSeries, open, now())
    const written = await db.transaction().execute((tx) => endEpisodes(tx, endable, () => 'device-removed', now()))
    publishWritten(hub, written, alerting)
  }

  /** Stores the position. */
  async close(): Promise<void> {
    clearTimeout(this.#retry)
    clearTimeout(this.#storing)
    await this.#turns.run(() => this.#storePosition())
  }

  #restart({ deviceKey, of, listOpen, save }: Restarted): Promise<void> {
    return this.#turns.run(async () => {
      const { alerting, db, devices, hub, now } = this.#options
      const { seq, newest } = await this.#newestOf(deviceKey)
      const endable = await readEndable(alerting.timeSeries, await listOpen(db), now())
      const written = await db.transaction().execute(async (tx) => {
        const before = await findRuleStates(tx, of)
        await save?.(tx)
        const after = await findRuleStates(tx, of)
        const changed = [...after.values()].filter((rule) =>
          beginsAgain(save ? before.get(rule.ruleId) : undefined, rule),
        )
        for (const { ruleId } of changed) await restartRule(tx, ruleId, seq)
        if (changed.length > 0) await bumpRulesVersion(tx, [deviceKey])
        const ended = await endEpisodes(tx, endable, ({ ruleId }) => whyOver(ruleId, { save, after, changed }), now())
        return [...ended, ...(await this.#evaluateChanged(tx, { deviceKey, changed, newest }))]
      })
      alerting.rules.invalidate(deviceKey)
      devices.forgetAll()
      publishWritten(hub, written, alerting)
    })
  }

  /** Evaluates rules that begin on the newest values of their series, if those are young enough. */
  async #evaluateChanged(
    tx: Tx,
    {
      deviceKey,
      changed,
      newest,
    }: { deviceKey: number; changed: readonly RuleState[]; newest: AppendedSamples['bySlot'] },
  ): Promise<WrittenEpisodes[]> {
    const { alerting, devices, now } = this.#options
    const device = (await devices.find(tx, [deviceKey])).get(deviceKey)
    if (!device || changed.length === 0) return []
    const ids = new Set(changed.map(({ ruleId }) => ruleId))
    const rules = ((await listRulesOf(tx, [deviceKey])).get(deviceKey) ?? []).filter(({ ruleId }) => ids.has(ruleId))
    const since = now() - NEWEST_INTERVALS * device.waitSeconds * 1000
    return evaluateNewest(tx, { device, rules, newest: newerThan(newest, since) }, alerting)
  }

  /** Returns the newest values of a device by their slots, and the position in the log as of which they are that. */
  async #newestOf(deviceKey: number): Promise<{ seq: number; newest: AppendedSamples['bySlot'] }> {
    const { timeSeries } = this.#options
    while (true) {
      const { seq } = await timeSeries.append([])
      const newest = (await timeSeries.newest([deviceKey])).get(deviceKey) ?? []
      if ((await timeSeries.append([])).seq !== seq) continue
      return { seq, newest: new Map(newest.map(({ slot, at, value }) => [slot, { at: [at], values: [value] }])) }
    }
  }

  async #evaluate(group: AppendedGroup): Promise<void> {
    const { alerting, db, devices, hub, now } = this.#options
    const known = await devices.find(db, new Set(group.entries.map(({ deviceKey }) => deviceKey)))
    const rules = await alerting.rules.rulesOf(db, [...known.values()])
    const samples = samplesOf(group, slotsWithRules(rules))
    const prepared = samples.size > 0 ? await prepareSamples(db, samples, known, alerting) : undefined
    if (prepared) {
      const written = await db.transaction().execute(async (tx) => {
        const written = await evaluateSamples(tx, prepared, alerting)
        await storePosition(tx, PARTITION, group.seq)
        return written
      })
      this.#noteStored(group.seq, now())
      publishWritten(hub, written, alerting)
    }
    this.#position = group.seq
    if (now() - this.#storedAt >= STORED_EVERY_MS) await this.#storePosition()
    else this.#storeLater()
  }

  /** When no group follows, the log would otherwise be kept for a position that is long behind. */
  #storeLater(): void {
    const store = async () => {
      this.#storing = undefined
      await this.#turns.run(() => this.#storePosition()).catch((error) => this.#retryLater(error))
    }
    this.#storing ??= setTimeout(() => void store(), STORED_EVERY_MS).unref()
  }

  async #catchUp(): Promise<void> {
    const { alerting, db, devices, now, timeSeries } = this.#options
    const hasRules = async (deviceKeys: Iterable<number>) => {
      const known = await devices.find(db, deviceKeys)
      const rules = await alerting.rules.rulesOf(db, [...known.values()])
      return new Set([...rules].filter(([, own]) => own.length > 0).map(([key]) => key))
    }
    const stored = (await findPosition(db, PARTITION)) ?? 0
    if (stored > this.#position) {
      // Another process evaluated these groups, and changed the states that are cached here.
      this.#position = stored
      devices.forgetAll()
      alerting.windows.clear()
    }
    const latest = now() + CLOCK_AHEAD_MAX_MS
    const missed = missedGroups({ timeSeries, partition: PARTITION, hasRules, latest }, this.#position)
    for await (const group of missed) await this.#evaluate(group)
  }

  #retryLater(error: unknown): void {
    this.#options.log.warn({ event: 'alerts.evaluation-failed', reason: (error as Error).message })
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#turns.run(() => this.#tryAgain()), RETRIED_AFTER_MS).unref()
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#catchUp()
    } catch (error) {
      this.#retryLater(error)
    }
  }

  async #storePosition(): Promise<void> {
    if (this.#position <= this.#stored) return
    await storePosition(this.#options.db, PARTITION, this.#position)
    this.#noteStored(this.#position, this.#options.now())
  }

  #noteStored(seq: number, at: number): void {
    this.#stored = seq
    this.#storedAt = at
  }
}

/** Returns whether a rule begins to count, ceases to, or means another thing than before. What is silent stays so for its values. */
function beginsAgain(before: RuleState | undefined, after: RuleState): boolean {
  return before ? before.meaning !== after.meaning || before.isOn !== after.isOn : !after.isSilent
}

interface Saved {
  readonly save: unknown
  readonly after: ReadonlyMap<string, RuleState>
  readonly changed: readonly RuleState[]
}

/** Returns why the episode of a rule is over; undefined when it goes on. */
function whyOver(ruleId: string | null, { save, after, changed }: Saved): ClosingReason | undefined {
  const rule = ruleId === null ? undefined : after.get(ruleId)
  if (!rule) return save ? 'rule-removed' : 'device-removed'
  if (!changed.includes(rule)) return undefined
  return rule.isOn ? 'rule-changed' : 'rule-off'
}

/** Returns the newest values of those slots whose is not older than an instant. */
function newerThan(newest: AppendedSamples['bySlot'], since: number): AppendedSamples['bySlot'] {
  return new Map([...newest].filter(([, { at }]) => (at[0] ?? -Infinity) >= since))
}

/** Returns the slots that rules are on, by device; devices without rules are left out. */
function slotsWithRules(rules: ReadonlyMap<number, readonly EvaluatedRule[]>): Map<number, readonly number[]> {
  const slots = new Map<number, readonly number[]>()
  for (const [deviceKey, own] of rules) {
    if (own.length > 0) slots.set(deviceKey, [...new Set(own.map(({ slot }) => slot))])
  }
  return slots
}
