import * as z from 'zod/mini'
import { wholeNumber } from './alerts.ts'
import { id, newId, nothing, ofHousehold, oneLine, severalLines, timestamp } from './fields.ts'
import { route } from './route.ts'
import { ofChart } from './plants.ts'
import { careKinds, loggedKinds } from './task-kinds.ts'
import { amount, amountUnit, LABEL_MISSING, task, TASK_LABEL_MAX } from './tasks.ts'

export const CARE_PER_PLANT_MAX = 20_000
export const CARE_AT_ONCE_MAX = 1000
export const CARE_PAGE_MAX = 200
/** For how long people may change and undo their own entries. */
export const CARE_UNDO_DAYS = 30
export const CARE_NOTE_MAX = 2000

const note = z
  .string()
  .check(
    z.maxLength(CARE_NOTE_MAX, { error: `Note cannot be longer than ${CARE_NOTE_MAX} characters`, abort: true }),
    severalLines(),
  )
const label = z
  .string()
  .check(
    z.trim(),
    z.maxLength(TASK_LABEL_MAX, { error: `Label cannot be longer than ${TASK_LABEL_MAX} characters`, abort: true }),
    oneLine(),
  )

/** `by.userId` is null for a person who left, whose name is Somebody. */
export const care = z.object({
  careId: id,
  plantId: z.nullable(id),
  placeId: z.nullable(id),
  taskId: z.nullable(id),
  kind: z.enum(careKinds),
  label: z.string(),
  at: timestamp,
  by: z.object({ userId: z.nullable(id), name: z.string() }),
  source: z.enum(['person', 'client', 'probe', 'rain']),
  note: z.string(),
  amount: z.nullable(z.number()),
  amountUnit: z.nullable(amountUnit),
  batchId: z.nullable(id),
})
export type Care = z.infer<typeof care>

const act = {
  careId: newId,
  at: z.optional(timestamp),
  note: z._default(note, ''),
  amount: z._default(z.nullable(amount), null),
  amountUnit: z._default(z.nullable(amountUnit), null),
}

/** `merged`: somebody else did it less than a minute before, and no other entry was made. */
const done = z.object({ care: z.array(care), task, merged: z.boolean() })
export type Done = z.infer<typeof done>

export const careInput = z
  .object({
    ...act,
    kind: z.enum(loggedKinds, 'Unknown kind of care'),
    label: z._default(label, ''),
    plantIds: z
      .array(id)
      .check(
        z.minLength(1, { error: 'Choose a plant', abort: true }),
        z.maxLength(CARE_AT_ONCE_MAX, { error: `At most ${CARE_AT_ONCE_MAX} plants at once`, abort: true }),
      ),
  })
  .check(
    z.refine(({ kind, label: given }) => kind !== 'custom' || given !== '', {
      error: LABEL_MISSING,
      path: ['label'],
    }),
    z.refine(({ kind, note: text }) => kind !== 'note' || text.trim() !== '', {
      error: 'Write a note',
      path: ['note'],
    }),
  )
export type CareInput = z.infer<typeof careInput>

export const careChange = z.partial(
  z.object({ at: timestamp, note, amount: z.nullable(amount), amountUnit: z.nullable(amountUnit) }),
)
export type CareChange = z.infer<typeof careChange>

const ofCare = z.object({ careId: id })
const ofTask = z.object({ taskId: id })

/** `doneAt` of a day: work done since midnight in the household's zone, the newest first. */
const today = z.object({
  date: z.string(),
  /** Tasks that are due until the end of the next seven days, the most overdue first. */
  tasks: z.array(task),
  /** The next task after them. */
  next: z.nullable(task),
  done: z.array(care),
  /** The tasks done today that were due today, not before. */
  doneOnTime: z.array(id),
})
export type Today = z.infer<typeof today>

export const careRoutes = {
  /** Newest first. `before` is the id of an entry. */
  list: route({
    method: 'GET',
    path: '/api/care',
    access: 'member',
    query: z.extend(ofHousehold, {
      plant: z.optional(id),
      place: z.optional(id),
      ...ofChart,
      from: z.optional(timestamp),
      to: z.optional(timestamp),
      kinds: z.optional(
        z.pipe(
          z.string().check(z.maxLength(200)),
          z.pipe(
            z.transform((text: string) => text.split(',')),
            z.array(z.enum(careKinds, 'Unknown kind of care')),
          ),
        ),
      ),
      before: z.optional(id),
      limit: z.optional(wholeNumber(1, CARE_PAGE_MAX, `limit must be from 1 to ${CARE_PAGE_MAX}`)),
    }),
    reply: z.array(care),
  }),
  /** One entry for each plant: the first has `careId`, the others ids made of it and their plant. */
  add: route({
    method: 'POST',
    path: '/api/care',
    access: 'member',
    bodyLimit: 128 * 1024,
    body: careInput,
    reply: z.object({ care: z.array(care), merged: z.boolean() }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/care/:careId',
    access: 'member',
    params: ofCare,
    body: careChange,
    reply: care,
  }),
  /** With `batch=1`, with all that was logged by the same request. */
  remove: route({
    method: 'DELETE',
    path: '/api/care/:careId',
    access: 'member',
    params: ofCare,
    query: z.object({ batch: z.optional(z.enum(['0', '1'], 'batch must be 0 or 1')) }),
    reply: nothing,
  }),
  done: route({
    method: 'POST',
    path: '/api/tasks/:taskId/done',
    access: 'member',
    params: ofTask,
    body: z.object(act),
    reply: done,
  }),
  skip: route({
    method: 'POST',
    path: '/api/tasks/:taskId/skip',
    access: 'member',
    params: ofTask,
    body: z.object({ careId: newId, at: z.optional(timestamp) }),
    reply: done,
  }),
  today: route({
    method: 'GET',
    path: '/api/today',
    access: 'member',
    query: z.extend(ofHousehold, { place: z.optional(id) }),
    reply: today,
    etag: true,
  }),
}
