import type { Context } from '../../../platform/context.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Tx } from '../../../platform/db/schema.ts'
import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import { closedBy, toEpisode, type StoredEpisode } from '../episodes/episode.ts'
import { closeEpisode, findEpisode } from '../episodes/episode-store.ts'
import { openDueEpisode } from '../episodes/open-episodes.ts'
import { publishAlerts, publishEpisodes } from '../episodes/publish-episodes.ts'
import type { NotificationQueue } from '../episodes/notification-queue.ts'
import {
  claimReminder,
  listDuePlants,
  listLapsedEpisodes,
  reopenEpisode,
  type DuePlant,
  type LapsedEpisode,
} from './due-plant-store.ts'
import { episodeToAlert } from '../episodes/every-alert.ts'

const RUN_EVERY_MS = 60_000
/** Plants in one query; the rest in the same run, right after. */
const PAGE = 200

export interface Reminders extends PeriodicJob {
  /** Closes the episodes of a household's plants that are due no more, and reopens those whose watering was undone. */
  readonly settle: (householdId: string) => Promise<void>
}

/**
 * Opens an episode for each due plant and sends a reminder, once a minute, and closes those of plants that are no
 * longer due. Due plants follow from stored times and the current clock, so no restart or jump of the clock loses a
 * reminder. Each is claimed in the transaction of its episode, so it is sent once.
 */
export function openReminders(
  { db, hub, log, newId, now }: Context,
  notifications: Pick<NotificationQueue, 'queueReminder' | 'wake'>,
): Reminders {
  async function closeLapsed(householdId?: string): Promise<void> {
    for await (const { rows } of pagesOf(PAGE, () => listLapsedEpisodes(db, now(), { householdId, limit: PAGE })))
      for (const lapsed of rows) await close(lapsed)
  }

  async function close({ episodeId, householdId, openedAt, closedWhy, wateredAt }: LapsedEpisode): Promise<void> {
    const closed = await db.transaction().execute(async (tx) => {
      const open = await findEpisode(tx, householdId, episodeId)
      const closing = { closedAt: Math.max(wateredAt ?? now(), openedAt), closedValue: null, closedWhy }
      const after = open && closedBy(open, { ...closing, closedKnownAt: now(), worst: undefined })
      return after && (await closeEpisode(tx, episodeId, after)) ? after : undefined
    })
    if (closed) publishEpisodes(hub, householdId, [toEpisode(closed)])
  }

  async function openDue(): Promise<void> {
    // A plant with an open episode is listed no more, so each page begins where the one before ended.
    for await (const { rows } of pagesOf(PAGE, () => listDuePlants(db, now(), { limit: PAGE })))
      for (const plant of rows) if (!(await reopen(plant))) await open(plant)
  }

  async function open(plant: DuePlant): Promise<void> {
    const { householdId, plantName: title } = plant
    const opened = await db.transaction().execute(async (tx) => {
      const isUntold = await claimReminder(tx, plant)
      const episode = await openDueEpisode(tx, plant, { newId, now: now() })
      if (!episode) return undefined
      if (isUntold) await notifications.queueReminder(tx, { householdId, title, text: episode.text ?? '' })
      return episode
    })
    if (!opened) return
    publishAlerts(hub, householdId, (celsius) => [episodeToAlert(opened, celsius)])
    publishEpisodes(hub, householdId, [toEpisode(opened)])
    notifications.wake()
  }

  async function reopen(plant: DuePlant): Promise<boolean> {
    const reopened = await db.transaction().execute((tx) => findReopened(tx, plant))
    if (reopened) publishEpisodes(hub, plant.householdId, [toEpisode(reopened)])
    return reopened !== undefined
  }

  const job = openPeriodicJob(
    async () => {
      await closeLapsed()
      await openDue()
    },
    {
      everyMs: RUN_EVERY_MS,
      runsAtStart: true,
      onError: (error) => log.error({ event: 'reminders.failed', err: error }),
    },
  )
  return {
    ...job,
    async settle(householdId) {
      await closeLapsed(householdId)
      for (const plant of await listDuePlants(db, now(), { householdId, limit: PAGE })) await reopen(plant)
    },
  }
}

async function findReopened(tx: Tx, plant: DuePlant): Promise<StoredEpisode | undefined> {
  const episodeId = await reopenEpisode(tx, plant)
  return episodeId === undefined ? undefined : findEpisode(tx, plant.householdId, episodeId)
}
