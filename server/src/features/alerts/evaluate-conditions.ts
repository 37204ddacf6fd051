import { setImmediate as breathe } from 'node:timers/promises'
import { AlertBudget } from './alert-budget.ts'
import type { NewAlert } from './alert-store.ts'
import { crossingText } from './alert-text.ts'
import { bumpRulesVersion, updateOutcome } from '../conditions/device-condition-store.ts'
import { evaluate, type Outcome, type Sample } from '../conditions/evaluate.ts'
import { RuleCache } from '../conditions/rule-cache.ts'
import type { Appended } from '../readings/append-readings-store.ts'
import { findDeviceStates, type DeviceState, type DeviceStates } from '../readings/device-state-store.ts'
import { findNewest } from '../readings/reading-store.ts'
import { findSettings } from '../settings/setting-store.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { writeAlerts, type AlertWriting, type WrittenAlerts } from './write-alerts.ts'

/** What the evaluation of readings needs beside the transaction. */
export interface Alerting extends AlertWriting {
  readonly rules: RuleCache
}

export function openAlerting({ newId, now }: Pick<AlertWriting, 'newId' | 'now'>): Alerting {
  return { rules: new RuleCache(), budget: new AlertBudget(), newId, now }
}

type DeviceSample = Sample & { readonly deviceKey: number }

interface Triggered {
  readonly device: DeviceState
  readonly outcome: Outcome
}

/** So many rules change in one go; then other work has a turn. */
const OUTCOMES_AT_ONCE = 100

/**
 * Evaluates the rules of devices on readings that were appended, and writes the alerts that are triggered, in the same
 * transaction. A reading older than the newest one before it says nothing about now and is not evaluated.
 *
 * @param devices their states before the readings were appended
 */
export async function evaluateReadings(
  tx: Tx,
  { fresh, completed }: Pick<Appended, 'fresh' | 'completed'>,
  devices: DeviceStates,
  alerting: Alerting,
): Promise<WrittenAlerts[]> {
  const newestOf = ({ deviceKey }: DeviceSample) => devices.get(deviceKey)?.newestAt ?? Infinity
  const newer: DeviceSample[] = fresh.filter((reading) => reading.at > newestOf(reading))
  for (const { filled } of completed) if (filled.at >= newestOf(filled)) newer.push(filled)
  return newer.length === 0 ? [] : evaluateSamples(tx, newer, devices, alerting)
}

/** Evaluates the newest reading of a device: a condition that is met when it is saved triggers an alert at once. */
export async function evaluateNewest(tx: Tx, deviceKey: number, alerting: Alerting): Promise<WrittenAlerts[]> {
  const newest = await findNewest(tx, deviceKey)
  const devices = await findDeviceStates(tx, [deviceKey])
  // The copy that is read here belongs to a transaction that may be rolled back.
  alerting.rules.invalidate(deviceKey)
  if (!newest) return []
  const written = await evaluateSamples(tx, [{ ...newest.record, at: newest.at, deviceKey }], devices, alerting)
  alerting.rules.invalidate(deviceKey)
  return written
}

async function evaluateSamples(
  tx: Tx,
  samples: readonly DeviceSample[],
  devices: DeviceStates,
  alerting: Alerting,
): Promise<WrittenAlerts[]> {
  const byDevice = Map.groupBy(samples, ({ deviceKey }) => deviceKey)
  const rules = await alerting.rules.rulesOf(
    tx,
    [...devices.values()].filter(({ deviceKey }) => byDevice.has(deviceKey)),
  )
  const triggered: Triggered[] = []
  let changed = 0
  for (const [deviceKey, own] of byDevice) {
    const [device, ownRules] = [devices.get(deviceKey), rules.get(deviceKey)]
    // The device was removed while its readings waited.
    if (!device || !ownRules) continue
    const outcomes = evaluate(ownRules, own)
    if (outcomes.length === 0) continue
    alerting.rules.invalidate(deviceKey)
    await bumpRulesVersion(tx, [deviceKey])
    for (const outcome of outcomes) {
      if (++changed % OUTCOMES_AT_ONCE === 0) await breathe()
      if ((await updateOutcome(tx, outcome)) && outcome.triggered) triggered.push({ device, outcome })
    }
  }
  return writeTriggered(tx, triggered, alerting)
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
  { deviceKey, deviceId, deviceName, userId }: DeviceState,
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
