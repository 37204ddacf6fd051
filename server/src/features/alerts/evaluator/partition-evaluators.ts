import { listDevicesWithNewRules } from '../../rules/rule-state-store.ts'
import type { AppendedGroup } from '@greenhouse/timeseries'
import { findCountFrom } from '../silence/silence-store.ts'
import { GAP_MS } from '../silence/watched-partitions.ts'
import type { EvaluatorOptions } from './evaluator-options.ts'
import { RuleEvaluator } from './rule-evaluator.ts'

/**
 * Rules that began within this many groups are checked again: the owner may have missed the message of another process.
 */
const SAVED_WITHIN_GROUPS = 10_000

/** The partitions whose rules this process evaluates. */
export class PartitionEvaluators {
  readonly #options: EvaluatorOptions
  readonly #evaluators = new Map<number, RuleEvaluator>()

  constructor(options: EvaluatorOptions) {
    this.#options = options
    const { timeSeries } = options
    // Unevaluated groups stay in the log, also during a takeover.
    for (let partition = 0; partition < timeSeries.partitions; partition++)
      timeSeries.holdFrom(partition, () => this.#evaluators.get(partition)?.stored ?? 0)
  }

  async begin(partition: number, isTakeover: boolean): Promise<void> {
    const { alerting, db, now } = this.#options
    const evaluator = new RuleEvaluator(this.#options, partition)
    this.#evaluators.set(partition, evaluator)
    // Another process has evaluated values meanwhile.
    alerting.windows.clear()
    try {
      await evaluator.open()
    } catch (error) {
      // It may have been released and taken again meanwhile.
      if (this.#evaluators.get(partition) === evaluator) this.#evaluators.delete(partition)
      throw error
    }
    const countFrom = isTakeover ? await findCountFrom(db, partition, GAP_MS) : undefined
    // It may have been taken away again meanwhile.
    if (this.#evaluators.get(partition) !== evaluator) return
    alerting.watched.begin(partition, now(), countFrom)
    if (isTakeover) await this.#recheck(partition, evaluator)
  }

  async end(partition: number): Promise<void> {
    this.#options.alerting.watched.end(partition)
    const evaluator = this.#evaluators.get(partition)
    this.#evaluators.delete(partition)
    await evaluator?.close()
  }

  consume(group: AppendedGroup): Promise<void> {
    const { alerting, now } = this.#options
    const evaluator = this.#evaluators.get(group.partition)
    if (!evaluator) return NOTHING
    alerting.lastValues.note(group, now())
    return evaluator.evaluate(group)
  }

  /** Returns who evaluates the rules of a device, if this process does. */
  of(deviceKey: number): RuleEvaluator | undefined {
    return this.#evaluators.get(this.#options.timeSeries.partitionOf(deviceKey))
  }

  /** Evaluates recently saved rules again: a message about them may have been missed. */
  async recheckAll(): Promise<void> {
    for (const [partition, evaluator] of this.#evaluators) await this.#recheck(partition, evaluator)
  }

  /** Resolves when what was consumed until now is evaluated. */
  async settled(): Promise<void> {
    await Promise.all([...this.#evaluators.values()].map((evaluator) => evaluator.between(async () => {})))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#evaluators.values()].map((evaluator) => evaluator.close()))
  }

  async #recheck(partition: number, evaluator: RuleEvaluator): Promise<void> {
    const { db, log, timeSeries } = this.#options
    const after = Math.max(evaluator.stored - SAVED_WITHIN_GROUPS, 0)
    try {
      const { partitions } = timeSeries
      await evaluator.recheck(await listDevicesWithNewRules(db, { partition, partitions, after }))
    } catch (error) {
      log.warn({ event: 'alerts.evaluation-failed', reason: (error as Error).message })
    }
  }
}

const NOTHING = Promise.resolve()
