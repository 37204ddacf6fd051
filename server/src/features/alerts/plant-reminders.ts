import { insertAlert } from './alert-store.ts'
import { dueText } from './alert-text.ts'
import { claimReminder, listDuePlants, type DuePlant } from '../conditions/plant-condition-store.ts'
import type { Context } from '../../platform/context.ts'
import { publishAlerts } from './write-alerts.ts'

const SWEPT_EVERY_MS = 60_000
/** So many at once; the rest in the same sweep, right after. */
const BATCH = 200

export interface Reminders {
  /** Tells of every plant that is due and of which nobody was told. One sweep at a time. */
  sweep(): Promise<void>
  /** Sweeps now and every minute. */
  start(): void
  close(): Promise<void>
}

/**
 * The story of a due plant. What is due is read from stored times and the clock of the moment, so neither a restart nor
 * a jump of the clock loses a reminder; each is claimed in the transaction that writes its alert, so it is told once.
 */
export function openReminders({ db, hub, log, newId, now }: Context): Reminders {
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setInterval> | undefined

  function sweep(): Promise<void> {
    running = running.then(sweepAll).catch((error: unknown) => {
      log.error({ event: 'reminders.failed', err: error })
    })
    return running
  }

  async function sweepAll(): Promise<void> {
    while (true) {
      const due = await listDuePlants(db, now(), BATCH)
      for (const plant of due) await remind(plant)
      if (due.length < BATCH) return
    }
  }

  async function remind(plant: DuePlant): Promise<void> {
    const { userId, plantName, conditionId, lastWateredAt } = plant
    const alert = await db.transaction().execute(async (tx) => {
      if (!(await claimReminder(tx, plant))) return undefined
      const at = now()
      const description = dueText(plantName, lastWateredAt, at)
      return insertAlert(tx, { id: newId(), userId, name: plantName, description, at, plantConditionId: conditionId })
    })
    if (alert) publishAlerts(hub, [{ userId, alerts: [alert] }])
  }

  return {
    sweep,
    start() {
      void sweep()
      timer = setInterval(() => void sweep(), SWEPT_EVERY_MS).unref()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
