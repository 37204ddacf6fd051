import { topic, type Alert } from '@greenhouse/contract'
import { ALERTS_PER_MINUTE, type AlertBudget, type AlertMinute } from './alert-budget.ts'
import { insertAlert, insertAlerts, updateAlertText, type NewAlert } from './alert-store.ts'
import { manyText } from './alert-text.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { Hub } from '../../platform/live/hub.ts'

export interface AlertWriting {
  readonly budget: AlertBudget
  readonly newId: () => string
  readonly now: () => number
}

/** Alerts of one person that were written. They are published after the commit. */
export interface WrittenAlerts {
  readonly userId: string
  readonly alerts: readonly Alert[]
  /** The person's minute with them; undefined when they do not count. */
  readonly minute?: AlertMinute
}

/**
 * Writes alerts of one person. Beyond what a minute lists one by one they become one entry with their number: nobody
 * reads thousands, and a sensor that oscillates must not fill the store.
 */
export async function writeAlerts(
  tx: Tx,
  userId: string,
  alerts: readonly NewAlert[],
  { budget, newId, now }: AlertWriting,
): Promise<WrittenAlerts> {
  const writtenAt = now()
  const minute = budget.minuteOf(userId, writtenAt)
  const listed = alerts.slice(0, Math.max(ALERTS_PER_MINUTE - minute.listed, 0))
  const written = await insertAlerts(tx, listed)
  const more = { ...minute, listed: minute.listed + listed.length }
  if (listed.length === alerts.length) return { userId, alerts: written, minute: more }

  const counted = minute.counted + alerts.length - listed.length
  const description = manyText(counted)
  if (minute.entryId !== undefined && (await updateAlertText(tx, minute.entryId, description))) {
    return { userId, alerts: written, minute: { ...more, counted } }
  }
  const entry = await insertAlert(tx, { id: newId(), userId, name: 'Many alerts', description, at: writtenAt })
  return { userId, alerts: [...written, entry], minute: { ...more, counted, entryId: entry.alertId } }
}

/** Publishes alerts that are committed, one message a person, and counts them. */
export function publishAlerts(hub: Hub, all: readonly WrittenAlerts[], counting?: AlertWriting): void {
  for (const { userId, alerts, minute } of all) {
    if (minute) counting?.budget.keep(minute, counting.now())
    if (alerts.length === 0) continue
    hub.publish(topic.alertsOf(userId), { eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts: [...alerts] })
  }
}
