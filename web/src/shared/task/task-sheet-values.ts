import {
  dateIn,
  SEASONS_MAX,
  seasonsOverlap,
  taskInput,
  type AmountUnit,
  type Repeat,
  type RepeatUnit,
  type Season,
  type Task,
  type TaskChange,
  type TaskInput,
  type TaskKind,
} from '@greenhouse/contract'
import { parsed, type FieldErrors, type Parsed } from '../../lib/field-errors.ts'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'
import { rowsOf, typedRow, typedSeasons, type Span, type TypedRow } from './task-sheet-seasons.ts'

/** The subject of a new task; of neither it is a task of the household. */
export interface Subject {
  readonly plantId: string | null
  readonly placeId: string | null
}

export type TypedTask = {
  readonly kind: TaskKind
  readonly label: string
  readonly repeat: Repeat
  readonly every: string
  readonly unit: RepeatUnit
  readonly weekdays: readonly number[]
  readonly monthDay: string
  /** The day of the yearly repeat, `03-01`. */
  readonly yearDay: string
  /** The day of a task that is done once. */
  readonly startsOn: string
  readonly spans: readonly Span[]
  readonly otherwise: 'rest' | 'every'
  readonly otherwiseEvery: string
  /** The parts of the year with an interval of their own; undefined while the spans and one other interval say it all. */
  readonly rows: readonly TypedRow[] | undefined
  readonly amount: string
  readonly amountUnit: AmountUnit | ''
  /** A user id; '' for anybody. */
  readonly assignedTo: string
  readonly reminds: boolean
  readonly note: string
}

/** Returns initial values: those of the task, or a new one that is done every week from today. */
export function typedTask(task: Task | undefined, kind: TaskKind, today: string): TypedTask {
  if (!task)
    return { ...BLANK, kind, startsOn: today, yearDay: today.slice(-5), monthDay: String(Number(today.slice(-2))) }
  const { repeat, unit, weekdays, monthDay, month, startsOn, seasons, amount, label, reminds, note } = task
  const { spans = [], otherwise } = typedSeasons(seasons) ?? {}
  return {
    kind: task.kind,
    label,
    repeat,
    every: String(task.every),
    unit,
    weekdays,
    monthDay: String(monthDay),
    yearDay: [month, monthDay].map((part) => String(part).padStart(2, '0')).join('-'),
    startsOn,
    spans,
    otherwise: otherwise === undefined ? 'rest' : 'every',
    otherwiseEvery: otherwise ?? BLANK.otherwiseEvery,
    rows: typedSeasons(seasons) ? undefined : seasons.map(typedRow),
    amount: amount === null ? '' : writeTypedNumber(amount),
    amountUnit: task.amountUnit ?? '',
    assignedTo: task.assignedTo ?? '',
    reminds,
    note,
  }
}

const BLANK: TypedTask = {
  kind: 'water',
  label: '',
  repeat: 'after',
  every: '7',
  unit: 'day',
  weekdays: [],
  monthDay: '1',
  yearDay: '01-01',
  startsOn: '',
  spans: [],
  otherwise: 'rest',
  otherwiseEvery: '14',
  rows: undefined,
  amount: '',
  amountUnit: '',
  assignedTo: '',
  reminds: false,
  note: '',
}

/** @param known the edited task, whose first day stays unless it is done once */
export function parseTask(
  typed: TypedTask,
  known: Task | undefined,
  subject: Subject,
  today: string,
): Parsed<TaskInput> {
  const { kind, repeat, amount, yearDay } = typed
  const isYearly = repeat === 'yearly'
  const input = {
    kind,
    label: kind === 'custom' ? typed.label : '',
    note: typed.note,
    repeat,
    every: repeat === 'after' ? readTypedNumber(typed.every) : (known?.every ?? 1),
    unit: typed.unit,
    weekdays: typed.weekdays.toSorted((one, other) => one - other),
    monthDay: isYearly
      ? Number(yearDay.slice(3))
      : repeat === 'monthly'
        ? readTypedNumber(typed.monthDay)
        : (known?.monthDay ?? 1),
    month: isYearly ? Number(yearDay.slice(0, 2)) : (known?.month ?? 1),
    startsOn: repeat === 'once' ? typed.startsOn : (known?.startsOn ?? today),
    seasons: seasonsOf(typed),
    amount: amount.trim() === '' ? null : readTypedNumber(amount),
    amountUnit: amount.trim() === '' || typed.amountUnit === '' ? null : typed.amountUnit,
    assignedTo: typed.assignedTo === '' ? null : typed.assignedTo,
    reminds: typed.reminds,
    ...subject,
  }
  return placed(parsed(taskInput, input, seasonErrors(typed)), typed.rows ? 'seasons' : 'otherwiseEvery')
}

/** Returns the rows of the seasons. Only an interval that counts from the last time has another one. */
function seasonsOf({ repeat, spans, otherwise, otherwiseEvery, rows }: TypedTask): Season[] {
  if (repeat === 'once') return []
  if (rows) return rows.map(({ rests, every, ...span }) => ({ ...span, every: rests ? null : readTypedNumber(every) }))
  return rowsOf(spans, otherwise === 'every' && repeat === 'after' ? readTypedNumber(otherwiseEvery) : null)
}

function seasonErrors({ spans, rows, repeat }: TypedTask): FieldErrors {
  if (rows || repeat === 'once') return {}
  if (spans.length > SEASONS_MAX) return { seasons: `A task can have ${SEASONS_MAX} seasons` }
  return seasonsOverlap(spans.map((span) => ({ ...span, every: 1 }))) ? { seasons: 'Seasons cannot overlap' } : {}
}

/** Names the fields of the form in errors: the seasons are one, and the interval outside of them may be another. */
function placed(result: Parsed<TaskInput>, everyField: 'seasons' | 'otherwiseEvery'): Parsed<TaskInput> {
  if ('input' in result) return result
  return {
    errors: Object.fromEntries(
      Object.entries(result.errors).map(([field, words]) => [
        /^seasons\.\d+\.every$/.test(field) ? everyField : field.replace(/\..*$/, ''),
        words,
      ]),
    ),
  }
}

/** Returns the fields that differ from those of the task: others may have changed the rest meanwhile. */
export function taskChangeOf(task: Task, { plantId: _plant, placeId: _place, ...input }: TaskInput): TaskChange {
  const before: Record<string, unknown> = { ...task }
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  )
}

export function todayIn(zone: string, now: number): string {
  return dateIn(now, zone)
}
