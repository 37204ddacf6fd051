import { setImmediate as breathe } from 'node:timers/promises'
import type { NewAlert } from './alert-store.ts'
import { crossingText } from './alert-text.ts'
import { renewRules, updateOutcome } from '../conditions/device-condition-store.ts'
import type { RuleBook } from '../conditions/rule-book.ts'
import { weigh, type Outcome, type Weighed } from '../conditions/weigh.ts'
import { findDeviceStates, type DeviceState } from '../readings/device-state-store.ts'
import { findNewest } from '../readings/reading-store.ts'
import { findSettings } from '../settings/setting-store.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { writeAlerts, type AlertWriting, type WrittenAlerts } from './write-alerts.ts'

export interface Raising extends AlertWriting {
  readonly book: RuleBook
}

/** A reading to be weighed. `completes`: it holds only what a reading of the same time lacked. */
type Raised = Weighed & { readonly deviceKey: number; readonly completes?: boolean }

/** So many rules change in one go; then everybody else has a turn. */
const OUTCOMES_AT_ONCE = 100

/**
 * Weighs new readings against the rules of their devices and writes the alerts they raise, in the transaction that
 * stored the readings. A reading that is older than the newest one before it says nothing about now and is not weighed.
 */
export async function raiseAlerts(
  tx: Tx,
  fresh: readonly Raised[],
  devices: ReadonlyMap<number, DeviceState>,
  raising: Raising,
): Promise<WrittenAlerts[]> {
  const newer = fresh.filter(({ deviceKey, at, completes }) => {
    const newestAt = devices.get(deviceKey)?.newestAt ?? Infinity
    return at > newestAt || (completes === true && at === newestAt)
  })
  if (newer.length === 0) return []
  const byDevice = Map.groupBy(newer, ({ deviceKey }) => deviceKey)
  const rules = await raising.book.rulesOf(
    tx,
    [...byDevice.keys()].flatMap((key) => devices.get(key) ?? []),
  )
  const spoken: Array<{ device: DeviceState; outcome: Outcome }> = []
  let changed = 0
  for (const [deviceKey, readings] of byDevice) {
    const device = devices.get(deviceKey)
    const outcomes = weigh(rules.get(deviceKey) ?? [], readings)
    if (!device || outcomes.length === 0) continue
    raising.book.forget(deviceKey)
    await renewRules(tx, [deviceKey])
    for (const outcome of outcomes) {
      if (++changed % OUTCOMES_AT_ONCE === 0) await breathe()
      if ((await updateOutcome(tx, outcome)) && outcome.raised) spoken.push({ device, outcome })
    }
  }
  const written: WrittenAlerts[] = []
  for (const [userId, own] of Map.groupBy(spoken, ({ device }) => device.userId)) {
    const { celsius } = await findSettings(tx, userId)
    const alerts = own.flatMap(({ device, outcome }) => toAlert(device, outcome, celsius, raising.newId) ?? [])
    written.push(await writeAlerts(tx, userId, alerts, raising))
  }
  return written
}

/** Weighs the newest reading of a device against its rules: a condition that was just made speaks at once. */
export async function weighNewest(tx: Tx, deviceKey: number, raising: Raising): Promise<WrittenAlerts[]> {
  const newest = await findNewest(tx, deviceKey)
  const device = (await findDeviceStates(tx, [deviceKey])).get(deviceKey)
  // The copy that this makes is of a transaction that may not come to be.
  raising.book.forget(deviceKey)
  if (!newest || !device) return []
  const devices = new Map([[deviceKey, { ...device, newestAt: -Infinity }]])
  const written = await raiseAlerts(tx, [{ ...newest.record, at: newest.at, deviceKey }], devices, raising)
  raising.book.forget(deviceKey)
  return written
}

function toAlert(
  { deviceKey, deviceId, deviceName, userId }: DeviceState,
  { rule, raised }: Outcome,
  celsius: boolean,
  newId: () => string,
): NewAlert | undefined {
  if (!raised) return undefined
  const { metric, limit, conditionId } = rule
  return {
    id: newId(),
    userId,
    name: deviceName,
    description: crossingText({ deviceName, metric, limit, ...raised }, celsius),
    at: raised.at,
    deviceConditionId: conditionId,
    device: { deviceKey, deviceId, sensorType: metric.sensorType },
  }
}
