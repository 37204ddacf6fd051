import { readDevices } from '../../devices/known-device-store.ts'
import { evaluate } from '../../rules/evaluate/evaluate.ts'
import { bumpRulesVersion, listRulesOf } from '../../rules/rule-state-store.ts'
import { evaluateNewest } from './evaluate-rules.ts'
import { newestOf, youngOf } from './newest-of.ts'
import type { EvaluatorOptions } from './evaluator-options.ts'
import type { WrittenEpisodes } from '../episodes/write-episodes.ts'

/** Retries while groups arrive between evaluation and reading of the newest values. */
const TRIES_MAX = 50

interface Recheck {
  readonly partition: number
  readonly deviceKey: number
  /** Evaluates all groups. Returns the position up to which that was done. */
  readonly catchUp: () => Promise<number>
}

/**
 * Evaluates the rules of a device on its newest values, between two evaluations of groups. The process that saved a rule has
 * evaluated it on the newest values that it had read; what came between those and the owner's position was evaluated by the
 * former meaning of the rule. A rule that has seen the newest values already does not change.
 */
export async function recheckDevice(options: EvaluatorOptions, recheck: Recheck): Promise<WrittenEpisodes[]> {
  const { alerting, db, now, timeSeries } = options
  const { partition, deviceKey, catchUp } = recheck
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const position = await catchUp()
    const { seq, newest } = await newestOf(timeSeries, deviceKey)
    // Newest values that are ahead of the evaluation would be evaluated before the ones that came earlier.
    if (seq !== position) continue
    const [device] = await readDevices(db, [deviceKey])
    if (!device) return []
    const young = youngOf(newest, device, now())
    const rules = (await listRulesOf(db, [deviceKey])).get(deviceKey) ?? []
    // The process that saved a rule may have read newer values than these.
    if (evaluate(rules, young, undefined, position).length === 0) return []
    const { written, versions } = await db.transaction().execute(async (tx) => {
      await timeSeries.fence(tx, partition)
      const versions = await bumpRulesVersion(tx, [deviceKey])
      // Nobody changes them from here on.
      const current = (await listRulesOf(tx, [deviceKey])).get(deviceKey) ?? []
      return {
        written: await evaluateNewest(tx, { device, rules: current, newest: young, seq: position }, alerting),
        versions,
      }
    })
    alerting.rules.noteVersions(versions)
    return written
  }
  throw new Error('Groups came too fast to evaluate rules that were saved.')
}
