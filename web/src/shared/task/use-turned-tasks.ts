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
  const revert = useRevert()
  const { turned, phaseOf, set, change } = useTurnedMap()

  async function turn(task: Task, act: TurnedTask['act'], send: (careId: string) => Promise<Outcome>): Promise<void> {
    if (['shown', 'closing'].includes(phaseOf(task) ?? '')) return
    const careId = randomId()
    const one: TurnedTask = { task, act, careId, sent: send(careId), outcome: undefined, phase: 'shown' }
    set(one)
    try {
      const outcome = await one.sent
      if (phaseOf(task) === 'shown') replaceTask(client, outcome.task)
      change(one, { outcome })
    } catch (error) {
      change(one, undefined)
      toastFailure(error)
    }
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
      change(one, undefined)
    } catch (error) {
      toastFailure(error)
      // The offer is made once more.
      change(one, { phase: 'shown' })
    }
  }

  return {
    turned,
    ...useActs((...act) => void turn(...act)),
    undo: (one: TurnedTask) => void undo(one),
    close: (one: TurnedTask) => change(one, { phase: 'closing' }),
    remove: (one: TurnedTask) => change(one, undefined),
  }
}

type Turn = (task: Task, act: TurnedTask['act'], send: (careId: string) => Promise<Outcome>) => void

function useActs(turn: Turn) {
  const [done, skip, snooze] = [useDone(), useSkip(), useSnooze()]
  return {
    done: (task: Task) =>
      turn(task, 'done', async (careId) => {
        const reply = await done.mutateAsync({ taskId: task.taskId, careId })
        return { task: reply.task, mergedWith: reply.merged ? reply.care[0] : undefined }
      }),
    skip: (task: Task) =>
      turn(task, 'skip', async (careId) => {
        const reply = await skip.mutateAsync({ taskId: task.taskId, careId })
        return { task: reply.task, mergedWith: undefined }
      }),
    snooze: (task: Task, until: number) =>
      turn(task, 'snooze', async () => {
        const body = { taskId: task.taskId, until: new Date(until).toISOString() }
        return { task: await snooze.mutateAsync(body), mergedWith: undefined }
      }),
  }
}

function useRevert(): (turned: TurnedTask) => Promise<unknown> {
  const [undoCare, snooze] = [useUndoCare(), useSnooze()]
  return ({ act, careId, task: { taskId, snoozedUntil } }) => {
    if (act !== 'snooze') return undoCare.mutateAsync(careId)
    const wasSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()
    return snooze.mutateAsync({ taskId, until: wasSnoozed ? snoozedUntil : null })
  }
}

/** Holds turned tasks by id. Replies read the latest state, not that of their own render. */
function useTurnedMap() {
  const [turned, setTurned] = useState<TurnedTasks>(new Map())
  const latest = useRef(turned)

  function write(next: TurnedTasks): void {
    latest.current = next
    setTurned(next)
  }

  const set = (one: TurnedTask) => write(new Map([...latest.current, [one.task.taskId, one]]))
  /** Changes or removes a turned task, unless another act has replaced it. */
  function change(of: TurnedTask, more: Partial<TurnedTask> | undefined): void {
    const now = latest.current.get(of.task.taskId)
    if (now?.careId !== of.careId) return
    if (more) set({ ...now, ...more })
    else write(new Map([...latest.current].filter(([, one]) => one !== now)))
  }

  return { turned, phaseOf: ({ taskId }: Task) => latest.current.get(taskId)?.phase, set, change }
}

/** Returns tasks with the turned ones as they were, each in its place. */
export function withTurned(tasks: readonly Task[], turned: TurnedTasks): Task[] {
  const others = tasks.filter(({ taskId }) => !turned.has(taskId))
  return [...others, ...[...turned.values()].map(({ task }) => task)]
}

/** Returns whether the row of a task can be acted on: it is not turned, or turns back. */
export function isOpen(turned: TurnedTask | undefined): boolean {
  return turned === undefined || turned.phase === 'undoing'
}
