import * as z from 'zod/mini'
import { calendarDate, id, nothing, ofHousehold, oneLine, severalLines, timestamp } from './fields.ts'
import { route } from './route.ts'
import { amountUnits, taskKinds } from './task-kinds.ts'
import { EVERY_MAX, repeats, repeatUnits, restsAllYear, seasonsOverlap, type Season } from './task-schedule.ts'

export const TASKS_PER_HOUSEHOLD_MAX = 5000
export const TASKS_PER_PLANT_MAX = 50
export const TASK_LABEL_MAX = 40
export const SEASONS_MAX = 4
export const AMOUNT_MAX = 100_000
export const LABEL_MISSING = `Give it a name, at most ${TASK_LABEL_MAX} characters.`

const every = z
  .int('Every must be a whole number')
  .check(z.minimum(1, 'Every must be at least 1'), z.maximum(EVERY_MAX, `Every cannot be more than ${EVERY_MAX}`))
const dayOfYear = z
  .string('Not a day of the year')
  .check(z.refine((text) => /^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text), 'Not a day of the year'))
const seasons = z.array(z.object({ from: dayOfYear, to: dayOfYear, every: z.nullable(every) })).check(
  z.maxLength(SEASONS_MAX, { error: `A task can have ${SEASONS_MAX} seasons`, abort: true }),
  z.refine((given: Season[]) => !seasonsOverlap(given), { error: 'Seasons cannot overlap', abort: true }),
  z.refine((given: Season[]) => !restsAllYear(given), 'A task cannot rest all year'),
)

const wholeDay = (what: string, most: number) =>
  z
    .int(`${what} must be from 1 to ${most}`)
    .check(z.minimum(1, `${what} must be from 1 to ${most}`), z.maximum(most, `${what} must be from 1 to ${most}`))

/** Above 0, with at most three decimals. */
export const amount = z.number('Enter an amount above 0').check(
  z.positive('Enter an amount above 0'),
  z.maximum(AMOUNT_MAX, `The amount cannot be more than ${AMOUNT_MAX}`),
  z.refine((value) => Math.abs(Math.round(value * 1000) - value * 1000) < 1e-6, 'Use at most 3 decimals'),
)
export const amountUnit = z.enum(amountUnits, 'Unknown unit')

const label = z
  .string()
  .check(
    z.trim(),
    z.maxLength(TASK_LABEL_MAX, { error: `Label cannot be longer than ${TASK_LABEL_MAX} characters`, abort: true }),
    oneLine(),
  )
const note = z
  .string()
  .check(z.maxLength(500, { error: 'Note cannot be longer than 500 characters', abort: true }), severalLines())
const kind = z.enum(taskKinds, 'Unknown kind of task')
const weekdays = z
  .array(wholeDay('Weekday', 7))
  .check(z.refine((days: number[]) => new Set(days).size === days.length, 'Each weekday once'))

const fields = {
  kind,
  label,
  note,
  repeat: z.enum(repeats, 'Unknown repeat'),
  every,
  unit: z.enum(repeatUnits, 'Unknown unit'),
  weekdays,
  monthDay: wholeDay('Day', 31),
  month: wholeDay('Month', 12),
  startsOn: calendarDate('Start is required'),
  seasons,
  amount: z.nullable(amount),
  amountUnit: z.nullable(amountUnit),
  assignedTo: z.nullable(id),
  reminds: z.boolean(),
}

/** Of a plant, of a place, or with neither of the household. Fields that `repeat` does not use are ignored. */
export const taskInput = z
  .object({
    ...fields,
    label: z._default(label, ''),
    note: z._default(note, ''),
    every: z._default(every, 1),
    unit: z._default(fields.unit, 'day'),
    weekdays: z._default(weekdays, []),
    monthDay: z._default(fields.monthDay, 1),
    month: z._default(fields.month, 1),
    seasons: z._default(seasons, []),
    amount: z._default(fields.amount, null),
    amountUnit: z._default(fields.amountUnit, null),
    assignedTo: z._default(fields.assignedTo, null),
    reminds: z._default(fields.reminds, false),
    plantId: z._default(z.nullable(id), null),
    placeId: z._default(z.nullable(id), null),
  })
  .check(
    z.refine(({ plantId, placeId }) => plantId === null || placeId === null, {
      error: 'A task is of a plant or of a place',
      path: ['placeId'],
    }),
    z.refine(hasLabel, { error: LABEL_MISSING, path: ['label'] }),
    z.refine(hasWeekdays, { error: 'Choose a weekday', path: ['weekdays'] }),
  )
