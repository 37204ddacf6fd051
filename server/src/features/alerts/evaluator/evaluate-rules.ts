import { setImmediate as breathe } from 'node:timers/promises'
import { CLOCK_AHEAD_MAX_MS, type Samples } from '@greenhouse/contract'
import type { KnownDevice } from '../../devices/known-device-store.ts'
import type { DevicesByKey } from '../../devices/known-devices.ts'
import type { Extreme } from '../episodes/episode.ts'
import { listOpenOfRules } from '../episodes/episode-store.ts'
import { worstBefore } from '../episodes/worst-value.ts'
import { ChangingWindows, type AppendedSamples } from '../../rules/evaluate/changing-windows.ts'
import { evaluate, evaluateInSteps, type Changes, type Outcome } from '../../rules/evaluate/evaluate.ts'
import type { EvaluatedRule } from '../../rules/evaluate/rule.ts'
import { RuleCache } from '../../rules/rule-cache.ts'
import { bumpRulesVersion, updateOutcome } from '../../rules/rule-state-store.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import { AlertBudget } from '../episodes/alert-budget.ts'
import { LastValues } from '../silence/last-values.ts'
import { WatchedPartitions } from '../silence/watched-partitions.ts'
import {
  writeEpisodes,
  type ChangedRule,
  type EpisodeWriting,
  type WrittenEpisodes,
} from '../episodes/write-episodes.ts'

export interface Alerting extends EpisodeWriting {
  readonly rules: RuleCache
  readonly windows: ChangingWindows
  readonly lastValues: LastValues
  readonly watched: WatchedPartitions
  readonly timeSeries: Pick<TimeSeries, 'newest' | 'points' | 'raw'>
}

export function openAlerting(
  parts: Pick<EpisodeWriting, 'newId' | 'now' | 'notifications'> & Pick<Alerting, 'timeSeries'>,
): Alerting {
  const { newId, now, notifications, timeSeries } = parts
  const windows = new ChangingWindows({
    async load(deviceKey, slot, from, to) {
      const [at, values]: [number[], number[]] = [[], []]
      for await (const columns of timeSeries.raw(deviceKey, [slot], { from, to })) {
        for (const column of columns) {
          for (const one of column.at) at.push(one)
          for (const one of column.values) values.push(one)
        }
      }
      return { at, values }
    },
    async newestAt(deviceKey, slot) {
      const newest = (await timeSeries.newest([deviceKey])).get(deviceKey)
      return newest?.find((one) => one.slot === slot)?.at ?? -Infinity
    },
  })
  const silence = { lastValues: new LastValues(), watched: new WatchedPartitions() }
  const memory = { rules: new RuleCache(), windows, ...silence, budget: new AlertBudget() }
  return { ...memory, newId, now, notifications, timeSeries }
}

/** New values of devices, and what was read of their series before the transaction that evaluates them. */
export interface PreparedSamples {
  readonly samples: ReadonlyMap<number, AppendedSamples>
  readonly devices: DevicesByKey
  readonly changes: Changes
  /** The worst values of episodes that these values seem to close, by rule. */
  readonly worst: ReadonlyMap<string, Extreme>
}

interface Changed {
  readonly device: KnownDevice
  readonly outcome: Outcome
  readonly samples: Samples | undefined
}

/** Values that are evaluated before other work has a turn, each of them once for each rule. */
const VALUES_AT_ONCE = 20_000
/** Outcomes stored before other work has a turn. */
const OUTCOMES_AT_ONCE = 100

/**
 * Reads what the evaluation of new values needs of stored ones. Undefined when they change the state of no rule of their
 * devices, as far as the cached rules say.
 */
export async function prepareSamples(
  db: Db,
  samples: ReadonlyMap<number, AppendedSamples>,
  devices: DevicesByKey,
  alerting: Alerting,
): Promise<PreparedSamples | undefined> {
  const rules = await alerting.rules.rulesOf(db, [...devices.values()])
  const changes = new Map<string, Samples>()
  const outcomes: Outcome[] = []
  for (const [deviceKey, own] of samples) {
    const ownRules = rules.get(deviceKey) ?? []
    if (ownRules.some(({ kind }) => kind === 'changing'))
      for (const [ruleId, found] of await alerting.windows.changesOf(deviceKey, ownRules, own))
        changes.set(ruleId, found)
    const found = outcomesOf(ownRules, own, { changes, now: alerting.now() })
    outcomes.push(...(found instanceof Promise ? await found : found))
  }
  if (outcomes.length === 0) return undefined
  return { samples, devices, changes, worst: await readWorst(db, outcomes, alerting) }
}

/** Thrown with the versions of rules that were changed since they were read: read and evaluate them again. */
export class StaleRules extends Error {
  readonly versions: ReadonlyMap<number, number>

  constructor(versions: ReadonlyMap<number, number>) {
    super('Rules were changed meanwhile.')
    this.versions = versions
  }
}

interface EvaluatedSamples {
  readonly written: WrittenEpisodes[]
  /** The versions that the rules of devices have with the commit. */
  readonly versions: ReadonlyMap<number, number>
}

/**
 * Evaluates the rules of devices on new values, and writes the episodes that they open and close, in one transaction. Throws
 * StaleRules when rules have another version than those that were read: no rule is evaluated by a meaning that it has no more.
 */
