import { addDays, dateIn, HOUR_MS, instantOf, startOfDate, taskWords, type CalendarDate } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Tx } from '../../../platform/db/schema.ts'
import type { NotificationQueue } from '../episodes/notification-queue.ts'
import { listDueBefore, type DueTaskOf } from './due-task-store.ts'
import { claimList, listReaders, type ListReader } from './morning-store.ts'

const PAGE = 200
/** A list that is later is of no use: the server was down, or the hour was just set. */
const LATE_MS = 4 * HOUR_MS
const NAMED_MAX = 10

/** Composes the text of the note of a morning for a member, in whose last fact the list is. */
export type ComposeNote = (reader: Pick<ListReader, 'householdId' | 'userId'>) => Promise<string>

/**
 * Sends each member the list of today's tasks that remind, or the note that has it, once a day at their hour. Returns whether
 * there was any.
 */
export async function sendMorningLists(
  { db, now }: Pick<Context, 'db' | 'now'>,
  notifications: Pick<NotificationQueue, 'queueReminder'>,
  composeNote: ComposeNote,
): Promise<boolean> {
  let sent = false
  for await (const { rows } of pagesOf<ListReader>(PAGE, (after) => listReaders(db, { after, limit: PAGE })))
    for (const reader of rows.filter((one) => isTime(one, now()))) sent = (await send(reader)) || sent
  return sent

  async function send(reader: ListReader): Promise<boolean> {
    const today = dateIn(now(), reader.zone)
    // Reads much, and the weather from elsewhere.
    const note = reader.hasNote ? await composeNote(reader) : undefined
    return db.transaction().execute(async (tx) => {
      if (!(await claimList(tx, reader, today))) return false
      const text = note ?? (await listOf(tx, reader, today))
      if (text === undefined) return false
      const { userId, householdName: title } = reader
      await notifications.queueReminder(tx, { userId, title, text })
      return true
    })
  }
}

/** Returns the list of a date; undefined without tasks. */
async function listOf(
  tx: Tx,
  { householdId, userId, zone }: ListReader,
  date: CalendarDate,
): Promise<string | undefined> {
  const due = await listDueBefore(tx, householdId, startOfDate(addDays(date, 1), zone))
  const tasks = due.filter(({ assignedTo }) => assignedTo === null || assignedTo === userId)
  return tasks.length === 0 ? undefined : listText(tasks)
}

function isTime({ remindAt, remindedOn, zone }: ListReader, now: number): boolean {
  const today = dateIn(now, zone)
  if (remindedOn === today) return false
  const at = instantOf(today, Number(remindAt.slice(0, 2)) * 60 + Number(remindAt.slice(3)), zone)
  return now >= at && now < at + LATE_MS
}

/** Returns `3 tasks today: water Basil, feed Tomato, repot Monstera.` */
export function listText(tasks: readonly NamedTask[]): string {
  return `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} today: ${taskNames(tasks)}.`
}

type NamedTask = Pick<DueTaskOf, 'kind' | 'label' | 'subject'>

/** Returns `water Basil, feed Tomato, repot Monstera`. */
export function taskNames(tasks: readonly NamedTask[]): string {
  const named = tasks.slice(0, NAMED_MAX).map((task) => {
    const words = taskWords(task)
    return task.kind === 'custom' ? words : words.charAt(0).toLowerCase() + words.slice(1)
  })
  const more = tasks.length > NAMED_MAX ? ` and ${tasks.length - NAMED_MAX} more` : ''
  return `${named.join(', ')}${more}`
}
