import { setImmediate as breathe } from 'node:timers/promises'
import { AlertBudget } from './alert-budget.ts'
import type { NewAlert } from './alert-store.ts'
import { crossingText } from './alert-text.ts'
import { bumpRulesVersion, updateOutcome } from '../conditions/device-condition-store.ts'
import { evaluate, type Outcome, type Rule, type Sample } from '../conditions/evaluate.ts'
import { RuleCache } from '../conditions/rule-cache.ts'
import type { KnownDevice } from '../devices/known-device-store.ts'
import type { DevicesByKey } from '../devices/known-devices.ts'
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

/** The values of one device, and the position in the log at which they were appended; Infinity for all positions. */
export interface DeviceSamples {
  readonly samples: readonly Sample[]
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

/** Evaluates one rule, which was saved in this transaction, on the newest values of its device. */
export async function evaluateSaved(
  tx: Tx,
  { device, rule, newest }: { device: KnownDevice; rule: Rule; newest: Sample },
  alerting: Alerting,
): Promise<WrittenAlerts[]> {
  return writeTriggered(tx, await store(tx, device, evaluate([rule], [newest]), alerting), alerting)
}

function outcomesOf(rules: readonly Rule[], { samples, seq }: DeviceSamples): Outcome[] {
  if (rules.length === 0) return []
  return evaluate(
    rules.filter(({ sinceSeq }) => sinceSeq < seq),
    samples,
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
  const written: WrittenAlerts[] = []
  for (const [userId, own] of Map.groupBy(triggered, ({ device }) => device.userId)) {
    const { celsius } = await findSettings(tx, userId)
    const alerts = own.flatMap(({ device, outcome }) => toAlert(device, outcome, celsius, alerting.newId) ?? [])
    written.push(await writeAlerts(tx, userId, alerts, alerting))
  }
  return written
}

function toAlert(
  { deviceKey, deviceId, deviceName, userId }: KnownDevice,
  { rule, triggered }: Outcome,
  celsius: boolean,
  newId: () => string,
): NewAlert | undefined {
  if (!triggered) return undefined
  const { metric, limit, conditionId } = rule
  return {
    id: newId(),
    userId,
    name: deviceName,
    description: crossingText({ deviceName, metric, limit, ...triggered }, celsius),
    at: triggered.at,
    deviceConditionId: conditionId,
    device: { deviceKey, deviceId, sensorType: metric.sensorType },
  }
}
