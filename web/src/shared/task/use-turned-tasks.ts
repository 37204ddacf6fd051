import type { Care, Task } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { randomId } from '../../lib/random-id.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { replaceTask } from './task-cache.ts'
import { useDone, useSkip, useSnooze, useUndoCare } from './task-mutations.ts'

/** The server's reply to an act. */
export interface Outcome {
  /** After the act. */
  readonly task: Task
  /** The entry of somebody else who was quicker. */
  readonly mergedWith: Care | undefined
}

/** A task that was done, skipped or snoozed a moment ago. Its row offers to undo that, in place. */
export interface TurnedTask {
  /** Before the act. */
  readonly task: Task
  readonly act: 'done' | 'skip' | 'snooze'
  readonly careId: string
  /** Undefined while the request is on its way. */
  readonly outcome: Outcome | undefined
  readonly sent: Promise<Outcome>
  readonly phase: 'shown' | 'closing' | 'undoing'
}

export type TurnedTasks = ReadonlyMap<string, TurnedTask>

/** Acts on tasks optimistically. A row keeps its place until its offer to undo is over. */
export function useTurnedTasks() {
  const client = useQueryClient()
  const acts = { done: useDone(), skip: useSkip(), snooze: useSnooze(), undo: useUndoCare() }
  const [turned, setTurned] = useState<TurnedTasks>(new Map())
  const latest = useRef(turned)

  function set(taskId: string, one: TurnedTask | undefined): void {
    const next = new Map(latest.current)
    if (one === undefined) next.delete(taskId)
    else next.set(taskId, one)
    latest.current = next
    setTurned(next)
  }

  /** Changes a turned task, unless another act has replaced it. */
  function change(of: TurnedTask, more: Partial<TurnedTask> | undefined): void {
    const now = latest.current.get(of.task.taskId)
    if (now?.careId === of.careId) set(of.task.taskId, more && { ...now, ...more })
  }

  function turn(task: Task, act: TurnedTask['act'], send: (careId: string) => Promise<Outcome>): void {
    const before = latest.current.get(task.taskId)
    if (before && before.phase !== 'undoing') return
    const careId = randomId()
    const sent = send(careId)
    const one: TurnedTask = { task, act, careId, sent, outcome: undefined, phase: 'shown' }
    set(task.taskId, one)
    sent.then(
      (outcome) => {
        if (latest.current.get(task.taskId)?.phase === 'shown') replaceTask(client, outcome.task)
        change(one, { outcome })
      },
      (error: unknown) => {
        change(one, undefined)
        toastFailure(error)
      },
    )
  }

  async function revert({ act, careId, task }: TurnedTask): Promise<void> {
    if (act !== 'snooze') return acts.undo.mutateAsync(careId)
    const until = task.snoozedUntil !== null && Date.parse(task.snoozedUntil) > Date.now() ? task.snoozedUntil : null
    await acts.snooze.mutateAsync({ taskId: task.taskId, until })
  }

  async function undo(one: TurnedTask): Promise<void> {
    change(one, { phase: 'undoing' })
    try {
      await one.sent
    } catch {
      // It never happened, and its failure is shown already.
      return
    }
    try {
      await revert(one)
      replaceTask(client, one.task)
    } catch (error) {
      toastFailure(error)
    }
    change(one, undefined)
  }

  return {
    turned,
    done: (task: Task) =>
      turn(task, 'done', async (careId) => {
        const reply = await acts.done.mutateAsync({ taskId: task.taskId, careId })
        return { task: reply.task, mergedWith: reply.merged ? reply.care[0] : undefined }
      }),
    skip: (task: Task) =>
      turn(task, 'skip', async (careId) => {
        const reply = await acts.skip.mutateAsync({ taskId: task.taskId, careId })
        return { task: reply.task, mergedWith: undefined }
      }),
    snooze: (task: Task, until: number) =>
      turn(task, 'snooze', async () => {
        const body = { taskId: task.taskId, until: new Date(until).toISOString() }
        return { task: await acts.snooze.mutateAsync(body), mergedWith: undefined }
      }),
    undo: (one: TurnedTask) => void undo(one),
    close: (one: TurnedTask) => change(one, { phase: 'closing' }),
    remove: (one: TurnedTask) => change(one, undefined),
  }
}

/** Returns tasks with the turned ones as they were, each in its place. */
export function withTurned(tasks: readonly Task[], turned: TurnedTasks): Task[] {
  const others = tasks.filter(({ taskId }) => !turned.has(taskId))
  return [...others, ...[...turned.values()].map(({ task }) => task)]
}
