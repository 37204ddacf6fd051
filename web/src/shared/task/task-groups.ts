import { addDays, type CalendarDate, type Task } from '@greenhouse/contract'

export interface TaskGroups {
  readonly overdue: readonly Task[]
  readonly today: readonly Task[]
  readonly tomorrow: readonly Task[]
  /** The days after tomorrow, seven days from today at most. */
  readonly week: readonly Task[]
}

export const WEEK_DAYS = 7

/** Groups tasks by their dates, the earliest first, in an order that no refetch changes. `date` is today in the household's zone. */
export function groupTasks(tasks: readonly Task[], date: CalendarDate): TaskGroups {
  const tomorrow = addDays(date, 1)
  const last = addDays(date, WEEK_DAYS)
  const due = tasks.filter(isPlanned).toSorted(byDue)
  return {
    overdue: due.filter(({ dueDate }) => dueDate < date),
    today: due.filter(({ dueDate }) => dueDate === date),
    tomorrow: due.filter(({ dueDate }) => dueDate === tomorrow),
    week: due.filter(({ dueDate }) => dueDate > tomorrow && dueDate <= last),
  }
}

export type PlannedTask = Task & { readonly dueDate: CalendarDate }

export function isPlanned(task: Task): task is PlannedTask {
  return task.dueDate !== null && task.endedAt === null
}

function byDue(one: PlannedTask, other: PlannedTask): number {
  return (
    compare(one.dueDate, other.dueDate) ||
    compare(one.dueAt ?? '', other.dueAt ?? '') ||
    compare(one.taskId, other.taskId)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
