import { taskRoutes, type TaskChange, type TaskInput } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import type { Act as QueuedAct } from '../queue/queued-act.ts'
import { usePerform } from '../queue/use-perform.ts'

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

/** Shown while an act waits for the network. */
interface Waiting extends Pick<QueuedAct, 'label' | 'watered' | 'work'> {
  readonly taskId: string
}

interface Snooze extends Waiting {
  readonly key: string
  readonly until: string | null
}

/** With null, wakes the task. */
export function useSnooze() {
  const client = useQueryClient()
  const perform = usePerform()
  return useMutation({
    mutationFn: ({ taskId, until, key, label }: Snooze) =>
      perform({ route: 'snooze', key, label, params: { taskId }, body: { until } }),
    onSettled: () => void refetchOutdated(client, outdatedBy.task),
  })
}

interface Act extends Waiting {
  /** Made by the browser, so that a request that is sent again logs nothing twice. */
  readonly careId: string
}

export function useDone() {
  const client = useQueryClient()
  const perform = usePerform()
  return useMutation({
    mutationFn: ({ taskId, careId, ...waiting }: Act) =>
      perform({ ...waiting, route: 'done', key: careId, params: { taskId }, body: { careId } }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}

export function useSkip() {
  const client = useQueryClient()
  const perform = usePerform()
  return useMutation({
    mutationFn: ({ taskId, careId, label }: Act) =>
      perform({ route: 'skip', key: careId, label, params: { taskId }, body: { careId } }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}
