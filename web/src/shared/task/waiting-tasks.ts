import type { Task } from '@greenhouse/contract'
import { isWaiting, type QueuedAct } from '../queue/queued-act.ts'

/** Returns the words of an act: `Watered Lemon`, or `Water Lemon, skipped`. */
export type LabelOf = (task: Task, act: 'done' | 'skip' | 'snooze') => string

/** Returns what is kept of a done task while it waits for the network. */
export function waitingAct({ taskId, plantId, kind, label: own }: Task, label: string) {
  const work = plantId === null ? undefined : { plantId, kind, label: own }
  return { taskId, label, work }
}

/** Returns tasks without those that were acted on while there was no network. */
export function withoutWaiting(tasks: readonly Task[], queued: readonly QueuedAct[]): Task[] {
  const waiting = queued.filter(isWaiting)
  return tasks.filter((task) => !waiting.some((act) => settles(act, task)))
}

/** Returns whether an act does this task, unless it wakes it. */
export function settles(act: QueuedAct, { taskId, kind, plantId }: Task): boolean {
  if (act.route === 'remove' || act.route === 'photo' || act.route === 'removePhoto') return false
  if (act.route === 'add') return kind === 'water' && plantId !== null && waters(act, plantId)
  return act.params.taskId === taskId && (act.route !== 'snooze' || act.body.until !== null)
}

/** Returns whether an act waters this plant without a task. */
export function waters(act: QueuedAct, plantId: string): boolean {
  return act.route === 'add' && act.body.kind === 'water' && act.body.plantIds.includes(plantId)
}

function isPhotoOf(act: QueuedAct, plantId: string): boolean {
  return act.route === 'photo' && act.params.plantId === plantId
}

/** Returns the acts on a plant or its tasks that wait for the network. */
export function waitingFor(queued: readonly QueuedAct[], plantId: string, tasks: readonly Task[]): QueuedAct[] {
  return queued.filter(
    (act) =>
      isWaiting(act) &&
      (act.route === 'add'
        ? act.body.plantIds.includes(plantId)
        : isPhotoOf(act, plantId) || tasks.some((task) => settles(act, task))),
  )
}
