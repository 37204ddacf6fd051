import type { Task, TaskInput, TaskKind } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { useHousehold } from '../household/household-queries.ts'
import { usePlaceTree } from '../place/place-queries.ts'
import { plantList } from '../plant/plant-queries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog-state.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useAddTask, useEditTask, useEndTask } from './task-mutations.ts'
import { taskList, tasksOfPlant } from './task-queries.ts'
import { TaskForm, type TaskFormProps } from './task-sheet-form.tsx'
import { doWords } from './task-sheet-sentence.ts'
import { taskChangeOf, type Subject } from './task-sheet-values.ts'

const FORM = 'task-form'

/** A task, or the subject of a new one. */
export type EditedTask = { readonly task: Task } | Partial<Subject>

export interface TaskSheetProps {
  edited: EditedTask | undefined
  onClose: () => void
}

/** The form of a plan. Open while `edited` is set. A new one without a plant asks what it is about. */
export function TaskSheet({ edited, onClose: onClosed }: TaskSheetProps) {
  const [isAsked, setAsked] = useState(false)
  const task = edited && 'task' in edited ? edited.task : undefined
  const [chosen, setChosen] = useState<Subject>()
  const isFree = edited !== undefined && !('task' in edited) && edited.plantId === undefined
  const about = useSubject(isFree ? (chosen ?? edited) : edited)
  const save = useSave(task, onClose)
  const { mutateAsync: end } = useEndTask()
  const title = task ? doWords(task, about.name) : 'New task'

  function onClose(): void {
    setChosen(undefined)
    onClosed()
  }

  async function endPlan(taskId: string) {
    await end(taskId)
    toast.success('Plan ended', CHANGE_TOAST)
    onClose()
  }

  return (
    <>
      <Sheet
        open={edited !== undefined}
        title={title}
        onClose={onClose}
        footer={<Buttons onEnd={task ? () => setAsked(true) : undefined} onCancel={onClose} />}
      >
        {edited && (
          <TaskForm id={FORM} task={task} {...about} onSubject={isFree ? setChosen : undefined} onSave={save} />
        )}
      </Sheet>
      <ConfirmDialog
        open={isAsked && task !== undefined}
        title="End this plan?"
        confirmLabel="End this plan"
        danger
        onConfirm={() => (task ? endPlan(task.taskId) : undefined)}
        onClose={() => setAsked(false)}
      >
        It is due no more. What was done stays in the care log.
      </ConfirmDialog>
    </>
  )
}

function useSave(task: Task | undefined, onDone: () => void) {
  const { mutateAsync: add } = useAddTask()
  const { mutateAsync: edit } = useEditTask()
  return async (input: TaskInput) => {
    await (task ? edit({ taskId: task.taskId, ...taskChangeOf(task, input) }) : add(input))
    toast.success('Plan saved', CHANGE_TOAST)
    onDone()
  }
}

/** Returns what the form must have of the plant or place of a task. */
function useSubject(edited: EditedTask | undefined): Omit<TaskFormProps, 'id' | 'task' | 'onSubject' | 'onSave'> {
  const { data: plants = [] } = useQuery(plantList)
  const { data: tasks = [] } = useQuery(taskList)
  const tree = usePlaceTree()
  const household = useHousehold()
  const { plantId = null, placeId = null } = (edited && 'task' in edited ? edited.task : edited) ?? {}
  const plant = plants.find((one) => one.plantId === plantId)
  const hasWater = plantId !== null && tasksOfPlant(tasks, plantId).some(({ kind }) => kind === 'water')
  return {
    subject: { plantId, placeId },
    name: plant?.plantName ?? tree.byId.get(placeId ?? '')?.name,
    plant,
    people: household?.people ?? [],
    zone: household?.timeZone ?? browserTimeZone(),
    isClosed: (kind: TaskKind) =>
      edited && 'task' in edited ? (edited.task.kind === 'water') !== (kind === 'water') : kind === 'water' && hasWater,
  }
}

interface ButtonsProps {
  /** Absent for a new plan. */
  onEnd: (() => void) | undefined
  onCancel: () => void
}

function Buttons({ onEnd, onCancel }: ButtonsProps) {
  const dialog = useDialog()
  return (
    <>
      {onEnd && (
        <Button variant="danger" onClick={onEnd} className="sm:me-auto">
          End this plan
        </Button>
      )}
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button variant="leaf" type="submit" form={FORM} busy={dialog?.isBusy ?? false}>
        Save task
      </Button>
    </>
  )
}
