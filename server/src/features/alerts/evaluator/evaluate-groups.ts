import type { EvaluatedRule } from '../../rules/evaluate/rule.ts'
import { slotsOf } from '../../rules/evaluate/rules-by-slot.ts'
import { StoreUnavailable } from '../../../platform/db/errors.ts'
import type { DevicesByKey } from '../../devices/known-devices.ts'
import { storePosition } from './alert-position-store.ts'
import { evaluateSamples, prepareSamples, StaleRules } from './evaluate-rules.ts'
import type { AppendedGroup } from '@greenhouse/timeseries'
import { samplesOf } from './group-samples.ts'
import type { EvaluatorOptions } from './evaluator-options.ts'
import type { WrittenEpisodes } from '../episodes/write-episodes.ts'

/** Rules are changed by people: the same ones not so often while they are read. */
const TRIES_MAX = 10

export interface Evaluated {
  /** True when nothing was evaluated because a rule begins between the groups: evaluate them one by one. */
  readonly isPartial: boolean
  readonly written: readonly WrittenEpisodes[]
}

/** Returns devices as they are now and their rules, also when another process has changed those. */
export async function rulesOfGroups(
  { alerting, db, devices, readVersions }: Pick<EvaluatorOptions, 'alerting' | 'db' | 'devices' | 'readVersions'>,
  deviceKeys: ReadonlySet<number>,
): Promise<{ known: DevicesByKey; rules: ReadonlyMap<number, readonly EvaluatedRule[]> }> {
  let known = await devices.find(db, deviceKeys)
  if (readVersions) {
    const versions = await readVersions(db, [...known.keys()])
    alerting.rules.noteVersions(versions)
    known = new Map([...known].filter(([key]) => versions.has(key)))
  }
  return { known, rules: await alerting.rules.rulesOf(db, [...known.values()]) }
}

/**
 * Evaluates rules on groups of a partition that follow each other, and stores what changes with the position of the last of
 * them, in one transaction. Undefined when no rule changes, and nothing was stored. Rules that were changed meanwhile are
 * read and evaluated again.
 */
export function evaluateGroups(
  options: EvaluatorOptions,
  partition: number,
  groups: readonly AppendedGroup[],
): Promise<Evaluated | undefined> {
  return withFreshRules(options, () => evaluateOnce(options, partition, groups))
}

/** Does the same, and undoes it: whether it can be done. */
export async function tryGroups(
  options: EvaluatorOptions,
  partition: number,
  groups: readonly AppendedGroup[],
): Promise<undefined> {
  const undone = new Error('The evaluation was tried out.')
  try {
    await withFreshRules(options, () =>
      evaluateOnce(options, partition, groups, () => {
        throw undone
      }),
    )
  } catch (error) {
    if (error !== undone) throw error
  }
}

async function withFreshRules<Result>(options: EvaluatorOptions, evaluate: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await evaluate()
    } catch (error) {
      if (!(error instanceof StaleRules)) throw error
      if (tries >= TRIES_MAX)
        throw new StoreUnavailable('Rules are being changed faster than they can be read.', { cause: error })
      options.alerting.rules.noteVersions(error.versions)
      options.devices.forgetAll()
    }
  }
}

async function evaluateOnce(
  options: EvaluatorOptions,
  partition: number,
  groups: readonly AppendedGroup[],
  beforeCommit = () => {},
): Promise<Evaluated | undefined> {
  const { alerting, db, timeSeries } = options
  const keys = new Set(groups.flatMap(({ entries }) => entries.map(({ deviceKey }) => deviceKey)))
  const { known, rules } = await rulesOfGroups(options, keys)
  if (groups.length > 1 && beginsAmong(groups, rules)) return { isPartial: true, written: [] }
  const samples = samplesOf(groups, slotsWithRules(rules))
  noteEvaluations(options, { samples, known, rules })
  const prepared = samples.size > 0 ? await prepareSamples(db, samples, known, alerting) : undefined
  if (!prepared) return undefined
  const { written, versions } = await db.transaction().execute(async (tx) => {
    await timeSeries.fence(tx, partition)
    const evaluated = await evaluateSamples(tx, prepared, alerting)
    await storePosition(tx, partition, groups.at(-1)!.seq)
    beforeCommit()
    return evaluated
  })
  alerting.rules.noteVersions(versions)
  return { isPartial: false, written }
}

interface EvaluatedNow {
  readonly samples: ReturnType<typeof samplesOf>
  readonly known: DevicesByKey
  readonly rules: ReadonlyMap<number, readonly EvaluatedRule[]>
}

function noteEvaluations({ onEvaluated }: EvaluatorOptions, { samples, known, rules }: EvaluatedNow): void {
  if (!onEvaluated) return
  for (const [deviceKey, { bySlot }] of samples) {
    const own = rules.get(deviceKey) ?? []
    const evaluations = own.reduce((sum, { slot }) => sum + (bySlot.get(slot)?.at.length ?? 0), 0)
    const device = known.get(deviceKey)
    if (device) onEvaluated(device.householdId, evaluations)
  }
}

/** Returns whether some of the groups come before the beginning of a rule. */
function beginsAmong(groups: readonly AppendedGroup[], rules: ReadonlyMap<number, readonly EvaluatedRule[]>): boolean {
  const first = groups[0]!.seq
  return [...rules.values()].some((own) => own.some(({ sinceSeq }) => sinceSeq >= first))
}

/** Returns the slots that rules are on, by device; devices without rules are left out. */
function slotsWithRules(rules: ReadonlyMap<number, readonly EvaluatedRule[]>): Map<number, readonly number[]> {
  const slots = new Map<number, readonly number[]>()
  for (const [deviceKey, own] of rules) {
    if (own.length > 0) slots.set(deviceKey, slotsOf(own))
  }
  return slots
}
