import { dateIn, daysBetween, taskDueAt, type CalendarDate, type Care, type Task } from '@greenhouse/contract'
import { startOfDay } from '../../lib/dates.ts'
import { formatShortDate } from '../../lib/format.ts'

/** Work that was just done. */
export interface DoneAct {
  readonly careId: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** `22/06`. */
  readonly nextOn: string | undefined
  /** The person who did the same less than a minute before. */
  readonly by: string | undefined
}

/** Returns what was done, by the entry that the server has. */
export function doneAct(
  { care: [entry], merged }: { readonly care: readonly Care[]; readonly merged: boolean },
  sent: { readonly careId: string; readonly nextOn: string | undefined },
): DoneAct {
  const at = entry ? Date.parse(entry.at) : Date.now()
  return { careId: entry?.careId ?? sent.careId, at, nextOn: sent.nextOn, by: merged ? entry?.by.name : undefined }
}

/** How far ahead work is offered. */
const DAYS_AHEAD = 7

/** Returns the tasks of a plant to offer beside water: those due within a week and those that were just done. */
export function offeredTasks(tasks: readonly Task[], today: CalendarDate, done: ReadonlySet<string>): Task[] {
  return tasks.filter(
    ({ taskId, kind, dueDate }) =>
      kind !== 'water' && (done.has(taskId) || (dueDate !== null && daysBetween(today, dueDate) <= DAYS_AHEAD)),
  )
}

/** Returns `due today`, `due in 2 days` or `1 day overdue`. */
export function dueWords(dueDate: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, dueDate)
  if (days === 0) return 'due today'
  const length = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  return days > 0 ? `due in ${length}` : `${length} overdue`
}

/** Returns `22/06`, when a task is due again after it was done now; undefined when it is not. */
export function nextOn(task: Task | undefined, now: number, zone: string): string | undefined {
  const dueAt = task && taskDueAt(task, now, zone)
  return dueAt === undefined || dueAt === null ? undefined : shortDate(dateIn(dueAt, zone))
}

export function shortDate(date: CalendarDate): string {
  return formatShortDate(startOfDay(date))
}
