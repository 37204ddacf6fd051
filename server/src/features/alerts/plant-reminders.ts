import { insertAlert } from './alert-store.ts'
import { dueText } from './alert-text.ts'
import { claimReminder, listDuePlants, type DuePlant } from '../conditions/plant-condition-store.ts'
import type { Context } from '../../platform/context.ts'
import { pagesOf } from '../../platform/db/pages.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { publishAlerts } from './write-alerts.ts'

const RUN_EVERY_MS = 60_000
/** Plants in one query; the rest in the same run, right after. */
const PAGE = 200

/**
 * Sends a reminder of each plant that is due, once a minute. What is due is read from stored times and the clock of the
 * moment, so neither a restart nor a jump of the clock loses a reminder; each is claimed in the transaction that writes
 * its alert, so it is sent once.
 */
export function openReminders({ db, hub, log, newId, now }: Context): PeriodicJob {
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
      const alert = { id: newId(), userId, name: plantName, at: sentAt, plantConditionId: conditionId }
      return insertAlert(tx, { ...alert, description: dueText(plantName, lastWateredAt, sentAt) })
    })
    if (alert) publishAlerts(hub, [{ userId, alerts: [alert] }])
  }

  return openPeriodicJob(remindAll, {
    everyMs: RUN_EVERY_MS,
    runsAtStart: true,
    onError: (error) => log.error({ event: 'reminders.failed', err: error }),
  })
}