export type TaskInput = z.infer<typeof taskInput>

/** Omitted fields stay. */
export const taskChange = z.partial(z.object(fields)).check(
  z.refine((change) => change.kind !== 'custom' || change.label === undefined || hasLabel(change), {
    error: LABEL_MISSING,
    path: ['label'],
  }),
  z.refine((change) => change.repeat !== 'weekly' || change.weekdays === undefined || hasWeekdays(change), {
    error: 'Choose a weekday',
    path: ['weekdays'],
  }),
)
export type TaskChange = z.infer<typeof taskChange>

function hasLabel({ kind: of, label: given }: { kind?: string | undefined; label?: string | undefined }): boolean {
  return of !== 'custom' || (given ?? '') !== ''
}

function hasWeekdays({ repeat, weekdays: days }: { repeat?: string | undefined; weekdays?: number[] | undefined }) {
  return repeat !== 'weekly' || (days ?? []).length > 0
}

export const task = z.object({
  taskId: id,
  plantId: z.nullable(id),
  placeId: z.nullable(id),
  kind,
  label: z.string(),
  note: z.string(),
  repeat: fields.repeat,
  every: z.number(),
  unit: fields.unit,
  weekdays: z.array(z.number()),
  monthDay: z.number(),
  month: z.number(),
  startsOn: z.string(),
  seasons: z.array(z.object({ from: z.string(), to: z.string(), every: z.nullable(z.number()) })),
  amount: z.nullable(z.number()),
  amountUnit: fields.amountUnit,
  assignedTo: fields.assignedTo,
  reminds: z.boolean(),
  /** By the plan; null when the task is never due again or its plant is dead. */
  dueAt: z.nullable(timestamp),
  /** The later of `dueAt` and `snoozedUntil`, as a date of the household's zone. */
  dueDate: z.nullable(z.string()),
  snoozedUntil: z.nullable(timestamp),
  /** How often it was snoozed since it was done last. */
  snoozes: z.number(),
  lastDoneAt: z.nullable(timestamp),
  lastDoneBy: z.nullable(z.string()),
  /** The interval at which it was really done, after the third snooze. */
  suggestedEvery: z.nullable(z.number()),
  endedAt: z.nullable(timestamp),
  /** For water of a plant with a soil sensor that is live: its newest value and the ideal range, in percent. */
  soil: z.nullable(z.object({ value: z.number(), low: z.nullable(z.number()), high: z.nullable(z.number()) })),
})
export type Task = z.infer<typeof task>

const ofTask = z.object({ taskId: id })

export const taskRoutes = {
  /** Tasks that go on, the next due first. */
  list: route({
    method: 'GET',
    path: '/api/tasks',
    access: 'member',
    query: z.extend(ofHousehold, { plant: z.optional(id), place: z.optional(id) }),
    reply: z.array(task),
  }),
  create: route({
    method: 'POST',
    path: '/api/tasks',
    access: 'member',
    query: ofHousehold,
    body: taskInput,
    reply: task,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/tasks/:taskId',
    access: 'member',
    params: ofTask,
    body: taskChange,
    reply: task,
  }),
  /** Ends the plan. Its entries of the care log stay. */
  end: route({ method: 'DELETE', path: '/api/tasks/:taskId', access: 'member', params: ofTask, reply: nothing }),
  /** Null wakes the task. */
  snooze: route({
    method: 'POST',
    path: '/api/tasks/:taskId/snooze',
    access: 'member',
    params: ofTask,
    body: z.object({ until: z.nullable(timestamp) }),
    reply: task,
  }),
}
