import { listDevicesWithNewRules } from '../../rules/rule-state-store.ts'
import type { AppendedGroup } from '@greenhouse/timeseries'
import { findCountFrom } from '../silence/silence-store.ts'
import { GAP_MS } from '../silence/watched-partitions.ts'
import { RuleFollower, type FollowerOptions } from './rule-follower.ts'

/** A process that saved a rule may not have reached the owner: rules that began within so many groups are looked at again. */
const SAVED_WITHIN_GROUPS = 10_000

/** The partitions whose rules this process evaluates. */
export class FollowedPartitions {
  readonly #options: FollowerOptions
  readonly #followers = new Map<number, RuleFollower>()

  constructor(options: FollowerOptions) {
    this.#options = options
    const { timeSeries } = options
    // What is not evaluated yet stays in the log, also while a partition is being taken over.
    for (let partition = 0; partition < timeSeries.partitions; partition++)
      timeSeries.holdFrom(partition, () => this.#followers.get(partition)?.stored ?? 0)
  }

  async begin(partition: number, isTakeover: boolean): Promise<void> {
    const { alerting, db, now } = this.#options
    const follower = new RuleFollower(this.#options, partition)
    this.#followers.set(partition, follower)
    // Another process has evaluated values meanwhile.
    alerting.windows.clear()
    try {
      await follower.open()
    } catch (error) {
      // It may have been taken away and begun again meanwhile.
      if (this.#followers.get(partition) === follower) this.#followers.delete(partition)
      throw error
    }
    const countFrom = isTakeover ? await findCountFrom(db, partition, GAP_MS) : undefined
    // It may have been taken away again meanwhile.
    if (this.#followers.get(partition) !== follower) return
    alerting.watched.begin(partition, now(), countFrom)
    if (isTakeover) await this.#recheck(partition, follower)
  }

  async end(partition: number): Promise<void> {
    this.#options.alerting.watched.end(partition)
    const follower = this.#followers.get(partition)
    this.#followers.delete(partition)
    await follower?.close()
  }

  consume(group: AppendedGroup): Promise<void> {
    const { alerting, now } = this.#options
    const follower = this.#followers.get(group.partition)
    if (!follower) return NOTHING
    alerting.lastValues.note(group, now())
    return follower.follow(group)
  }

  /** Returns who evaluates the rules of a device, if this process does. */
  of(deviceKey: number): RuleFollower | undefined {
    return this.#followers.get(this.#options.timeSeries.partitionOf(deviceKey))
  }

  /** Evaluates what was saved lately once more: this process may not have been told of it. */
  async recheckAll(): Promise<void> {
    for (const [partition, follower] of this.#followers) await this.#recheck(partition, follower)
  }

  /** Resolves when what was consumed until now is evaluated. */
  async settled(): Promise<void> {
    await Promise.all([...this.#followers.values()].map((follower) => follower.between(async () => {})))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers.values()].map((follower) => follower.close()))
  }

  async #recheck(partition: number, follower: RuleFollower): Promise<void> {
    const { db, log, timeSeries } = this.#options
    const after = Math.max(follower.stored - SAVED_WITHIN_GROUPS, 0)
    try {
      const { partitions } = timeSeries
      await follower.recheck(await listDevicesWithNewRules(db, { partition, partitions, after }))
    } catch (error) {
      log.warn({ event: 'alerts.evaluation-failed', reason: (error as Error).message })
    }
  }
}

const NOTHING = Promise.resolve()
