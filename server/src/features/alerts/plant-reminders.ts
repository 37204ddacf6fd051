import { topic } from '@greenhouse/contract'
import { insertAlert } from './alert-store.ts'
import { dueText } from './alert-text.ts'
import { claimReminder, listDuePlants, type DuePlant } from '../conditions/plant-condition-store.ts'
import type { Context } from '../../platform/context.ts'
import { pagesOf } from '../../platform/db/pages.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { NotificationQueue } from '../notifications/notification-queue.ts'

const RUN_EVERY_MS = 60_000
/** Plants in one query; the rest in the same run, right after. */
const PAGE = 200

/**
 * Sends a reminder of each plant that is due, once a minute. What is due is read from stored times and the clock of the
 * moment, so neither a restart nor a jump of the clock loses a reminder; each is claimed in the transaction that writes
 * its alert and its messages, so it is sent once.
 */
export function openReminders(
  { db, hub, log, newId, now }: Context,
  notifications: Pick<NotificationQueue, 'queueReminder' | 'wake'>,
): PeriodicJob {
  async function remindAll(): Promise<void> {
    // A plant that was reminded of is due no more, so each page begins where the one before ended.
    for await (const { rows } of pagesOf(PAGE, () => listDuePlants(db, now(), PAGE))) {
      for (const plant of rows) await remind(plant)
    }
  }

  async function remind(plant: DuePlant): Promise<void> {
    const { userId, plantName, conditionId, lastWateredAt } = plant
    const alert = await db.transaction().execute(async (tx) => {
      if (!(await claimReminder(tx, plant))) return undefined
      const sentAt = now()
      const text = dueText(plantName, lastWateredAt, sentAt)
      const made = { id: newId(), userId, name: plantName, at: sentAt, plantConditionId: conditionId }
      const alert = await insertAlert(tx, { ...made, description: text })
      await notifications.queueReminder(tx, { userId, title: plantName, text })
      return alert
    })
    if (!alert) return
    hub.publish(topic.alertsOf(userId), { eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts: [alert] })
    notifications.wake()
  }

  return openPeriodicJob(remindAll, {
    everyMs: RUN_EVERY_MS,
    runsAtStart: true,
    onError: (error) => log.error({ event: 'reminders.failed', err: error }),
  })
}
