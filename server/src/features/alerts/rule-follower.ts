import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import type { KnownDevices } from '../devices/known-devices.ts'
import type { EvaluatedRule } from '../rules/evaluate.ts'
import { bumpRulesVersion, listRulesOf, restartRule } from '../rules/rule-state-store.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { Serial } from '../../platform/timeseries/serial.ts'
import { findPosition, storePosition } from './alert-position-store.ts'
import { changesRules, evaluateNewest, evaluateSamples, type Alerting, type DeviceSamples } from './evaluate-rules.ts'
import { samplesOf, type AppendedGroup } from './group-samples.ts'
import { missedGroups } from './missed-groups.ts'
import { publishAlerts } from './write-alerts.ts'

/** How long the position stays unwritten while no rule changes: so much is evaluated again after a kill, to no effect. */
const STORED_EVERY_MS = 1000
const RETRIED_AFTER_MS = 1000
/** A rule that begins is evaluated on a value of that many intervals at most: an older one says nothing about now. */
const NEWEST_INTERVALS = 3

export interface FollowerOptions extends Pick<Context, 'db' | 'hub' | 'log' | 'now' | 'timeSeries'> {
  readonly alerting: Alerting
  readonly devices: KnownDevices
}

/**
 * Evaluates rules on what is appended to the log of readings, in its order. The states of rules, the alerts they trigger
 * and the position in the log are stored in one transaction, so that after a kill no alert is missing or doubled: what is
 * evaluated again changes no rule.
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
    const position = await findPosition(db)
    this.#position = this.#stored = position ?? (await timeSeries.append([])).seq
    if (position === undefined) await storePosition(db, this.#position)
    await this.#turns.run(() => this.#catchUp())
  }

  /** Evaluates a group that was appended. Logs what fails and tries it again later: the readings are stored. */
  follow(group: AppendedGroup): Promise<void> {
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
   * Saves a rule between two evaluations and evaluates it on the newest value of its series, in one transaction. The alert
   * that it triggers is published afterwards. A rule that means what it meant before is not evaluated again.
   */
  evaluateSaved(deviceKey: number, ruleId: string, save: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#restart(deviceKey, save, (rule) => rule.ruleId === ruleId)
  }

  /** Has the rules of a device, or those on one series of it, begin again: its values were removed. */
  restartRules(deviceKey: number, seriesId?: string): Promise<void> {
    return this.#restart(deviceKey, undefined, (rule) => seriesId === undefined || rule.seriesId === seriesId)
  }

  /** Stores the position. */
  async close(): Promise<void> {
    clearTimeout(this.#retry)
    clearTimeout(this.#storing)
    await this.#turns.run(() => this.#storePosition())
  }

  #restart(
    deviceKey: number,
    prepare: ((tx: Tx) => Promise<void>) | undefined,
    isMeant: (rule: EvaluatedRule) => boolean,
  ): Promise<void> {
    return this.#turns.run(async () => {
      const { alerting, db, devices, hub, now } = this.#options
      const { seq, newest } = await this.#newestOf(deviceKey)
      const written = await db.transaction().execute(async (tx) => {
        const rulesNow = async () => (await listRulesOf(tx, [deviceKey])).get(deviceKey)?.filter(isMeant) ?? []
        const before = prepare ? await rulesNow() : []
        await prepare?.(tx)
        const meant = (await rulesNow()).filter((rule) => !before.some((old) => isSameRule(old, rule)))
        for (const { ruleId } of meant) await restartRule(tx, ruleId, seq)
        if (meant.length > 0) await bumpRulesVersion(tx, [deviceKey])
        const device = (await devices.find(tx, [deviceKey])).get(deviceKey)
        const rules = meant.map((rule) => ({ ...rule, isBroken: false, pendingSince: null }))
        if (!device) return []
        const since = now() - NEWEST_INTERVALS * device.waitSeconds * 1000
        return evaluateNewest(tx, { device, rules, newest: newerThan(newest, since) }, alerting)
      })
      alerting.rules.invalidate(deviceKey)
      devices.forgetAll()
      publishAlerts(hub, written, alerting)
    })
  }

  /** Returns the newest values of a device by their slots, and the position in the log as of which they are that. */
  async #newestOf(deviceKey: number): Promise<{ seq: number; newest: DeviceSamples['bySlot'] }> {
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
    if (samples.size > 0 && (await changesRules(db, samples, known, alerting))) {
      const written = await db.transaction().execute(async (tx) => {
        const written = await evaluateSamples(tx, samples, known, alerting)
        await storePosition(tx, group.seq)
        return written
      })
      this.#noteStored(group.seq, now())
      publishAlerts(hub, written, alerting)
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
    const stored = (await findPosition(db)) ?? 0
    if (stored > this.#position) {
      // Another process evaluated these groups, and changed the states that are cached here.
      this.#position = stored
      devices.forgetAll()
    }
    const latest = now() + CLOCK_AHEAD_MAX_MS
    const missed = missedGroups({ timeSeries, hasRules, latest }, this.#position)
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
    await storePosition(this.#options.db, this.#position)
    this.#noteStored(this.#position, this.#options.now())
  }

  #noteStored(seq: number, at: number): void {
    this.#stored = seq
    this.#storedAt = at
  }
}

/** Returns whether a rule means the same as it did. */
function isSameRule(one: EvaluatedRule, other: EvaluatedRule): boolean {
  const meaning = ['ruleId', 'seriesId', 'kind', 'limit', 'clearAt', 'holdSeconds'] as const
  return meaning.every((name) => one[name] === other[name])
}

/** Returns the newest values of those slots whose is not older than an instant. */
function newerThan(newest: DeviceSamples['bySlot'], since: number): DeviceSamples['bySlot'] {
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
