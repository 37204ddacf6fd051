import { dateIn, type Task, doneWords } from '@greenhouse/contract'
import { useDone, useUndoCare } from '../../shared/task/task-mutations.ts'
import { randomId } from '../../lib/random-id.ts'
import { shortDate } from '../../lib/short-date.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'

const UNDO_MS = 8000

/** Returns a function that logs a task as done, and offers to undo it for some seconds, even after the page was left. */
export function useDoneTask(plantName: string, zone: string): (task: Task) => void {
  const { mutateAsync: done } = useDone()
  const { mutateAsync: undo } = useUndoCare()

  async function logDone(task: Task) {
    const id = `done-${task.taskId}`
    const { merged, care, task: after } = await done({ taskId: task.taskId, careId: randomId() })
    const [entry] = care
    if (merged || !entry) return void toast.blank(`${entry?.by.name ?? 'Somebody'} was quicker`)
    const undoNow = async () => {
      await undo(entry.careId)
      toast.success('Undone', { id, ...CHANGE_TOAST })
    }
    toast.success(doneToast(task, plantName, after.dueDate, zone), {
      id,
      duration: UNDO_MS,
      action: { label: 'Undo', onAct: () => void undoNow().catch(toastFailure) },
    })
  }

  return (task) => void logDone(task).catch(toastFailure)
}

/** Returns `Fed San Marzano, next on 21/06`. */
function doneToast(task: Task, plantName: string, nextDate: string | null, zone: string): string {
  const words = `${doneWords(task)} ${plantName}`
  return nextDate === null ? words : `${words}, next on ${shortDate(nextDate, dateIn(Date.now(), zone))}`
}
