import type { Task } from '@greenhouse/contract'

/** By default feeding San Marzano every 7 days, which rests in winter. */
export function aTask(more: Partial<Task> = {}): Task {
  return {
    taskId: '0190a1b2-0000-4000-8000-0000000000e1',
    plantId: '0190a1b2-0000-4000-8000-0000000000d1',
    placeId: null,
    kind: 'feed',
    label: '',
    note: '',
    repeat: 'after',
    every: 7,
    unit: 'day',
    weekdays: [],
    monthDay: 1,
    month: 1,
    startsOn: '2026-03-01',
    seasons: [{ from: '11-01', to: '02-28', every: null }],
    amount: 5,
    amountUnit: 'ml/l',
    assignedTo: null,
    reminds: false,
    dueAt: '2026-06-18T22:00:00.000Z',
    dueDate: '2026-06-19',
    snoozedUntil: null,
    snoozes: 0,
    lastDoneAt: '2026-06-12T08:00:00.000Z',
    lastDoneBy: 'Asta',
    suggestedEvery: null,
    endedAt: null,
    soil: null,
    ...more,
  }
}
