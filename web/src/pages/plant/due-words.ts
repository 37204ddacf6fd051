import { addDays, daysBetween, rests, type CalendarDate, type Task } from '@greenhouse/contract'
import { monthName } from '../../shared/task/task-words.ts'

/** Returns `Today`, `in 7 days`, `2 days overdue`, `rests until 1 March`; undefined for a task that is never due again. */
export function dueWords(task: Task, today: CalendarDate): string | undefined {
  if (task.dueDate === null) return undefined
  const days = daysBetween(today, task.dueDate)
  if (days > 0 && task.repeat !== 'once' && rests(task, today)) return `rests until ${awakeWords(task, today)}`
  if (days < 0) return `${-days} ${days === -1 ? 'day' : 'days'} overdue`
  return ['Today', 'Tomorrow'][days] ?? `in ${days} days`
}

export function isDue({ dueDate }: Pick<Task, 'dueDate'>, today: CalendarDate): boolean {
  return dueDate !== null && dueDate <= today
}

/** Returns the first day after a rest, `1 March`. */
function awakeWords(task: Task, today: CalendarDate): string {
  let date = today
  // The contract refuses plans that rest all year.
  for (let day = 0; day <= 366 && rests(task, date); day++) date = addDays(date, 1)
  return `${Number(date.slice(-2))} ${monthName(Number(date.slice(-5, -3)))}`
}
