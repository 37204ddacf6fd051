import { listOpenOfDevice, listOpenOfRules, listOrphans } from '../episodes/episode-store.ts'
import type { EvaluateSaved } from '../../rules/save-rule.ts'
import type { ClosingReason } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { PartitionWork } from '../../../platform/ownership.ts'
import { Serial, type AppendedGroup } from '@greenhouse/timeseries'
import type { StoredEpisode } from '../episodes/episode.ts'
import { endEpisodes, readEndable } from '../episodes/end-episodes.ts'
import { PartitionEvaluators } from './partition-evaluators.ts'
import { publishWritten } from '../episodes/publish-written.ts'
import { restartRules, saveRuleOfAccount, type Restarted } from './restart-rules.ts'
import type { EvaluatorOptions } from './evaluator-options.ts'

const SAVED = 'rules.saved'

type Options = EvaluatorOptions & Pick<Context, 'bus'>

/** The evaluation of rules on the partitions that this process owns, and the saving of rules in any process. */
export interface RuleWork extends PartitionWork {
  /**
   * Takes a group that was appended, by whichever process. Groups of one partition may come in any order, and the caller need
   * not wait: those that come together are evaluated together.
   */
  consume(group: AppendedGroup): Promise<void>
  /**
   * Saves a rule between two evaluations, or removes it, and evaluates it on the newest value of its series, in one
   * transaction. A rule that means what it meant before keeps its episode and is not evaluated again; the episode of any other
   * is over.
   */
  readonly evaluateSaved: EvaluateSaved
  /**
   * Restarts the rules of a device, or of one series: its values were removed. Silence continues; episodes of a removed
   * series close.
   */
  restartRules(deviceKey: number, seriesId?: string): Promise<void>
  /** Closes the episodes of a device that is being removed, and any that no rule is there for any more. */
  endEpisodesOf(deviceKey?: number): Promise<void>
  /** Resolves when what was consumed until now is evaluated. */
  settled(): Promise<void>
  /** Stores the positions. */
  close(): Promise<void>
}

export async function openRuleWork({ bus, ...parts }: Options): Promise<RuleWork> {
  const evaluators = new PartitionEvaluators(parts)
  const elsewhere = new Serial()

  async function restart(restarted: Restarted): Promise<void> {
    const { deviceKey } = restarted
    const evaluator = evaluators.of(deviceKey)
    const work = () => restartRules(parts, restarted)
    await (evaluator ? evaluator.between(work) : elsewhere.run(work))
    bus.publish(SAVED, { deviceKey })
  }

  await bus.subscribe(SAVED, (message) => {
    const { deviceKey } = message as { deviceKey: number }
    void evaluators.of(deviceKey)?.recheck([deviceKey])
  })
  bus.onGap(() => void evaluators.recheckAll())

  return {
    begin: (partition, isTakeover) => evaluators.begin(partition, isTakeover),
    end: (partition) => evaluators.end(partition),
    consume: (group) => evaluators.consume(group),
    ...savingOf(parts, restart),
    settled: () => evaluators.settled(),
    close: () => evaluators.close(),
  }
}

type Saving = Pick<RuleWork, 'evaluateSaved' | 'restartRules' | 'endEpisodesOf'>

/** @param restart saves rules, or has them begin again, in its turn */
function savingOf(parts: EvaluatorOptions, restart: (restarted: Restarted) => Promise<void>): Saving {
  const { alerting, db, hub, now } = parts

  async function end(open: readonly StoredEpisode[], why?: ClosingReason): Promise<void> {
    if (open.length === 0) return
    const endable = await readEndable(alerting.timeSeries, open, now())
    const whyOf = ({ ruleId }: StoredEpisode) => why ?? (ruleId === null ? 'device-removed' : 'rule-changed')
    const written = await db.transaction().execute((tx) => endEpisodes(tx, endable, whyOf, now()))
    publishWritten(hub, written, alerting)
  }

  return {
    async evaluateSaved({ householdId, ruleId, deviceKey }, save) {
      const listOpen = (from: Db) => listOpenOfRules(from, [ruleId])
      if (deviceKey === null) await saveRuleOfAccount(parts, { householdId, ruleId }, save)
      else await restart({ deviceKey, of: { ruleId }, listOpen, save })
      await end(await listOrphans(db, householdId))
    },
    restartRules(deviceKey, seriesId) {
      const listOpen = async (from: Db) => {
        const open = await listOpenOfDevice(from, deviceKey, seriesId)
        return open.filter((episode) => episode.kind !== 'silent' || episode.seriesId !== null)
      }
      return restart({ deviceKey, of: { deviceKey, seriesId }, listOpen, save: undefined })
    },
    async endEpisodesOf(deviceKey) {
      if (deviceKey !== undefined) await end(await listOpenOfDevice(db, deviceKey), 'device-removed')
      await end(await listOrphans(db))
    },
  }
}
