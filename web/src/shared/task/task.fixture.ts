import { careRoutes, plantRoutes, type Care, type Plant, type Task, type Today } from '@greenhouse/contract'
import { QueryClient } from '@tanstack/react-query'

export const TODAY = '2026-06-16'
export const idOf = (number: number) => `0190a1b2-0000-4000-8000-${String(number).padStart(12, '0')}`

/** By default water for the chili, every five days, due today. */
export function aTask(more: Partial<Task> = {}): Task {
  return {
    taskId: idOf(501),
    plantId: idOf(301),
    placeId: null,
    kind: 'water',
    label: '',
    note: '',
    repeat: 'after',
    every: 5,
    unit: 'day',
    weekdays: [],
    monthDay: 1,
    month: 1,
    startsOn: '2026-03-01',
    seasons: [],
    amount: null,
    amountUnit: null,
    assignedTo: null,
    reminds: false,
    dueAt: '2026-06-16T06:00:00.000Z',
    dueDate: TODAY,
    snoozedUntil: null,
    snoozes: 0,
    lastDoneAt: '2026-06-11T06:00:00.000Z',
    lastDoneBy: 'Asta',
    suggestedEvery: null,
    endedAt: null,
    soil: null,
    ...more,
  }
}

export function aPlant(more: Partial<Plant> = {}): Plant {
  return {
    plantId: idOf(301),
    plantName: 'Bird’s eye chili',
    plantType: 'Chili',
    species: '',
    plantNotes: '',
    planted: null,
    lastWatered: null,
    waterEvery: 5,
    isDead: false,
    createdAt: '2026-03-01T08:00:00.000Z',
    ...more,
  }
}

export function aCare(more: Partial<Care> = {}): Care {
  return {
    careId: idOf(701),
    plantId: idOf(301),
    placeId: null,
    taskId: idOf(501),
    kind: 'water',
    label: '',
    at: '2026-06-16T12:00:00.000Z',
    by: { userId: idOf(101), name: 'Kim' },
    source: 'person',
    note: '',
    amount: null,
    amountUnit: null,
    batchId: null,
    ...more,
  }
}

export function aToday(more: Partial<Today> = {}): Today {
  return { date: TODAY, tasks: [aTask()], next: null, done: [], doneOnTime: [], ...more }
}

type Answer = (body: unknown, path: string) => unknown

/** Returns a stand-in for `fetch` that answers by method and the end of the path, and lists its calls. */
export function answering(
  answers: Readonly<Record<string, Answer>>,
  calls: Array<{ path: string; body: unknown }> = [],
) {
  const lists: Readonly<Record<string, unknown>> = {
    [careRoutes.today.path]: aToday(),
    [plantRoutes.list.path]: [aPlant()],
  }
  return async (url: string, init: { method?: string; body?: string } = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    const key = Object.keys(answers).find((one) => `${init.method ?? 'GET'} ${pathname}`.includes(one))
    if (key === undefined) return Response.json(lists[pathname] ?? [])
    const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body)
    calls.push({ path: `${init.method ?? 'GET'} ${pathname}`, body })
    const answer = await answers[key]?.(body, pathname)
    return answer instanceof Response
      ? answer
      : answer === undefined
        ? new Response(null, { status: 204 })
        : Response.json(answer)
  }
}

export function clientWith(data: ReadonlyArray<readonly [key: readonly unknown[], value: unknown]>): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  for (const [key, value] of data) client.setQueryData(key, value)
  return client
}
