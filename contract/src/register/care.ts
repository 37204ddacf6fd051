import { care, task } from './examples.ts'
import type { Entries } from './route-entry.ts'

const ofTask = { taskId: '$TASK_ID' } as const
const ofSubject = { plant: '$PLANT_ID', place: '$PLACE_ID' } as const
const changes = ['care', 'tasks', 'plants', 'alerts'] as const

export const careEntries: Entries<'task' | 'care'> = {
  task: {
    list: {
      does: 'Lists the tasks that go on, the next due first: of a household, of a plant, or of a place.',
      ids: ofSubject,
      reply: [task],
      problems: ['plant.not-found', 'place.not-found'],
    },
    create: {
      does: 'Adds a task. `after` counts from when it was done; `weekly` uses `weekdays`, `monthly` `monthDay`, `yearly` `month` and `monthDay`, `once` `startsOn`. `every` of a season is null for a rest. A plant has one task of kind `water`.',
      ids: { plantId: '$PLANT_ID', placeId: '$PLACE_ID', assignedTo: '$USER_ID' },
      may: 'gardener',
      changes: ['tasks', 'plants', 'alerts'],
      body: {
        plantId: '$PLANT_ID',
        kind: 'feed',
        note: 'Tomato feed',
        repeat: 'after',
        every: 7,
        unit: 'day',
        startsOn: '2026-03-01',
        seasons: [{ from: '11-01', to: '02-28', every: null }],
        amount: 5,
        amountUnit: 'ml/l',
      },
      reply: task,
      problems: ['plant.not-found', 'place.not-found', 'member.not-found', 'task.too-many', 'task.duplicate'],
    },
    edit: {
      does: 'Changes a task. What is left out stays.',
      ids: { ...ofTask, assignedTo: '$USER_ID' },
      may: 'gardener',
      changes: ['tasks', 'plants', 'alerts'],
      body: { every: 10 },
      reply: task,
      problems: ['task.not-found', 'member.not-found', 'task.duplicate'],
    },
    end: {
      does: 'Ends a task. What was done stays in the care log.',
      ids: ofTask,
      may: 'gardener',
      changes: ['tasks', 'plants', 'alerts'],
      problems: ['task.not-found'],
    },
    snooze: {
      does: 'Moves a task out of the due ones until a time of the next year, or wakes it with null. The plan stays as it is.',
      ids: ofTask,
      may: 'carer',
      changes: ['tasks', 'alerts'],
      body: { until: '2026-11-27T08:00:00Z' },
      reply: { ...task, snoozedUntil: '2026-11-27T08:00:00.000Z', snoozes: 1 },
      problems: ['task.not-found', 'task.ended'],
    },
  },
  care: {
    list: {
      does: 'Lists the care log, the newest first: of a household, of a plant, or of a place. `kinds` are names with commas between them.',
      ids: { ...ofSubject, before: '$CARE_ID' },
      reply: [care],
      problems: ['plant.not-found', 'place.not-found', 'care.not-found'],
    },
    add: {
      does: 'Logs the same work for some plants, or a note. You make `careId`, so that a request that is sent again logs nothing twice. Water within a minute of another is one entry.',
      ids: { plantIds: '$PLANT_ID' },
      may: 'carer',
      changes,
      body: { careId: '$NEW_ID', plantIds: ['$PLANT_ID'], kind: 'feed', amount: 5, amountUnit: 'ml/l' },
      reply: { care: [care], merged: false },
      problems: ['plant.not-found', 'plant.dead', 'care.full', 'care.id-taken'],
    },
    edit: {
      does: 'Changes time, note or amount of an entry: your own for 30 days, any as a gardener.',
      ids: { careId: '$CARE_ID' },
      may: 'carer',
      changes,
      body: { note: 'Half of the usual' },
      reply: care,
      problems: ['care.not-found', 'care.not-yours'],
    },
    remove: {
      does: 'Undoes an entry: your own for 30 days, any as a gardener. Tasks are due as if it had never been made, and a snooze that it ended counts again.',
      ids: { careId: '$CARE_ID' },
      may: 'carer',
      changes,
      problems: ['care.not-found', 'care.not-yours'],
    },
    done: {
      does: 'Logs that a task was done. You make `careId`. Done within a minute of somebody else it is one entry, and `merged` is true. A task of a place is logged for each living plant there, except check, clean and custom.',
      ids: ofTask,
      may: 'carer',
      changes,
      body: { careId: '$NEW_ID' },
      reply: { care: [care], task, merged: false },
      problems: ['task.not-found', 'task.ended', 'task.no-plants', 'plant.dead', 'care.full', 'care.id-taken'],
    },
    skip: {
      does: 'Skips a task once: it counts from now as if it had been done.',
      ids: ofTask,
      may: 'carer',
      changes,
      body: { careId: '$NEW_ID' },
      reply: { care: [{ ...care, kind: 'skipped' }], task, merged: false },
      problems: ['task.not-found', 'task.ended', 'plant.dead', 'care.full', 'care.id-taken'],
    },
    today: {
      does: 'Returns the tasks that are due until the end of the next seven days, overdue ones first, the next one after them, and what was done today.',
      ids: { place: '$PLACE_ID' },
      reply: { date: '2026-11-27', tasks: [task], next: null, done: [care] },
      problems: ['place.not-found'],
    },
  },
}
