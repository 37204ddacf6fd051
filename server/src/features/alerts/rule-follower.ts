import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { listRules, storeSince } from '../conditions/device-condition-store.ts'
import type { KnownDevices } from '../devices/known-devices.ts'
import { newestReading } from '../readings/reading-pages.ts'
import type { SlotLookup } from '../readings/board-records.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { Serial } from '../../platform/timeseries/serial.ts'
import { findPosition, storePosition } from './alert-position-store.ts'
import { changesRules, evaluateSamples, evaluateSaved, type Alerting } from './evaluate-conditions.ts'
import { samplesOf, type AppendedGroup } from './group-samples.ts'
import { missedGroups } from './missed-groups.ts'
import { publishAlerts } from './write-alerts.ts'

/** How long the position stays unwritten while no rule changes: so much is evaluated again after a kill, to no effect. */
const STORED_EVERY_MS = 1000
const RETRIED_AFTER_MS = 1000

export interface FollowerOptions extends Pick<Context, 'db' | 'hub' | 'log' | 'now' | 'timeSeries'> {
  readonly alerting: Alerting
  readonly devices: KnownDevices
  readonly slots: SlotLookup
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
   * Saves a condition between two evaluations and evaluates it on the newest values of its device, in one transaction.
   * `save` returns the id of the condition with its result. The alert that it triggers is published afterwards.
   */
  saveCondition<T>(deviceKey: number, save: (tx: Tx) => Promise<{ conditionId: string; result: T }>): Promise<T> {
    return this.#turns.run(async () => {
      const { alerting, db, devices, hub } = this.#options
      const { seq, newest } = await this.#newestOf(deviceKey)
      const { result, written } = await db.transaction().execute(async (tx) => {
        const { conditionId, result } = await save(tx)
        await storeSince(tx, conditionId, seq)
        const device = (await devices.find(tx, [deviceKey])).get(deviceKey)
        const rule = (await listRules(tx, [deviceKey])).get(deviceKey)?.find((one) => one.conditionId === conditionId)
        const written = device && rule && newest ? await evaluateSaved(tx, { device, rule, newest }, alerting) : []
        return { result, written }
      })
      alerting.rules.invalidate(deviceKey)
      devices.forgetAll()
      publishAlerts(hub, written, alerting)
      return result
    })
  }

  /** Stores the position. */
  async close(): Promise<void> {
    clearTimeout(this.#retry)
    clearTimeout(this.#storing)
    await this.#turns.run(() => this.#storePosition())
  }

  /** Returns the newest values of a device, and the position in the log as of which they are that. */
  async #newestOf(deviceKey: number) {
    const { slots, timeSeries } = this.#options
    const device = { deviceKey, slots: await slots.boardSlots(deviceKey) }
    while (true) {
      const { seq } = await timeSeries.append([])
      const newest = await newestReading(timeSeries, device)
      if ((await timeSeries.append([])).seq === seq)
        return { seq, newest: newest && { ...newest.record, at: newest.at } }
    }
  }

  async #evaluate(group: AppendedGroup): Promise<void> {
    const { alerting, db, devices, hub, now, slots } = this.#options
    const known = await devices.find(db, new Set(group.entries.map(({ deviceKey }) => deviceKey)))
    const rules = await alerting.rules.rulesOf(db, [...known.values()])
    const samples = await samplesOf(group, (deviceKey) => (rules.get(deviceKey)?.length ?? 0) > 0, slots)
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
    const { alerting, db, devices, now, slots, timeSeries } = this.#options
    const hasRules = async (deviceKeys: Iterable<number>) => {
      const known = await devices.find(db, deviceKeys)
      const rules = await alerting.rules.rulesOf(db, [...known.values()])
      return new Set([...rules].filter(([, own]) => own.length > 0).map(([key]) => key))
    }
    const latest = now() + CLOCK_AHEAD_MAX_MS
    const missed = missedGroups({ timeSeries, slots, hasRules, latest }, this.#position)
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
