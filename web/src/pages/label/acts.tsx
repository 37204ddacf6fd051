import { dateIn, type Plant, type Task, doneWords } from '@greenhouse/contract'
import { Check, Droplet } from 'lucide-react'
import { useState } from 'react'
import { useAddCare } from '../../shared/care/care-mutations.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { KEPT } from '../../shared/queue/queued-act.ts'
import { waitingAct } from '../../shared/task/waiting-tasks.ts'
import { useDone } from '../../shared/task/task-mutations.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ActButton, DoneRow } from './act-row.tsx'
import { doneAct, dueWords, nextOn, shortDate } from './done-act.ts'
import { useAct } from './use-act.ts'

interface ActProps {
  now: number
  zone: string
}

interface WaterActProps extends ActProps {
  plant: Plant
  /** The plan for water, if the plant has one. */
  task: Task | undefined
}

export function WaterAct({ plant, task, now, zone }: WaterActProps) {
  const { mutateAsync: add } = useAddCare()
  const { confirmDialog } = useSettings()
  const [asked, setAsked] = useState(false)
  const { done, busy, send, undone } = useAct(async (careId) => {
    const input = { careId, plantIds: [plant.plantId], kind: 'water' as const }
    const sent = { careId, nextOn: nextOn(task, Date.now(), zone) }
    const reply = await add({ input, label: `Watered ${plant.plantName}` })
    return reply === KEPT ? KEPT : doneAct(reply, sent)
  })
  if (done) return <DoneRow act={done} words="Watered" now={now} onUndone={undone} />
  return (
    <>
      <ActButton
        first
        icon={<Droplet aria-hidden className="size-5" />}
        words="Watered"
        busy={busy}
        onClick={() => (confirmDialog ? setAsked(true) : send())}
      />
      <ConfirmDialog
        open={asked}
        title="Do you really want to water this plant now?"
        confirmLabel="Water"
        onConfirm={send}
        onClose={() => setAsked(false)}
      >
        The next watering will be counted from now.
      </ConfirmDialog>
    </>
  )
}

interface TaskActProps extends ActProps {
  plant: Plant
  task: Task
  onDone: (taskId: string) => void
}

export function TaskAct({ plant, task, now, zone, onDone }: TaskActProps) {
  const { taskId, dueDate } = task
  const { mutateAsync: finish } = useDone()
  const { done, busy, send, undone } = useAct(async (careId) => {
    const reply = await finish({ careId, ...waitingAct(task, `${doneWords(task)} ${plant.plantName}`) })
    if (reply === KEPT) return KEPT
    onDone(taskId)
    const next = reply.task.dueDate
    return doneAct(reply, { careId, nextOn: next === null ? undefined : shortDate(next) })
  })
  const words = doneWords(task)
  if (done) return <DoneRow act={done} words={words} now={now} onUndone={undone} />
  return (
    <ActButton
      icon={<Check aria-hidden className="size-5" />}
      words={words}
      aside={dueDate === null ? undefined : dueWords(dueDate, dateIn(now, zone))}
      busy={busy}
      onClick={send}
    />
  )
}
