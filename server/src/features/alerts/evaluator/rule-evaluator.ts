import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { isStatementFault, isUnavailable } from '../../../platform/db/errors.ts'
import { Serial, LeaseLostError, type AppendedGroup } from '@greenhouse/timeseries'
import { findPosition, storePosition } from './alert-position-store.ts'
import type { EvaluatorOptions } from './evaluator-options.ts'
import { rulesOfGroups } from './evaluate-groups.ts'
import { evaluateOrSetAside } from './evaluate-or-set-aside.ts'
import { hasNew } from './group-samples.ts'
import { missedGroups } from './missed-groups.ts'
import { PendingGroups, batchesOf } from './pending-groups.ts'
import { publishWritten } from '../episodes/publish-written.ts'
import { recheckDevice } from './recheck-device.ts'

/** How long the position stays unwritten while no rule changes: so much is evaluated again after a kill, to no effect. */
const STORED_EVERY_MS = 1000
const RETRIED_AFTER_MS = 1000

/**
 * Evaluates rules on the groups of a partition, in the order of the log, in the process that owns the partition. States
 * of rules, episodes, messages and the position are stored in one fenced transaction, so that a kill neither loses nor
 * doubles an episode. Evaluating a group again changes nothing.
 */
export class RuleEvaluator {
  readonly #options: EvaluatorOptions
  readonly #partition: number
  readonly #turns = new Serial()
  readonly #pending = new PendingGroups()
  /** Devices whose rules another process saved, to evaluate on their newest values. */
  readonly #unchecked = new Set<number>()
  /** The position up to which rules were evaluated, and the one that is stored. */
  #position = 0
  #stored = 0
  #storedAt = -Infinity
  #draining: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #storing: NodeJS.Timeout | undefined
  /** Whether it was closed, or another process owns the partition. */
  #hasEnded = false
  /** True during the handover of the partition: its next owner catches up. */
  #isClosing = false

  constructor(options: EvaluatorOptions, partition: number) {
    this.#options = options
    this.#partition = partition
  }

  /** The position in the log up to which nothing is needed any more; 0 until it is known. */
  get stored(): number {
    return this.#stored
  }

  /** Evaluates what was appended since the stored position. Without one, all that is there counts as evaluated. */
  open(): Promise<void> {
    return this.#turns.run(async () => {
      const { db, timeSeries } = this.#options
      const position = await findPosition(db, this.#partition)
      this.#position = position ?? (await timeSeries.position(this.#partition))
      if (position === undefined) await storePosition(db, this.#partition, this.#position)
      this.#stored = this.#position
      await this.#catchUp()
    })
  }

  /**
   * Evaluates a group that was appended, together with others that come at the same time. Resolves when it was; logs what
   * fails and tries it again later: the readings are stored.
   */
  evaluate(group: AppendedGroup): Promise<void> {
    // While a failure is waited out, what comes is read from the log afterwards.
    if (this.#hasEnded || group.seq <= this.#position || (this.#retry && this.#options.waitsAfterFailure)) return DONE
    // A group without anything new has the position of one that may not be evaluated yet.
    this.#pending.add(group, hasNew(group))
    this.#draining ??= this.#turns.run(() => this.#drain())
    return this.#draining
  }

  /** Evaluates the rules of devices on their newest values: another process has saved some. To no effect when nothing is new. */
  async recheck(deviceKeys: Iterable<number>): Promise<void> {
    for (const deviceKey of deviceKeys) this.#unchecked.add(deviceKey)
    await this.#trying(() => this.#checkSaved())
  }

  /** Does something between two evaluations. */
  between<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(work)
  }