export async function evaluateSamples(
  tx: Tx,
  { samples, devices, changes, worst }: PreparedSamples,
  alerting: Alerting,
): Promise<EvaluatedSamples> {
  const rules = await alerting.rules.rulesOf(tx, [...devices.values()])
  const found: Found[] = []
  for (const [deviceKey, own] of samples) {
    const [device, ownRules] = [devices.get(deviceKey), rules.get(deviceKey)]
    // The device was removed while its readings waited.
    if (!device || !ownRules) continue
    const outcomes = await outcomesOf(ownRules, own, { changes, now: alerting.now() })
    if (outcomes.length > 0) found.push({ device, bySlot: own.bySlot, outcomes })
  }
  const versions = await lockRules(
    tx,
    found.map(({ device }) => device),
    alerting.rules,
  )
  const changed: Changed[] = []
  for (const one of found) changed.push(...(await storeStates(tx, one)))
  const written = await writeEpisodes(
    tx,
    changed.flatMap((one) => toChangedRule(one, worst) ?? []),
    alerting,
  )
  return { written, versions }
}

/** Has nobody else change the rules of devices until the transaction ends. Throws StaleRules when somebody has done so. */
async function lockRules(
  tx: Tx,
  devices: readonly KnownDevice[],
  rules: RuleCache,
): Promise<ReadonlyMap<number, number>> {
  if (devices.length === 0) return new Map()
  const versions = await bumpRulesVersion(
    tx,
    devices.map(({ deviceKey }) => deviceKey),
  )
  if (devices.some((device) => versions.get(device.deviceKey) !== rules.versionOf(device) + 1))
    throw new StaleRules(new Map([...versions].map(([deviceKey, version]) => [deviceKey, version - 1])))
  return versions
}

interface NewestOfDevice {
  readonly device: KnownDevice
  readonly rules: readonly EvaluatedRule[]
  readonly newest: AppendedSamples['bySlot']
  /** The position in the log as of which they are the newest; left out for rules that begin there. */
  readonly seq?: number
}

/** Evaluates rules of a device, whose version this transaction has bumped, on the newest values of their series. */
export async function evaluateNewest(
  tx: Tx,
  { device, rules, newest, seq }: NewestOfDevice,
  alerting: Alerting,
): Promise<WrittenEpisodes[]> {
  const changed = await storeStates(tx, { device, bySlot: newest, outcomes: evaluate(rules, newest, undefined, seq) })
  return writeEpisodes(
    tx,
    changed.flatMap((one) => toChangedRule(one, new Map()) ?? []),
    alerting,
  )
}

/** Evaluates rules of a device, and gives other work a turn when that takes long. */
function outcomesOf(
  rules: readonly EvaluatedRule[],
  { bySlot, seq }: AppendedSamples,
  { changes, now }: { readonly changes: Changes; readonly now: number },
): Outcome[] | Promise<Outcome[]> {
  if (rules.length === 0) return []
  const steps = evaluateInSteps(rules, bySlot, changes, seq, now + CLOCK_AHEAD_MAX_MS)
  for (let evaluated = 0; ;) {
    const step = steps.next()
    if (step.done) return step.value
    evaluated += step.value
    if (evaluated >= VALUES_AT_ONCE) return outcomesInTurns(steps)
  }
}

async function outcomesInTurns(steps: Generator<number, Outcome[]>): Promise<Outcome[]> {
  for (let evaluated = VALUES_AT_ONCE; ;) {
    if (evaluated >= VALUES_AT_ONCE) {
      evaluated = 0
      await breathe()
    }
    const step = steps.next()
    if (step.done) return step.value
    evaluated += step.value
  }
}

/** Reads the worst values of the open episodes that outcomes close. */
async function readWorst(
  db: Db,
  outcomes: readonly Outcome[],
  { timeSeries }: Alerting,
): Promise<ReadonlyMap<string, Extreme>> {
  const closing = new Map<string, number>()
  for (const { rule, transitions } of outcomes) {
    const [first] = transitions
    if (first && !first.isBroken) closing.set(rule.ruleId, first.at)
  }
  const worst = new Map<string, Extreme>()
  for (const episode of await listOpenOfRules(db, [...closing.keys()])) {
    const ruleId = episode.ruleId ?? ''
    const found = await worstBefore(timeSeries, episode, closing.get(ruleId) ?? episode.openedAt)
    if (found) worst.set(ruleId, found)
  }
  return worst
}

interface Found {
  readonly device: KnownDevice
  readonly bySlot: AppendedSamples['bySlot']
  readonly outcomes: readonly Outcome[]
}

/** Stores the outcomes of rules of a device. Returns those that were not stored before. */
async function storeStates(tx: Tx, { device, bySlot, outcomes }: Found): Promise<Changed[]> {
  const changed: Changed[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (index % OUTCOMES_AT_ONCE === OUTCOMES_AT_ONCE - 1) await breathe()
    if (await updateOutcome(tx, outcome)) changed.push({ device, outcome, samples: bySlot.get(outcome.rule.slot) })
  }
  return changed
}

function toChangedRule(
  { device: { deviceKey }, outcome: { rule, transitions }, samples }: Changed,
  worst: ReadonlyMap<string, Extreme>,
): ChangedRule | undefined {
  if (transitions.length === 0) return undefined
  return { ruleId: rule.ruleId, deviceKey, transitions, samples, worst: worst.get(rule.ruleId) }
}
