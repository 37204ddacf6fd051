import { careRoutes, MINUTE_MS, taskRoutes, type Task } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

/** The tasks of the household that go on, the next due first. */
export const taskList = queryOptions({
  queryKey: queryKeys.tasks.list,
  queryFn: ({ signal }) => call(taskRoutes.list, { query: {}, signal }),
})

/** A page that stays open must see the next day begin. */
const DAY_CHECK_MS = 10 * MINUTE_MS

/** Tasks that are due in a place or below it until the end of the next seven days, and the work of today. */
export function todayQuery(placeId: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.tasks.todayIn(placeId),
    queryFn: ({ signal }) => call(careRoutes.today, { query: { place: placeId }, signal }),
    refetchInterval: DAY_CHECK_MS,
  })
}

/** Returns the tasks of a plant. */
export function tasksOfPlant(tasks: readonly Task[], plantId: string): Task[] {
  return tasks.filter((task) => task.plantId === plantId)
}
