import {
  dateIn,
  effectiveDueAt,
  searchTextOf,
  toTimestamp,
  verbOf,
  type Season,
  type Task,
  type TaskChange,
  type TaskInput,
  type TaskPlan,
} from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/db/schema.ts'

export type TaskRow = Selectable<Schema['task']>

/** The columns that `planOf` reads. */
export const PLAN_COLUMNS = [
  'task.kind',
  'task.repeat',
  'task.every',
  'task.unit',
  'task.weekdays',
  'task.month_day',
  'task.month',
  'task.starts_on',
  'task.seasons',
] as const
export type PlanRow = RowOf<(typeof PLAN_COLUMNS)[number]>

/** The columns that `toTask` reads: all would take half as long again. */
export const SHOWN_COLUMNS = [
  ...PLAN_COLUMNS,
  'task.id',
  'task.household_id',
  'task.plant_id',
  'task.place_id',
  'task.label',
  'task.note',
  'task.amount',
  'task.amount_unit',
  'task.assigned_to',
  'task.reminds',
  'task.due_at',
  'task.snoozed_until',
  'task.snoozes',
  'task.last_done_at',
  'task.ended_at',
] as const
type RowOf<Column extends `task.${keyof TaskRow}`> = Pick<
  TaskRow,
  Column extends `task.${infer Name extends keyof TaskRow}` ? Name : never
>

/** A task with what its plant and its people add to it. */
export interface ShownRow extends RowOf<(typeof SHOWN_COLUMNS)[number]> {
  readonly is_dead: number | null
  readonly has_condition: number
  readonly done_by_name: string | null
}

/** The name of a person whose account is gone. */
export const SOMEBODY = 'Somebody'

export function planOf(row: PlanRow): TaskPlan & Pick<Task, 'weekdays' | 'seasons'> {
  return {
    kind: row.kind,
    repeat: row.repeat,
    every: row.every,
    unit: row.unit,
    weekdays: row.weekdays === '' ? [] : row.weekdays.split(',').map(Number),
    monthDay: row.month_day,
    month: row.month,
    startsOn: row.starts_on,
    seasons: row.seasons === '[]' ? [] : (JSON.parse(row.seasons) as Season[]),
  }
}

/** Water of a plant has a reminder through the condition of the specification. */
export function isWaterOfPlant({ kind, plant_id }: Pick<TaskRow, 'kind' | 'plant_id'>): boolean {
  return kind === 'water' && plant_id !== null
}

export function toTask(row: ShownRow, zone: string): Task {
  const { kind, repeat, every, unit, weekdays, monthDay, month, startsOn, seasons } = planOf(row)
  const dueAt = row.is_dead === 1 || row.ended_at !== null ? null : row.due_at
  const shownAt = effectiveDueAt(dueAt, row.snoozed_until)
  return {
    taskId: row.id,
    plantId: row.plant_id,
    placeId: row.place_id,
    kind,
    label: row.label,
    note: row.note,
    repeat,
    every,
    unit,
    weekdays,
    monthDay,
    month,
    startsOn,
    seasons,
    amount: row.amount,
    amountUnit: row.amount_unit,
    assignedTo: row.assigned_to,
    reminds: isWaterOfPlant(row) ? row.has_condition === 1 : row.reminds === 1,
    dueAt: toTimestamp(dueAt),
    dueDate: shownAt === null ? null : dateIn(shownAt, zone),
    snoozedUntil: toTimestamp(row.snoozed_until),
    snoozes: row.snoozes,
    lastDoneAt: toTimestamp(row.last_done_at),
    lastDoneBy: row.last_done_at === null ? null : (row.done_by_name ?? SOMEBODY),
    suggestedEvery: null,
    endedAt: toTimestamp(row.ended_at),
    soil: null,
  }
}

/** Returns the columns of what a person plans. */
export function toColumns({ kind, label, note, repeat, every, unit, reminds, ...more }: TaskChange) {
  const { weekdays, monthDay, month, startsOn, seasons, amount, amountUnit, assignedTo } = more
  return {
    ...withoutUndefined({ kind, label, note, repeat, every, unit, month, amount }),
    ...withoutUndefined({ weekdays: weekdays?.toSorted((one, other) => one - other).join(',') }),
    ...withoutUndefined({ month_day: monthDay, starts_on: startsOn, amount_unit: amountUnit, assigned_to: assignedTo }),
    ...withoutUndefined({ seasons: seasons && JSON.stringify(seasons) }),
    ...withoutUndefined({ reminds: reminds === undefined ? undefined : Number(reminds) }),
  }
}

export function newTaskRow(
  input: TaskInput,
  made: {
    readonly taskId: string
    readonly householdId: string
    readonly userId: string | null
    readonly createdAt: number
  },
): TaskRow {
  return {
    id: made.taskId,
    household_id: made.householdId,
    plant_id: input.plantId,
    place_id: input.placeId,
    kind: input.kind,
    label: labelOf(input),
    note: input.note,
    search_text: searchTextOfTask({ ...input, label: labelOf(input) }),
    repeat: input.repeat,
    every: input.every,
    unit: input.unit,
    weekdays: input.weekdays.toSorted((one, other) => one - other).join(','),
    month_day: input.monthDay,
    month: input.month,
    starts_on: input.startsOn,
    seasons: JSON.stringify(input.seasons),
    amount: input.amount,
    amount_unit: input.amountUnit,
    assigned_to: input.assignedTo,
    reminds: Number(input.reminds),
    base_at: null,
    due_at: null,
    snoozed_until: null,
    snoozes: 0,
    last_done_at: null,
    last_done_by: null,
    ended_at: null,
    created_by: made.userId,
    created_at: made.createdAt,
  }
}

/** Returns the text by which a task is found, beside that of its plant or place. */
export function searchTextOfTask(task: Pick<TaskRow, 'kind' | 'label' | 'note'>): string {
  return searchTextOf([verbOf(task), task.note])
}

/** Only own work has a label: that of other kinds is the kind. */
export function labelOf({ kind, label }: Pick<TaskRow, 'kind' | 'label'>): string {
  return kind === 'custom' ? label : ''
}

/** Omits fields without a value, which an update would set to null. */
function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  // The entries are those of the object.
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
