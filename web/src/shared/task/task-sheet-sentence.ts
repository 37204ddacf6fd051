import { dateIn, taskDueAt, type Season, type Task, type TaskInput, verbOf } from '@greenhouse/contract'
import { shortDate } from '../../lib/short-date.ts'
import { restWords, rhythmWords, spanWords } from './task-words.ts'

interface SentenceContext {
  /** The name of the plant or place; undefined for a task of the household. */
  readonly name: string | undefined
  /** When it was done or skipped last, in milliseconds since 1970. */
  readonly baseAt: number | null
  readonly zone: string
  readonly now: number
}

/** Returns `Feed San Marzano every 7 days, rests from November to February. Next on 19/06.` */
export function taskSentence(plan: TaskInput, context: SentenceContext): string {
  const words = [rhythmWords(plan), ...seasonWords(plan)].join(', ')
  return [`${doWords(plan, context.name)} ${words}.`, nextWords(plan, context)].filter(Boolean).join(' ')
}

/** Returns `Feed San Marzano`; a missing label is an ellipsis. */
export function doWords({ kind, label }: Pick<Task, 'kind' | 'label'>, name: string | undefined): string {
  const verb = kind === 'custom' && label.trim() === '' ? '…' : verbOf({ kind, label: label.trim() })
  return name === undefined ? verb : `${verb} ${name}`
}

function seasonWords({ repeat, seasons, unit }: TaskInput): string[] {
  if (repeat === 'once') return []
  const others = Map.groupBy(
    seasons.filter(({ every }) => every !== null),
    ({ every }) => every ?? 0,
  )
  const changes = repeat === 'after' ? [...others].map(([every, rows]) => changeWords(every, unit, rows)) : []
  return [...changes, restWords(seasons)].filter((words) => words !== undefined)
}

function changeWords(every: number, unit: TaskInput['unit'], rows: readonly Season[]): string {
  const rhythm = rhythmWords({ repeat: 'after', every, unit, weekdays: [], monthDay: 1, month: 1 })
  return `${rhythm} ${spanWords(rows)}`
}

function nextWords(plan: TaskInput, { baseAt, zone, now }: SentenceContext): string | undefined {
  const dueAt = taskDueAt(plan, baseAt, zone)
  if (dueAt === null) return undefined
  const [date, today] = [dateIn(dueAt, zone), dateIn(now, zone)]
  if (date === today) return 'Next today.'
  return `${date < today ? 'Due since' : 'Next on'} ${shortDate(date, today)}.`
}
