import type { Context } from '../../../platform/context.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Tx } from '../../../platform/db/schema.ts'
import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import { closedBy, toEpisode, type StoredEpisode } from '../episodes/episode.ts'
import { closeEpisode, findEpisode } from '../episodes/episode-store.ts'
import { openDueEpisode, type DueTask } from '../episodes/open-episodes.ts'
import { publishAlerts, publishEpisodes } from '../episodes/publish-episodes.ts'
import type { NotificationQueue } from '../episodes/notification-queue.ts'
import { listDueTasks, listLapsedEpisodes, reopenEpisode, type LapsedEpisode } from './due-task-store.ts'
import { sendMorningLists, type ComposeNote } from './morning-list.ts'
import { episodeToAlert } from '../episodes/every-alert.ts'

const RUN_EVERY_MS = 60_000
/** Tasks in one query; the rest in the same run, right after. */
const PAGE = 200

export interface Reminders extends PeriodicJob {
  /** Closes the episodes of a household's tasks that are not due, and reopens those whose act was undone. */
  readonly settle: (householdId: string) => Promise<void>
}

/**
 * Opens an episode for each due task that reminds, once a minute, and closes those of tasks that are not due. Due tasks
 * follow from stored times and the current clock, so no restart or jump of the clock loses one. Nothing is sent: members get
 * a list in the morning.
 */
export function openReminders(
  { db, hub, log, newId, now }: Context,
  notifications: Pick<NotificationQueue, 'queueReminder' | 'wake'>,
  composeNote: ComposeNote,
): Reminders {
  async function closeLapsed(householdId?: string): Promise<void> {
    for await (const { rows } of pagesOf(PAGE, () => listLapsedEpisodes(db, now(), { householdId, limit: PAGE })))
      for (const lapsed of rows) await close(lapsed)
  }

  async function close({ episodeId, householdId, openedAt, closedWhy, doneAt }: LapsedEpisode): Promise<void> {
    const closed = await db.transaction().execute(async (tx) => {
      const open = await findEpisode(tx, householdId, episodeId)
      const closing = { closedAt: Math.max(doneAt ?? now(), openedAt), closedValue: null, closedWhy }
      const after = open && closedBy(open, { ...closing, closedKnownAt: now(), worst: undefined })
      return after && (await closeEpisode(tx, episodeId, after)) ? after : undefined
    })
    if (closed) publishEpisodes(hub, householdId, [toEpisode(closed)])
  }

  async function openDue(): Promise<void> {
    // A task with an open episode is listed no more, so each page begins where the one before ended.
    for await (const { rows } of pagesOf(PAGE, () => listDueTasks(db, now(), { limit: PAGE })))
      for (const task of rows) if (!(await reopen(task))) await open(task)
  }

  async function open(task: DueTask): Promise<void> {
    const { householdId } = task
    const opened = await db.transaction().execute((tx) => openDueEpisode(tx, task, { newId, now: now() }))
    if (!opened) return
    publishAlerts(hub, householdId, (celsius) => [episodeToAlert(opened, celsius)])
    publishEpisodes(hub, householdId, [toEpisode(opened)])
  }

  async function reopen(task: DueTask): Promise<boolean> {
    const reopened = await db.transaction().execute((tx) => findReopened(tx, task))
    if (reopened) publishEpisodes(hub, task.householdId, [toEpisode(reopened)])
    return reopened !== undefined
  }

  const job = openPeriodicJob(
    async () => {
      await closeLapsed()
      await openDue()
      if (await sendMorningLists({ db, now }, notifications, composeNote)) notifications.wake()
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
      for (const task of await listDueTasks(db, now(), { householdId, limit: PAGE })) await reopen(task)
    },
  }
}

async function findReopened(tx: Tx, task: DueTask): Promise<StoredEpisode | undefined> {
  const episodeId = await reopenEpisode(tx, task)
  return episodeId === undefined ? undefined : findEpisode(tx, task.householdId, episodeId)
}
