import type { Task, Today } from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'

/** Writes a changed task into the lists that hold it, until they are fetched again. */
export function replaceTask(client: QueryClient, changed: Task): void {
  const replace = (tasks: readonly Task[]) => tasks.map((task) => (task.taskId === changed.taskId ? changed : task))
  client.setQueriesData<Today>(
    { queryKey: queryKeys.tasks.today },
    (today) => today && { ...today, tasks: replace(today.tasks) },
  )
  client.setQueryData<Task[]>(queryKeys.tasks.list, (tasks) => tasks && replace(tasks))
}
