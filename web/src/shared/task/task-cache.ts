import { addDays, type Place, type Plant, type Task, type Today } from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import { placesWithin, placeTree } from '../place/place-tree.ts'
import { queryKeys } from '../query-keys.ts'
import { isPlanned, WEEK_DAYS } from './task-groups.ts'

/** Writes tasks as they are after an act into the lists of tasks, until they are fetched again. */
export function replaceTasks(client: QueryClient, changed: readonly Task[]): void {
  changeToday(client, (today, isWithin) => withTasks(today, changed.filter(isWithin)))
  client.setQueryData<Task[]>(queryKeys.tasks.list, (tasks) => tasks && replaced(tasks, changed).filter(isPlanned))
}

/** The plant or the place of the work. */
type Subject = Pick<Task, 'plantId' | 'placeId'>

/** Changes what is due and done today, in each place that is in the cache. `isWithin` returns whether something is in the place. */
export function changeToday(
  client: QueryClient,
  change: (today: Today, isWithin: (subject: Subject) => boolean) => Today,
): void {
  for (const [queryKey, today] of client.getQueriesData<Today>({ queryKey: queryKeys.tasks.today })) {
    if (!today) continue
    const [, , placeId] = queryKey as ReturnType<typeof queryKeys.tasks.todayIn>
    client.setQueryData<Today>(queryKey, change(today, withinPlace(client, placeId)))
  }
}

function withinPlace(client: QueryClient, placeId: string | undefined): (subject: Subject) => boolean {
  if (placeId === undefined) return () => true
  const within = placesWithin(placeTree(client.getQueryData<Place[]>(queryKeys.places) ?? []), placeId)
  const plants = client.getQueryData<Plant[]>(queryKeys.plants) ?? []
  return (subject) => {
    const plant = plants.find(({ plantId }) => plantId === subject.plantId)
    return within.has(subject.placeId ?? plant?.placeId ?? '')
  }
}

function withTasks(today: Today, changed: readonly Task[]): Today {
  const last = addDays(today.date, WEEK_DAYS)
  const later = [...(today.next ? replaced([today.next], changed) : []), ...changed].filter(isPlanned)
  const [next = null] = later
    .filter(({ dueDate }) => dueDate > last)
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))
  return { ...today, tasks: replaced(today.tasks, changed), next }
}

/** Adds the tasks that the list does not hold. The newest value of a soil sensor is not part of a task that was changed. */
function replaced(tasks: readonly Task[], changed: readonly Task[]): Task[] {
  const after = new Map(changed.map((task) => [task.taskId, task]))
  const kept = tasks.map((task) => {
    const now = after.get(task.taskId)
    after.delete(task.taskId)
    return now ? { ...now, soil: now.soil ?? task.soil } : task
  })
  return [...kept, ...after.values()]
}
