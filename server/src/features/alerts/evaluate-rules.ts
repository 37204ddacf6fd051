import { sensorTypeOf } from '@greenhouse/contract'
import { setImmediate as breathe } from 'node:timers/promises'
import { AlertBudget } from './alert-budget.ts'
import type { NewAlert } from './alert-store.ts'
import { crossingText } from './alert-text.ts'
import type { KnownDevice } from '../devices/known-device-store.ts'
import type { DevicesByKey } from '../devices/known-devices.ts'
import { evaluate, type EvaluatedRule, type Outcome, type Samples } from '../rules/evaluate.ts'
import { RuleCache } from '../rules/rule-cache.ts'
import { bumpRulesVersion, updateOutcome } from '../rules/rule-state-store.ts'
import { namesOf } from '../series/list-series.ts'
import { listSeriesOf, type SeriesRow } from '../series/series-store.ts'
import { findSettings } from '../settings/setting-store.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { writeAlerts, type AlertWriting, type WrittenAlerts } from './write-alerts.ts'

/** What the evaluation of readings needs beside the database. */
export interface Alerting extends AlertWriting {
  readonly rules: RuleCache
}

export function openAlerting({ newId, now }: Pick<AlertWriting, 'newId' | 'now'>): Alerting {
  return { rules: new RuleCache(), budget: new AlertBudget(), newId, now }
}

/** The values of one device by their slots, and the position in the log at which they were appended. */
export interface DeviceSamples {
  readonly bySlot: ReadonlyMap<number, Samples>
  readonly seq: number
}

interface Triggered {
  readonly device: KnownDevice
  readonly outcome: Outcome
}

/** So many rules change in one go; then other work has a turn. */
const OUTCOMES_AT_ONCE = 100

/** Returns whether values change the state of any rule of their devices, as far as the cached rules say. */
export async function changesRules(
  db: Db,
  samples: ReadonlyMap<number, DeviceSamples>,
  devices: DevicesByKey,
  alerting: Alerting,
): Promise<boolean> {
  const rules = await alerting.rules.rulesOf(db, [...devices.values()])
  for (const [deviceKey, own] of samples) {
    if (outcomesOf(rules.get(deviceKey) ?? [], own).length > 0) return true
  }
  return false
}

/** Evaluates the rules of devices on new values, and writes the alerts that are triggered, in one transaction. */
export async function evaluateSamples(
  tx: Tx,
  samples: ReadonlyMap<number, DeviceSamples>,
  devices: DevicesByKey,
  alerting: Alerting,
): Promise<WrittenAlerts[]> {
  const rules = await alerting.rules.rulesOf(tx, [...devices.values()])
  const triggered: Triggered[] = []
  for (const [deviceKey, own] of samples) {
    const [device, ownRules] = [devices.get(deviceKey), rules.get(deviceKey)]
    // The device was removed while its readings waited.
    if (device && ownRules) triggered.push(...(await store(tx, device, outcomesOf(ownRules, own), alerting)))
  }
  return writeTriggered(tx, triggered, alerting)
}

/** Evaluates rules of a device, which begin in this transaction, on the newest values of their series. */
export async function evaluateNewest(
  tx: Tx,
  { device, rules, newest }: { device: KnownDevice; rules: readonly EvaluatedRule[]; newest: DeviceSamples['bySlot'] },
  alerting: Alerting,
): Promise<WrittenAlerts[]> {
  return writeTriggered(tx, await store(tx, device, evaluate(rules, newest), alerting), alerting)
}

function outcomesOf(rules: readonly EvaluatedRule[], { bySlot, seq }: DeviceSamples): Outcome[] {
  if (rules.length === 0) return []
  return evaluate(
    rules.filter(({ sinceSeq }) => sinceSeq < seq),
    bySlot,
  )
}

/** Stores the outcomes of rules of a device. Returns those that trigger an alert. */
async function store(
  tx: Tx,
  device: KnownDevice,
  outcomes: readonly Outcome[],
  { rules }: Alerting,
): Promise<Triggered[]> {
  if (outcomes.length === 0) return []
  // The copy belongs to a transaction that may be rolled back.
  rules.invalidate(device.deviceKey)
  await bumpRulesVersion(tx, [device.deviceKey])
  const triggered: Triggered[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (index % OUTCOMES_AT_ONCE === OUTCOMES_AT_ONCE - 1) await breathe()
    if ((await updateOutcome(tx, outcome)) && outcome.triggered) triggered.push({ device, outcome })
  }
  return triggered
}

async function writeTriggered(tx: Tx, triggered: readonly Triggered[], alerting: Alerting): Promise<WrittenAlerts[]> {
  if (triggered.length === 0) return []
  const deviceKeys = new Set(triggered.map(({ device }) => device.deviceKey))
  const series = new Map((await listSeriesOf(tx, [...deviceKeys])).map((row) => [row.id, row]))
  const written: WrittenAlerts[] = []
  for (const [userId, own] of Map.groupBy(triggered, ({ device }) => device.userId)) {
    const { celsius } = await findSettings(tx, userId)
    const alerts = own.flatMap((one) => {
      const row = series.get(one.outcome.rule.seriesId)
      return (row && toAlert(one, row, { celsius, id: alerting.newId() })) ?? []
    })
    written.push(await writeAlerts(tx, userId, alerts, alerting))
  }
  return written
}

function toAlert(
  { device: { deviceKey, deviceId, deviceName, userId }, outcome: { rule, triggered } }: Triggered,
  row: SeriesRow,
  { celsius, id }: { readonly celsius: boolean; readonly id: string },
): NewAlert | undefined {
  if (!triggered) return undefined
  const { label, unit } = namesOf(row)
  const crossing = { deviceName, label, metric: { ...rule.metric, unit }, rule, ...triggered }
  return {
    id,
    userId,
    name: deviceName,
    description: crossingText(crossing, celsius),
    at: triggered.at,
    ruleId: rule.ruleId,
    device: { deviceKey, deviceId, seriesId: row.id, sensorType: sensorTypeOf(row) ?? row.metric },
  }
}
