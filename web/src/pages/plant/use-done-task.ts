import { dateIn, type Task } from '@greenhouse/contract'
import { doneWords } from '../../shared/task/task-words.ts'
import { useDone, useUndoCare } from '../../shared/task/task-mutations.ts'
import { randomId } from '../../lib/random-id.ts'
import { shortDate } from '../../lib/short-date.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { toast } from '../../ui/toast.ts'

const UNDO_MS = 8000

/** Returns a function that logs a task as done, and offers to undo it for some seconds. */
export function useDoneTask(plantName: string, zone: string): (task: Task) => void {
  const { mutate: done } = useDone()
  const { mutate: undo } = useUndoCare()

  return (task) => {
    const careId = randomId()
    done(
      { taskId: task.taskId, careId },
      {
        onSuccess: ({ merged, care, task: after }) => {
          const [entry] = care
          if (merged) return void toast.blank(`${entry?.by.name ?? 'Somebody'} was quicker`)
          toast.success(doneToast(task, plantName, after.dueDate, zone), {
            id: `done-${task.taskId}`,
            duration: UNDO_MS,
            action: {
              label: 'Undo',
              onAct: () =>
                undo(entry?.careId ?? careId, {
                  onSuccess: () => toast.success('Undone', { id: `done-${task.taskId}` }),
                  onError: toastFailure,
                }),
            },
          })
        },
        onError: toastFailure,
      },
    )
  }
}

/** Returns `Fed San Marzano, next on 21/06`. */
function doneToast(task: Task, plantName: string, nextDate: string | null, zone: string): string {
  const words = `${doneWords(task)} ${plantName}`
  return nextDate === null ? words : `${words}, next on ${shortDate(nextDate, dateIn(Date.now(), zone))}`
}
