import { topic, type Alert } from '@greenhouse/contract'
import { insertAlert } from './features/alerts/alert-store.ts'
import { crossingText } from './features/alerts/alert-text.ts'
import { renewRules, updateOutcome } from './features/conditions/device-condition-store.ts'
import type { RuleBook } from './features/conditions/rule-book.ts'
import { weigh, type Outcome, type Weighed } from './features/conditions/weigh.ts'
import { findNewest, findSources, type Source } from './features/readings/reading-store.ts'
import { findSettings } from './features/settings/setting-store.ts'
import type { Tx } from './platform/db/schema.ts'
import type { Hub } from './platform/live/hub.ts'

export interface Raising {
  readonly book: RuleBook
  readonly newId: () => string
}

/** An alert that was written, and whom to tell once it is committed. */
export interface RaisedAlert {
  readonly userId: string
  readonly alert: Alert
}

/**
 * Weighs new readings against the rules of their devices and writes the alerts they raise, in the transaction that
 * stored the readings. A reading that is older than the newest one before it says nothing about now and is not weighed.
 */
export async function raiseAlerts(
  tx: Tx,
  fresh: readonly (Weighed & { readonly deviceKey: number })[],
  sources: ReadonlyMap<number, Source>,
  { book, newId }: Raising,
): Promise<RaisedAlert[]> {
  const newer = fresh.filter(({ deviceKey, at }) => at > (sources.get(deviceKey)?.newestAt ?? Infinity))
  if (newer.length === 0) return []
  const byDevice = Map.groupBy(newer, ({ deviceKey }) => deviceKey)
  const rules = await book.rulesOf(
    tx,
    [...byDevice.keys()].flatMap((key) => sources.get(key) ?? []),
  )
  const raised: RaisedAlert[] = []
  for (const [deviceKey, readings] of byDevice) {
    const source = sources.get(deviceKey)
    const outcomes = weigh(rules.get(deviceKey) ?? [], readings)
    if (!source || outcomes.length === 0) continue
    book.forget(deviceKey)
    await renewRules(tx, [deviceKey])
    for (const outcome of outcomes) {
      if (await updateOutcome(tx, outcome)) raised.push(...(await writeAlerts(tx, source, outcome, newId)))
    }
  }
  return raised
}

/** Weighs the newest reading of a device against its rules: a condition that was just made speaks at once. */
export async function weighNewest(tx: Tx, deviceKey: number, raising: Raising): Promise<RaisedAlert[]> {
  const newest = await findNewest(tx, deviceKey)
  const source = (await findSources(tx, [deviceKey])).get(deviceKey)
  // The copy that this makes is of a transaction that may not come to be.
  raising.book.forget(deviceKey)
  if (!newest || !source) return []
  const sources = new Map([[deviceKey, { ...source, newestAt: -Infinity }]])
  const raised = await raiseAlerts(tx, [{ ...newest.record, at: newest.at, deviceKey }], sources, raising)
  raising.book.forget(deviceKey)
  return raised
}

/** Tells whoever listens of alerts that are committed, one message a person. */
export function tellAlerts(hub: Hub, raised: readonly RaisedAlert[]): void {
  for (const [userId, own] of Map.groupBy(raised, (one) => one.userId)) {
    const alerts = own.map(({ alert }) => alert)
    hub.publish(topic.alertsOf(userId), { eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts })
  }
}

async function writeAlerts(
  tx: Tx,
  { deviceKey, deviceId, deviceName, userId }: Source,
  { rule, raised }: Outcome,
  newId: () => string,
): Promise<RaisedAlert[]> {
  if (raised.length === 0) return []
  const { metric, limit, conditionId } = rule
  const { celsius } = await findSettings(tx, userId)
  const written: RaisedAlert[] = []
  for (const { at, value } of raised) {
    const alert = await insertAlert(tx, {
      id: newId(),
      userId,
      name: deviceName,
      description: crossingText({ deviceName, metric, limit, value }, celsius),
      at,
      deviceConditionId: conditionId,
      device: { deviceKey, deviceId, sensorType: metric.sensorType },
    })
    written.push({ userId, alert })
  }
  return written
}
