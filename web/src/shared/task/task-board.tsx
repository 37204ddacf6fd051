import type { ComingRain, Household, Plant, Task, Today } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useHeardCare } from '../care/heard-care.ts'
import { useHousehold, useMay } from '../household/household-queries.ts'
import { usePlaceTree } from '../place/place-queries.ts'
import { plantList } from '../plant/plant-queries.ts'
import { useSession } from '../session/use-session.ts'
import { useSettings } from '../settings/settings-queries.ts'
import { useRain } from './rain-wait.ts'
import type { RowActs } from './row-acts.ts'
import { TaskRow } from './task-row.tsx'
import { doneSentence, plainSentence, subjectOf, taskSentence, type TaskSubject } from './task-sentence.ts'
import { useTurnedTasks, withTurned, type TurnedTask, type TurnedTasks } from './use-turned-tasks.ts'
import { useQueued } from '../queue/queue.ts'
import { withoutWaiting } from './waiting-tasks.ts'

const TaskMenu = lazy(async () => ({ default: (await import('./task-menu.tsx')).TaskMenu }))
const NONE: Plant[] = []
/** As the server counts days for a household without a zone. */
const ZONE_OF_NONE = 'UTC'

export interface TaskBoard {
  readonly date: string
  /** With the tasks that were done a moment ago, each in its place. */
  readonly tasks: readonly Task[]
  readonly turned: TurnedTasks
  readonly subjectOf: (task: Pick<Task, 'kind' | 'plantId' | 'placeId'>) => TaskSubject
  readonly assigneeOf: (task: Task) => string | undefined
  /** Rain that the task may wait for. */
  readonly rainOf: (task: Task) => ComingRain | undefined
  /** The zone of the household. */
  readonly zone: string
  /** Undefined for who may not act. */
  readonly acts: RowActs | undefined
  /** To be rendered on the page. */
  readonly dialogs: ReactNode
}

/** Holds the rows of a page: their names, what was done to them, and the menu and question that they share. */
export function useTaskBoard({ date, tasks }: Pick<Today, 'date' | 'tasks'>): TaskBoard {
  const household = useHousehold()
  const { userId } = useSession()
  const { confirmDialog } = useSettings()
  const mayAct = useMay('carer')
  const plants = usePlantsById()
  const tree = usePlaceTree()
  const subject = (task: Pick<Task, 'kind' | 'plantId' | 'placeId'>) => subjectOf(task, { plants, tree })
  const zone = household?.timeZone ?? ZONE_OF_NONE
  const board = useTurnedTasks((task, act) => actWords(task, subject(task), act))
  // Rows of later days may be folded, and would never turn back.
  const hearing = mayAct ? tasks.filter(({ dueDate }) => dueDate !== null && dueDate <= date) : []
  useHeardCare((message) => board.hear(message, hearing))
  const [asked, setAsked] = useState<Task>()
  const [opened, setOpened] = useState<Task>()
  const [isMenuUsed, setMenuUsed] = useState(false)

  const acts: RowActs = useStable({
    done: (task: Task) => (confirmDialog && task.kind === 'water' ? setAsked(task) : board.done(task)),
    snooze: board.snooze,
    openMenu: (task: Task) => {
      setMenuUsed(true)
      setOpened(task)
    },
    undo: board.undo,
    close: board.close,
    remove: board.remove,
  })
  /** Closes in the same update as the row turns, which then gets the focus. */
  const closing = (act: () => void) => {
    setOpened(undefined)
    setAsked(undefined)
    act()
  }

  const confirm = (task: Task) => closing(() => board.done(task))
  return {
    date,
    tasks: useShownTasks(tasks, board.turned),
    turned: board.turned,
    subjectOf: subject,
    assigneeOf: ({ assignedTo }) => (assignedTo === userId ? undefined : nameOf(household, assignedTo)),
    rainOf: useRain(plants, date),
    zone,
    acts: mayAct ? acts : undefined,
    dialogs: (
      <>
        <WaterQuestion task={asked} onConfirm={confirm} onClose={() => setAsked(undefined)} />
        <Suspense>
          {isMenuUsed && (
            <TaskMenu
              task={opened}
              words={opened ? plainSentence(taskSentence(opened, subject(opened))) : ''}
              zone={zone}
              onSnooze={(task, until) => closing(() => board.snooze(task, until))}
              onSkip={(task) => closing(() => board.skip(task))}
              onClose={() => setOpened(undefined)}
            />
          )}
        </Suspense>
      </>
    ),
  }
}

function usePlantsById(): ReadonlyMap<string, Plant> {
  const { data: plants = NONE } = useQuery(plantList)
  return useMemo(() => new Map(plants.map((plant) => [plant.plantId, plant])), [plants])
}

function nameOf(household: Household | undefined, userId: string | null): string | undefined {
  return household?.people.find((person) => person.userId === userId)?.name
}

/** Returns tasks with the turned ones in their places, and without those that wait for the network. */
function useShownTasks(tasks: readonly Task[], turned: TurnedTasks): Task[] {
  const queued = useQueued()
  return useMemo(() => withoutWaiting(withTurned(tasks, turned), queued), [tasks, queued, turned])
}

/** Returns `Watered Lemon`, or `Water Lemon, skipped`. */
function actWords(task: Task, subject: TaskSubject, act: TurnedTask['act']): string {
  if (act === 'done') return plainSentence(doneSentence(task, subject))
  return `${plainSentence(taskSentence(task, subject))}, ${act === 'skip' ? 'skipped' : 'snoozed'}`
}

interface WaterQuestionProps {
  task: Task | undefined
  onConfirm: (task: Task) => void
  onClose: () => void
}

/** Asks in the words of the specification. */
function WaterQuestion({ task, onConfirm, onClose }: WaterQuestionProps) {
  return (
    <ConfirmDialog
      open={task !== undefined}
      title={`Do you really want to water ${task?.placeId ? 'these plants' : 'this plant'} now?`}
      confirmLabel="Water"
      onConfirm={() => {
        if (task) onConfirm(task)
      }}
      onClose={onClose}
    >
      The next watering will be counted from now.
    </ConfirmDialog>
  )
}

/** Thousands of rows at once would block a phone for seconds. */
const ROWS_AT_ONCE = 20

interface TaskRowsProps {
  board: TaskBoard
  tasks: readonly Task[]
  label: string
  /** The task whose button is filled. */
  filledId?: string | undefined
}

export function TaskRows({ board, tasks, label, filledId }: TaskRowsProps) {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const left = tasks.length - count
  return (
    <>
      <ul aria-label={label}>
        {tasks.slice(0, count).map((task) => (
          <TaskRow
            key={task.taskId}
            task={task}
            subject={board.subjectOf(task)}
            date={board.date}
            assignee={board.assigneeOf(task)}
            turned={board.turned.get(task.taskId)}
            rain={board.rainOf(task)}
            zone={board.zone}
            isFilled={task.taskId === filledId}
            acts={board.acts}
          />
        ))}
      </ul>
      {left > 0 && (
        <div className="border-t border-line px-4 py-2 sm:px-5">
          <Button variant="ghost" onClick={() => setCount(count + ROWS_AT_ONCE)}>
            Show {Math.min(left, ROWS_AT_ONCE)} more
          </Button>
        </div>
      )}
    </>
  )
}
