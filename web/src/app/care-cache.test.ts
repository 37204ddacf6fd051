import type { Care, Today } from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { GARDEN } from '../shared/place/place.fixture.ts'
import { queryKeys } from '../shared/query-keys.ts'
import { aCare, aPlant, aTask, aToday, clientWith, idOf } from '../shared/task/task.fixture.ts'
import { applyCare } from './care-cache.ts'
import type { CareMessage } from '../shared/care/heard-care.ts'

const ZONE = 'Europe/Copenhagen'
const CHILI = aPlant({ placeId: GARDEN.benchB.placeId })
const DUE = aTask({ dueDate: '2026-06-14', soil: { value: 41, low: null, high: null } })
const DONE = aTask({ dueAt: '2026-06-21T12:00:00.000Z', dueDate: '2026-06-21', lastDoneBy: 'Kim' })
const WATERED = { plantId: CHILI.plantId, lastWatered: '2026-06-16T12:00:00.000Z' }

function message(more: Partial<CareMessage> = {}): CareMessage {
  const content = { care: [aCare()], removed: [], tasks: [DONE], watered: [WATERED] }
  return { eventType: 'care', householdId: idOf(1), ...content, ...more }
}

const logOf = (plantId: string) => queryKeys.care.of({ plantId })
const pages = (...all: Care[][]) => ({ pages: all, pageParams: all.map(() => undefined) })

function garden(today: Partial<Today> = {}) {
  return clientWith([
    [queryKeys.places, Object.values(GARDEN)],
    [queryKeys.plants, [CHILI, aPlant({ plantId: idOf(302) })]],
    [queryKeys.tasks.list, [DUE]],
    [queryKeys.tasks.todayIn(undefined), aToday({ tasks: [DUE], ...today })],
    [queryKeys.tasks.todayIn(GARDEN.benchB.placeId), aToday({ tasks: [DUE] })],
    [queryKeys.tasks.todayIn(GARDEN.benchA.placeId), aToday({ tasks: [] })],
    [logOf(CHILI.plantId), pages([aCare({ careId: idOf(700), at: '2026-06-11T06:00:00.000Z' })])],
    [queryKeys.care.of({ plantId: CHILI.plantId, kind: 'feed' }), pages([])],
    [logOf(idOf(302)), pages([])],
  ])
}

const todayOf = (client: QueryClient, placeId?: string) =>
  client.getQueryData<Today>(queryKeys.tasks.todayIn(placeId)) as Today
const idsOf = (client: QueryClient, key: readonly unknown[]) =>
  client.getQueryData<{ pages: Care[][] }>(key)?.pages.map((page) => page.map(({ careId }) => careId))

test('a watering is written into tasks, plants, the work of today and the log, and nothing is fetched', () => {
  const client = garden()
  expect(applyCare(client, message(), ZONE)).toEqual([])
  // The reading of the soil stays.
  const task = { ...DONE, soil: DUE.soil }
  expect(client.getQueryData(queryKeys.tasks.list)).toEqual([task])
  for (const placeId of [undefined, GARDEN.benchB.placeId])
    expect(todayOf(client, placeId)).toMatchObject({ tasks: [task], done: [aCare()] })
  expect(todayOf(client, GARDEN.benchA.placeId)).toEqual(aToday({ tasks: [] }))
  expect(client.getQueryData(queryKeys.plants)).toMatchObject([WATERED, { lastWatered: null }])
  expect(idsOf(client, logOf(CHILI.plantId))).toEqual([[idOf(701), idOf(700)]])
  for (const other of [queryKeys.care.of({ plantId: CHILI.plantId, kind: 'feed' }), logOf(idOf(302))])
    expect(idsOf(client, other)).toEqual([[]])
  // The same message again, as the doer receives it, changes nothing.
  const before = JSON.stringify(
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )
  applyCare(client, message(), ZONE)
  expect(
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).toBe(before)
})

test('an undone watering leaves the work of today, and its task comes back, also when it was loaded as done', () => {
  const client = garden({ tasks: [], done: [aCare()] })
  const undone = { care: [], removed: [aCare().careId], tasks: [DUE], watered: [{ ...WATERED, lastWatered: null }] }
  // Later entries of the log move up.
  expect(applyCare(client, message(undone), ZONE)).toEqual(['care'])
  expect(todayOf(client)).toMatchObject({ tasks: [DUE], done: [] })
  expect(client.getQueryData(queryKeys.plants)).toMatchObject([{ lastWatered: null }, {}])
})

test('counts neither work of yesterday nor a skip nor a note as work of today, and removes a task that is over', () => {
  const client = garden()
  const care = [
    // Half past eleven in the evening there.
    aCare({ careId: idOf(702), at: '2026-06-15T21:30:00.000Z' }),
    aCare({ careId: idOf(703), kind: 'skipped' }),
    aCare({ careId: idOf(704), kind: 'note' }),
  ]
  applyCare(client, message({ care, tasks: [{ ...DUE, dueAt: null, dueDate: null }], watered: [] }), ZONE)
  expect(todayOf(client).done).toEqual([])
  expect(client.getQueryData(queryKeys.tasks.list)).toEqual([])
})

test('the next task after seven days is the earliest known, and fetched when it was itself done', () => {
  const later = aTask({ taskId: idOf(502), dueDate: '2026-07-10' })
  const client = garden({ tasks: [], next: later })
  const done = { ...DONE, dueDate: '2026-07-01' }
  expect(applyCare(client, message({ tasks: [done] }), ZONE)).toEqual([])
  expect(todayOf(client).next?.taskId).toBe(done.taskId)
  expect(applyCare(client, message({ tasks: [done] }), ZONE)).toEqual(['tasks'])
})

test('a list that is being fetched is fetched once more, because its reply may be older than the act', async () => {
  const client = garden()
  const reply = Promise.withResolvers<unknown>()
  const fetched = client.fetchQuery({ queryKey: queryKeys.plants, queryFn: () => reply.promise, staleTime: 0 })
  expect(applyCare(client, message(), ZONE)).toEqual(['plants'])
  reply.resolve([])
  await fetched
})

test('an entry that is older than the first page of a log is fetched with it', () => {
  const client = garden()
  expect(applyCare(client, message({ care: [aCare({ at: '2026-06-01T06:00:00.000Z' })] }), ZONE)).toEqual(['care'])
})

test('a note is fetched again for the charts that are open, and other work is not', () => {
  const key = queryKeys.notes.between('2026-06-09', '2026-06-16', 'a')
  const client = clientWith([[key, []]])
  const isOutdated = () => client.getQueryState(key)?.isInvalidated
  applyCare(client, message({ watered: [] }), ZONE)
  expect(isOutdated()).toBe(false)
  applyCare(client, message({ care: [aCare({ kind: 'note' })], watered: [] }), ZONE)
  expect(isOutdated()).toBe(true)
})
