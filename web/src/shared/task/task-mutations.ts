import { careRoutes, taskRoutes, type TaskChange, type TaskInput } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'

export function useAddTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TaskInput) => call(taskRoutes.create, { query: {}, body }),
    onSuccess: () => refetchOutdated(client, outdatedBy.task),
  })
}

export function useEditTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ taskId, ...body }: TaskChange & { taskId: string }) =>
      call(taskRoutes.edit, { params: { taskId }, body }),
    onSuccess: () => refetchOutdated(client, outdatedBy.task),
  })
}

export function useEndTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (taskId: string) => call(taskRoutes.end, { params: { taskId } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.task),
  })
}

/** With null, wakes the task. */
export function useSnooze() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ taskId, until }: { taskId: string; until: string | null }) =>
      call(taskRoutes.snooze, { params: { taskId }, body: { until } }),
    onSettled: () => void refetchOutdated(client, outdatedBy.task),
  })
}

interface Act {
  readonly taskId: string
  /** Made by the browser, so that a request that is sent again logs nothing twice. */
  readonly careId: string
  readonly note?: string
  readonly amount?: number | null
  readonly at?: string
}

export function useDone() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ taskId, ...body }: Act) => call(careRoutes.done, { params: { taskId }, body }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}

export function useSkip() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ taskId, careId, at }: Act) => call(careRoutes.skip, { params: { taskId }, body: { careId, at } }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}

/** Undoes an entry with all that was logged by the same request. */
export function useUndoCare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (careId: string) => call(careRoutes.remove, { params: { careId }, query: { batch: '1' } }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}
