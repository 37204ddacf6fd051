import type { Task, Today } from '@greenhouse/contract'
import { ChevronDown } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { batchesOf, DoneList } from '../../shared/task/done-list.tsx'
import { WaitingList } from '../../shared/queue/waiting-list.tsx'
import { TaskRows, useTaskBoard, type TaskBoard } from '../../shared/task/task-board.tsx'
import { groupTasks, type TaskGroups } from '../../shared/task/task-groups.ts'
import { taskWords, whenWords } from '../../shared/task/task-sentence.ts'
import { useTaskKeys } from '../../shared/task/use-task-keys.ts'
import { isOpen } from '../../shared/task/use-turned-tasks.ts'
import { Panel } from './panel.tsx'

const DONE_MAX = 5

/** The tasks that are due, or else the next one and what was done today. */
export function ToDoPanel({ today }: { today: Today }) {
  const board = useTaskBoard(today)
  const rows = useRef<HTMLDivElement>(null)
  useTaskKeys(rows)
  const groups = groupTasks(board.tasks, board.date)
  const isDue = groups.overdue.length + groups.today.length > 0
  return (
    <>
      <Panel id="to-do" title="To do" aside={isDue && <WeekLink />}>
        <WaitingList />
        <div ref={rows}>
          {isDue ? (
            <DueGroups board={board} groups={groups} today={today} />
          ) : (
            <NothingDue board={board} today={today} />
          )}
        </div>
      </Panel>
      {!isDue && today.done.length > 0 && <DoneToday board={board} done={today.done} />}
      {board.dialogs}
    </>
  )
}

function DueGroups({ board, groups, today }: { board: TaskBoard; groups: TaskGroups; today: Today }) {
  const { overdue, tomorrow } = groups
  const left = overdue.filter(({ taskId }) => isOpen(board.turned.get(taskId))).length
  return (
    <>
      {overdue.length > 0 && (
        <Group
          board={board}
          title="Overdue"
          tasks={overdue}
          count={String(left)}
          unit={left === 1 ? 'task' : 'tasks'}
          isDanger
        />
      )}
      {groups.today.length > 0 && (
        <Group
          board={board}
          title="Today"
          tasks={groups.today}
          count={progress(board, groups.today, today.doneOnTime)}
          unit="done"
        />
      )}
      {tomorrow.length > 0 && <Tomorrow board={board} tasks={tomorrow} />}
    </>
  )
}

/** Returns `3 of 4`: the tasks of today that are done, of all of today. */
function progress({ turned }: TaskBoard, tasks: readonly Task[], doneOnTime: Today['doneOnTime']): string {
  const doneNow = tasks.filter(({ taskId }) => turned.get(taskId)?.act === 'done' && !isOpen(turned.get(taskId)))
  const finished = new Set([...doneOnTime, ...doneNow.map(({ taskId }) => taskId)])
  const left = tasks.filter(({ taskId }) => isOpen(turned.get(taskId)) && !finished.has(taskId))
  return `${finished.size} of ${finished.size + left.length}`
}

interface GroupProps {
  board: TaskBoard
  title: string
  tasks: readonly Task[]
  count: string
  /** Follows the count, for screen readers. */
  unit: 'done' | 'task' | 'tasks'
  isDanger?: boolean
}

function Group({ board, title, tasks, count, unit, isDanger = false }: GroupProps) {
  const first = isDanger ? tasks.find(({ taskId }) => isOpen(board.turned.get(taskId))) : undefined
  return (
    <>
      <h3 className={classes(GROUP, isDanger && 'text-danger')}>
        {title}
        <span className="font-normal text-ink-soft">
          {count}
          <span className="sr-only"> {unit}</span>
        </span>
      </h3>
      <TaskRows board={board} tasks={tasks} label={title} filledId={first?.taskId} />
    </>
  )
}

const GROUP =
  'flex min-h-10 items-center justify-between gap-3 border-t border-line bg-sunken px-4 font-sans text-sm font-medium sm:px-5'

function Tomorrow({ board, tasks }: { board: TaskBoard; tasks: readonly Task[] }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
          className={classes(GROUP, 'min-h-11 w-full -outline-offset-2!')}
        >
          Tomorrow
          <span className="flex items-center gap-1.5 font-normal text-ink-soft">
            {tasks.length} more
            <ChevronDown aria-hidden className={classes('size-4 transition-transform', isShown && 'rotate-180')} />
          </span>
        </button>
      </h3>
      {isShown && <TaskRows board={board} tasks={tasks} label="Tomorrow" />}
    </>
  )
}

function NothingDue({ board, today }: { board: TaskBoard; today: Today }) {
  const { tomorrow, week } = groupTasks(today.tasks, today.date)
  const next = tomorrow[0] ?? week[0] ?? today.next
  return (
    <Body>
      <p>
        Nothing to do today.
        {next?.dueDate && (
          <>
            {' '}
            Next: <bdi>{taskWords(next, board.subjectOf(next))}</bdi> {whenWords(next.dueDate, today.date)}.
          </>
        )}
      </p>
      <WeekLink />
    </Body>
  )
}

function DoneToday({ board, done }: { board: TaskBoard; done: Today['done'] }) {
  const batches = batchesOf(done)
  return (
    <Panel id="done-today" title="Done today" aside={batches.length}>
      <Body>
        <DoneList done={batches.slice(0, DONE_MAX).flat()} subjectOf={board.subjectOf} />
        {batches.length > DONE_MAX && (
          <Link to="/tasks" className={LINK}>
            All of today
          </Link>
        )}
      </Body>
    </Panel>
  )
}

function WeekLink() {
  return (
    <Link to="/tasks" className={LINK}>
      See the week
    </Link>
  )
}

const LINK = 'inline-flex min-h-11 items-center justify-self-start font-semibold text-leaf'

function Body({ children }: { children: ReactNode }) {
  return <div className="grid border-t border-line px-4 pt-4 pb-2 sm:px-5">{children}</div>
}
