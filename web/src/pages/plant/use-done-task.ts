import { dateIn, type Task, doneWords } from '@greenhouse/contract'
import { useRemoveCare } from '../../shared/care/care-mutations.ts'
import { KEPT } from '../../shared/queue/queued-act.ts'
import { useDone } from '../../shared/task/task-mutations.ts'
import { waitingAct } from '../../shared/task/waiting-tasks.ts'
import { randomId } from '../../lib/random-id.ts'
import { shortDate } from '../../lib/short-date.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'

const UNDO_MS = 8000

/** Returns a function that logs a task as done, and offers to undo it for some seconds, even after the page was left. */
export function useDoneTask(plantName: string, zone: string): (task: Task) => void {
  const { mutateAsync: done } = useDone()
  const { mutateAsync: undo } = useRemoveCare()

  async function logDone(task: Task) {
    const id = `done-${task.taskId}`
    const label = `${doneWords(task)} ${plantName}`
    const reply = await done({ careId: randomId(), ...waitingAct(task, label) })
    // Its row says that it waits.
    if (reply === KEPT) return undefined
    const { merged, care, task: after } = reply
    const [entry] = care
    if (merged || !entry) return void toast.blank(`${entry?.by.name ?? 'Somebody'} was quicker`)
    const undoNow = async () => {
      await undo({ careId: entry.careId, batch: true, label })
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
