import type { Care, Task } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { randomId } from '../../lib/random-id.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { useRemoveCare } from '../care/care-mutations.ts'
import type { CareMessage } from '../care/heard-care.ts'
import { KEPT } from '../queue/queued-act.ts'
import { useTakeBack } from '../queue/use-perform.ts'
import { replaceTasks } from './task-cache.ts'
import { useDone, useSkip, useSnooze } from './task-mutations.ts'
import { waitingAct, type LabelOf } from './waiting-tasks.ts'

/** The server's reply to an act. */
interface Outcome {
  /** After the act. */
  readonly task: Task
  /** The entry of somebody else who was quicker. */
  readonly mergedWith: Care | undefined
  /** The entry of an act elsewhere: by somebody else, or in another tab. */
  readonly heard?: Care
}

/** A task that was done, skipped or snoozed a moment ago. Its row offers to undo that, in place. */
export interface TurnedTask {
  /** Before the act. */
  readonly task: Task
  readonly act: 'done' | 'skip' | 'snooze'
  readonly careId: string
  /** Undefined while the request is on its way. */
  readonly outcome: Outcome | undefined
  readonly sent: Promise<Outcome | typeof KEPT>
  readonly phase: 'shown' | 'closing' | 'undoing'
}

export type TurnedTasks = ReadonlyMap<string, TurnedTask>

/** Acts on tasks optimistically. A row keeps its place until its offer to undo is over, or until it waits for the network. */
export function useTurnedTasks(labelOf: LabelOf) {
  const client = useQueryClient()
  const revert = useRevert(labelOf)
  const takeBack = useTakeBack()
  const { turned, phaseOf, set, change } = useTurnedMap()

  async function turn(task: Task, act: TurnedTask['act'], send: Send): Promise<void> {
    if (['shown', 'closing'].includes(phaseOf(task) ?? '')) return
    const careId = randomId()
    const one: TurnedTask = { task, act, careId, sent: send(careId), outcome: undefined, phase: 'shown' }
    set(one)
    try {
      const outcome = await one.sent
      // The queue shows it.
      if (outcome === KEPT) return void (phaseOf(task) === 'undoing' || change(one, undefined))
      if (phaseOf(task) === 'shown') replaceTasks(client, [outcome.task])
      change(one, { outcome })
    } catch (error) {
      change(one, undefined)
      toastFailure(error)
    }
  }

  async function undo(one: TurnedTask): Promise<void> {
    change(one, { phase: 'undoing' })
    const outcome = await one.sent.catch(() => undefined)
    // It never happened, and its failure is shown already.
    if (outcome === undefined) return
    try {
      await (outcome === KEPT ? takeBack(one.careId) : revert(one))
      replaceTasks(client, [one.task])
      change(one, undefined)
    } catch (error) {
      toastFailure(error)
      // The offer is made once more.
      change(one, { phase: 'shown' })
    }
  }

  /** Turns the rows that were done elsewhere, unless they are turned already, and turns back those that were undone. */
  function hear({ care, removed, tasks }: CareMessage, shown: readonly Task[]): void {
    for (const one of turned.values()) if (one.outcome?.heard && removed.includes(one.careId)) change(one, undefined)
    for (const after of tasks) {
      const entry = care.find((one) => does(one, after))
      const task = shown.find(({ taskId }) => taskId === after.taskId)
      if (!entry || !task || phaseOf(task) !== undefined) continue
      const outcome = { task: after, mergedWith: undefined, heard: entry }
      set({ task, act: 'done', careId: entry.careId, sent: Promise.resolve(outcome), outcome, phase: 'shown' })
    }
  }

  return {
    turned,
    hear,
    ...useActs(labelOf, (...act) => void turn(...act)),
    undo: (one: TurnedTask) => void undo(one),
    close: (one: TurnedTask) => change(one, { phase: 'closing' }),
    remove: (one: TurnedTask) => change(one, undefined),
  }
}

/** Returns whether an entry counts for a task: for a plant each of its kind. */
function does({ taskId, plantId, kind, label }: Care, task: Task): boolean {
  if (task.plantId === null) return taskId === task.taskId && kind !== 'skipped'
  return plantId === task.plantId && kind === task.kind && label === task.label
}

type Send = (careId: string) => TurnedTask['sent']
type Turn = (task: Task, act: TurnedTask['act'], send: Send) => void

function useActs(labelOf: LabelOf, turn: Turn) {
  const [done, skip, snooze] = [useDone(), useSkip(), useSnooze()]
  return {
    done: (task: Task) =>
      turn(task, 'done', async (careId) => {
        const reply = await done.mutateAsync({ careId, ...waitingAct(task, labelOf(task, 'done')) })
        if (reply === KEPT) return KEPT
        return { task: reply.task, mergedWith: reply.merged ? reply.care[0] : undefined }
      }),
    skip: (task: Task) =>
      turn(task, 'skip', async (careId) => {
        const reply = await skip.mutateAsync({ careId, taskId: task.taskId, label: labelOf(task, 'skip') })
        if (reply === KEPT) return KEPT
        return { task: reply.task, mergedWith: undefined }
      }),
    snooze: (task: Task, until: number) =>
      turn(task, 'snooze', async (key) => {
        const act = { key, taskId: task.taskId, label: labelOf(task, 'snooze') }
        const reply = await snooze.mutateAsync({ ...act, until: new Date(until).toISOString() })
        return reply === KEPT ? KEPT : { task: reply, mergedWith: undefined }
      }),
  }
}

function useRevert(labelOf: LabelOf): (turned: TurnedTask) => Promise<unknown> {
  const [undoCare, snooze] = [useRemoveCare(), useSnooze()]
  return ({ act, careId, task }) => {
    const { taskId, snoozedUntil } = task
    const label = labelOf(task, act)
    if (act !== 'snooze') return undoCare.mutateAsync({ careId, batch: true, label })
    const wasSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()
    return snooze.mutateAsync({ key: randomId(), taskId, label, until: wasSnoozed ? snoozedUntil : null })
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