  /** Stores the position, and evaluates no more. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#trying(() => this.#storePosition())
    this.#end()
  }

  async #drain(): Promise<void> {
    this.#draining = undefined
    const { groups, upto } = this.#pending.take(this.#position)
    await this.#attempt(async () => {
      for await (const batch of batchesOf(groups)) await this.#evaluate(batch)
      // A group is missing when its evaluation failed, or when another process appended it.
      if (this.#position < upto) await this.#catchUp()
    })
  }

  /** Evaluates groups that follow each other. */
  async #evaluate(groups: readonly AppendedGroup[]): Promise<void> {
    const { alerting, hub, now } = this.#options
    const { seq } = groups.at(-1)!
    const evaluated = await evaluateOrSetAside(this.#options, this.#partition, groups)
    if (evaluated?.isPartial === true) {
      for (const group of groups) await this.#evaluate([group])
      return
    }
    this.#position = seq
    if (evaluated) {
      this.#noteStored(seq)
      publishWritten(hub, evaluated.written, alerting)
    } else if (now() - this.#storedAt >= STORED_EVERY_MS) await this.#storePosition()
    else this.#storeLater()
  }

  /** When no group follows, the log would otherwise be kept for a position that is long behind. */
  #storeLater(): void {
    const store = () => {
      this.#storing = undefined
      void this.#trying(() => this.#storePosition())
    }
    this.#storing ??= setTimeout(store, STORED_EVERY_MS).unref()
  }

  async #catchUp(): Promise<void> {
    const { alerting, db, devices, now, timeSeries } = this.#options
    const partition = this.#partition
    const stored = (await findPosition(db, partition)) ?? 0
    if (stored > this.#position) {
      // It was committed though the answer got lost.
      this.#position = this.#stored = stored
      devices.forgetAll()
      alerting.windows.clear()
    }
    const hasRules = (deviceKeys: Iterable<number>) => this.#withRules(new Set(deviceKeys))
    const latest = () => now() + CLOCK_AHEAD_MAX_MS
    const missed = missedGroups({ timeSeries, hasRules, latest, partition }, this.#position)
    for await (const batch of batchesOf(missed)) {
      await this.#evaluate(batch)
      if (this.#hasEnded || this.#isClosing) return
    }
  }

  /** Returns those of the devices that have rules. One whose rules can't be read counts: evaluation says why they can't. */
  async #withRules(deviceKeys: ReadonlySet<number>): Promise<ReadonlySet<number>> {
    try {
      const { rules } = await rulesOfGroups(this.#options, deviceKeys)
      return new Set([...rules].filter(([, own]) => own.length > 0).map(([key]) => key))
    } catch (error) {
      if (isUnavailable(error) || isStatementFault(error)) throw error
      return deviceKeys
    }
  }

  async #checkSaved(): Promise<void> {
    const { alerting, hub, timeSeries } = this.#options
    const catchUp = async () => {
      if ((await timeSeries.position(this.#partition)) > this.#position) await this.#catchUp()
      return this.#position
    }
    for (const deviceKey of this.#unchecked) {
      const written = await recheckDevice(this.#options, { partition: this.#partition, deviceKey, catchUp })
      this.#unchecked.delete(deviceKey)
      publishWritten(hub, written, alerting)
    }
  }

  /** Does something in its turn. */
  #trying(work: () => Promise<void>): Promise<void> {
    return this.#turns.run(() => this.#attempt(work))
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    if (this.#hasEnded) return
    try {
      await work()
    } catch (error) {
      if (error instanceof LeaseLostError) this.#end()
      else this.#retryLater(error)
    }
  }

  #retryLater(error: unknown): void {
    this.#options.log.warn({ event: 'alerts.evaluation-failed', reason: (error as Error).message })
    clearTimeout(this.#retry)
    const again = () => {
      this.#retry = undefined
      void this.#trying(async () => {
        await this.#catchUp()
        await this.#checkSaved()
      })
    }
    this.#retry = setTimeout(again, RETRIED_AFTER_MS).unref()
  }

  #end(): void {
    this.#hasEnded = true
    clearTimeout(this.#retry)
    clearTimeout(this.#storing)
  }

  /** Fenced: a former owner must not move the position. */
  async #storePosition(): Promise<void> {
    const { db, timeSeries } = this.#options
    const seq = this.#position
    if (seq <= this.#stored) return
    await db.transaction().execute(async (tx) => {
      await timeSeries.fence(tx, this.#partition)
      await storePosition(tx, this.#partition, seq)
    })
    this.#noteStored(seq)
  }

  #noteStored(seq: number): void {
    this.#stored = seq
    this.#storedAt = this.#options.now()
  }
}

const DONE = Promise.resolve()
