import type { ClosingReason } from '@greenhouse/contract'
import type { StoredEpisode } from '../episodes/episode.ts'
import { readDevices } from '../../devices/known-device-store.ts'
import { listOpenOfRules } from '../episodes/episode-store.ts'
import { bumpRulesVersion, listRulesOf, noteSeen, restartRule } from '../../rules/rule-state-store.ts'
import type { AppendedSamples } from '../../rules/evaluate/changing-windows.ts'
import { bumpRulesVersionsOf } from '../../../platform/db/owners.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { endEpisodes, readEndable } from '../episodes/end-episodes.ts'
import { evaluateNewest } from './evaluate-rules.ts'
import { newestOf, youngOf } from './newest-of.ts'
import { publishWritten } from '../episodes/publish-written.ts'
import type { EvaluatorOptions } from './evaluator-options.ts'
import { findRuleStates, type RuleState } from '../episodes/notified-rule-store.ts'
import type { WrittenEpisodes } from '../episodes/write-episodes.ts'

/** Which rules begin again, and the open episodes that may end with that. */
export interface Restarted {
  readonly deviceKey: number
  readonly of: { readonly ruleId: string } | { readonly deviceKey: number; readonly seriesId: string | undefined }
  readonly listOpen: (db: Db) => Promise<readonly StoredEpisode[]>
  /** Saves rules; undefined when they begin again though none was changed. */
  readonly save: ((tx: Tx) => Promise<void>) | undefined
}

type Parts = Omit<EvaluatorOptions, 'log'>

/** An episode opened between the look at those that may end, and the lock on their rules. */
class OpenedMeanwhile extends Error {}

const TRIES_MAX = 10

/**
 * Saves or restarts rules, and evaluates the changed ones on the newest values of their series, in one transaction. It
 * locks the rules of the device first, against other processes. Changes of episodes are published afterwards.
 */
export async function restartRules(parts: Parts, restarted: Restarted): Promise<void> {
  const { alerting, devices, hub } = parts
  for (let tries = 1; ; tries++) {
    try {
      const { written, versions } = await restartOnce(parts, restarted)
      alerting.rules.noteVersions(versions)
      devices.forgetAll()
      publishWritten(hub, written, alerting)
      return
    } catch (error) {
      if (!(error instanceof OpenedMeanwhile) || tries >= TRIES_MAX) throw error
    }
  }
}

/** Saves the rule of an account on the silence of any device, and ends its episodes when it means another thing. */
export async function saveRuleOfAccount(
  { alerting, db, devices, hub, now }: Parts,
  { householdId, ruleId }: { readonly householdId: string; readonly ruleId: string },
  save: (tx: Tx) => Promise<void>,
): Promise<void> {
  const written = await db.transaction().execute(async (tx) => {
    // A process that looks for silence of these devices waits, or has done so before.
    await bumpRulesVersionsOf(tx, householdId)
    const before = await findRuleStates(tx, { ruleId })
    const open = await listOpenOfRules(tx, [ruleId])
    await save(tx)
    const after = await findRuleStates(tx, { ruleId })
    const changed = [...after.values()].filter((rule) => beginsAgain(before.get(ruleId), rule))
    const endable = open.map((episode) => ({ episode, worst: undefined }))
    return endEpisodes(tx, endable, () => whyOver(ruleId, { save, after, changed }), now())
  })
  devices.forgetAll()
  publishWritten(hub, written, alerting)
}

async function restartOnce(parts: Parts, { deviceKey, of, listOpen, save }: Restarted) {
  const { alerting, db, now, timeSeries } = parts
  const { seq, newest } = await newestOf(timeSeries, deviceKey)
  const endable = await readEndable(alerting.timeSeries, await listOpen(db), now())
  return db.transaction().execute(async (tx) => {
    const versions = await bumpRulesVersion(tx, [deviceKey])
    const before = await findRuleStates(tx, of)
    const open = await listOpen(tx)
    if (open.some(({ episodeId }) => !endable.some(({ episode }) => episode.episodeId === episodeId)))
      throw new OpenedMeanwhile('An episode opened meanwhile.')
    await save?.(tx)
    const after = await findRuleStates(tx, of)
    const changed = [...after.values()].filter((rule) => beginsAgain(save ? before.get(rule.ruleId) : undefined, rule))
    for (const { ruleId } of changed) await restartRule(tx, ruleId, seq)
    const ended = await endEpisodes(tx, endable, ({ ruleId }) => whyOver(ruleId, { save, after, changed }), now())
    return { written: [...ended, ...(await evaluateChanged(tx, parts, { deviceKey, changed, newest }))], versions }
  })
}

/**
 * Evaluates rules that begin on the newest values of their series, if those are young enough. Earlier ones, which may come
 * once more, say nothing to them.
 */
async function evaluateChanged(
  tx: Tx,
  { alerting, now }: Parts,
  {
    deviceKey,
    changed,
    newest,
  }: { deviceKey: number; changed: readonly RuleState[]; newest: AppendedSamples['bySlot'] },
): Promise<WrittenEpisodes[]> {
  const [device] = await readDevices(tx, [deviceKey])
  if (!device || changed.length === 0) return []
  const ids = new Set(changed.map(({ ruleId }) => ruleId))
  const rules = ((await listRulesOf(tx, [deviceKey])).get(deviceKey) ?? []).filter(({ ruleId }) => ids.has(ruleId))
  const young = youngOf(newest, device, now())
  for (const { ruleId, slot, kind } of rules) {
    const [newestAt] = newest.get(slot)?.at ?? []
    if (newestAt === undefined) continue
    // A rule that looks for changes is evaluated on none of them.
    const isEvaluated = kind !== 'changing' && young.has(slot)
    await noteSeen(tx, ruleId, isEvaluated ? newestAt - 1 : newestAt)
  }
  return evaluateNewest(tx, { device, rules, newest: young }, alerting)
}

/** Returns whether a rule was switched or changed its meaning. Silence of removed values continues. */
function beginsAgain(before: RuleState | undefined, after: RuleState): boolean {
  return before ? before.meaning !== after.meaning || before.isOn !== after.isOn : !after.isSilent
}

interface Saved {
  readonly save: unknown
  readonly after: ReadonlyMap<string, RuleState>
  readonly changed: readonly RuleState[]
}

/** Returns why the episode of a rule closes; undefined when it stays open. */
function whyOver(ruleId: string | null, { save, after, changed }: Saved): ClosingReason | undefined {
  const rule = ruleId === null ? undefined : after.get(ruleId)
  if (!rule) return save ? 'rule-removed' : 'device-removed'
  if (!changed.includes(rule)) return undefined
  return rule.isOn ? 'rule-changed' : 'rule-off'
}
