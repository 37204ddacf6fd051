import { addDays, weekdayOf, type Today } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Headline, Role } from '../../shared/household/roles.tsx'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { usePlace } from '../../shared/place/use-place.ts'
import { DoneList } from '../../shared/task/done-list.tsx'
import { WaitingList } from '../../shared/queue/waiting-list.tsx'
import { TaskRows, useTaskBoard } from '../../shared/task/task-board.tsx'
import { groupTasks, isPlanned, WEEK_DAYS } from '../../shared/task/task-groups.ts'
import { LazyTaskSheet } from '../../shared/task/lazy-task-sheet.tsx'
import type { EditedTask } from '../../shared/task/task-sheet.tsx'
import { todayQuery } from '../../shared/task/task-queries.ts'
import { shortDate, taskWords, whenWords } from '../../shared/task/task-sentence.ts'
import { weekdayName } from '../../shared/task/task-words.ts'
import { useTaskKeys } from '../../shared/task/use-task-keys.ts'
import { isOpen } from '../../shared/task/use-turned-tasks.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const SKELETON_DELAY_MS = 300

/** Shows the tasks of the next seven days by day, and all that was done today. */
export function TasksScreen() {
  usePageTitle('Tasks')
  const { place } = usePlace()
  const today = useQuery(todayQuery(place?.placeId))
  const [added, setAdded] = useState<EditedTask>()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Headline className="me-auto max-sm:w-full">Tasks</Headline>
        <PlaceSwitcher />
        <Role atLeast="gardener">
          <Button onClick={() => setAdded(place ? { placeId: place.placeId } : {})}>Add a task</Button>
        </Role>
      </div>
      <QueryState
        query={today}
        skeleton={<TasksSkeleton />}
        skeletonAfterMs={SKELETON_DELAY_MS}
        failure="Your tasks could not be loaded."
      >
        {(data) => <Week key={place?.placeId} today={data} />}
      </QueryState>
      <LazyTaskSheet edited={added} onClose={() => setAdded(undefined)} />
    </>
  )
}

function Week({ today }: { today: Today }) {
  const board = useTaskBoard(today)
  const rows = useRef<HTMLDivElement>(null)
  useTaskKeys(rows)
  const days = useMemo(() => daysOf(board.tasks, board.date), [board.tasks, board.date])
  // The first day fills a phone. The others are drawn after the first paint.
  const isWhole = useDeferredValue(true, false)
  const shown = isWhole ? days : days.slice(0, 1)
  const filled = days.flatMap(({ tasks }) => tasks).find(({ taskId }) => isOpen(board.turned.get(taskId)))
  return (
    <div ref={rows} className="grid max-w-3xl grid-cols-1 gap-6">
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-panel empty:hidden">
        <WaitingList />
      </div>
      {days.length === 0 && <NothingDue board={board} next={today.next} />}
      {shown.map(({ title, isDanger, tasks }) => (
        <Section key={title} title={title} isDanger={isDanger} count={tasks.length}>
          <TaskRows board={board} tasks={tasks} label={title} filledId={filled?.taskId} />
        </Section>
      ))}
      {isWhole && today.done.length > 0 && (
        <Section title="Done today" count={today.done.length}>
          <div className="border-t border-line px-4 py-4 sm:px-5">
            <DoneList done={today.done} subjectOf={board.subjectOf} />
          </div>
        </Section>
      )}
      {board.dialogs}
    </div>
  )
}

interface Day {
  readonly title: string
  readonly isDanger: boolean
  readonly tasks: Today['tasks']
}

/** Returns the days with tasks: Overdue, Today, Tomorrow, then weekdays with their dates. */
function daysOf(tasks: readonly Today['tasks'][number][], date: string): Day[] {
  const groups = groupTasks(tasks, date)
  const day = (title: string, of: readonly Today['tasks'][number][]) => ({
    title,
    isDanger: title === 'Overdue',
    tasks: [...of],
  })
  const dates = Array.from({ length: WEEK_DAYS - 1 }, (_, index) => addDays(date, index + 2))
  const week = dates.map((one) =>
    day(
      `${weekdayName(weekdayOf(one))} ${shortDate(one, date)}`,
      groups.week.filter(isPlanned).filter(({ dueDate }) => dueDate === one),
    ),
  )
  const days = [day('Overdue', groups.overdue), day('Today', groups.today), day('Tomorrow', groups.tomorrow), ...week]
  return days.filter((one) => one.tasks.length > 0)
}

function NothingDue({ board, next }: { board: ReturnType<typeof useTaskBoard>; next: Today['next'] }) {
  return (
    <p className="text-ink-soft">
      Nothing to do in the next seven days.
      {next?.dueDate && (
        <>
          {' '}
          Next: <bdi>{taskWords(next, board.subjectOf(next))}</bdi> {whenWords(next.dueDate, board.date)}.
        </>
      )}
    </p>
  )
}

interface SectionProps {
  title: string
  count: number
  isDanger?: boolean
  children: ReactNode
}

function Section({ title, count, isDanger = false, children }: SectionProps) {
  return (
    <section
      aria-label={title}
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <h2 className="flex min-h-12 items-center justify-between gap-3 px-4 text-lg sm:px-5">
        <span className={isDanger ? 'text-danger' : undefined}>{title}</span>
        <span className="font-sans text-sm font-normal text-ink-soft">
          {count}
          <span className="sr-only"> {count === 1 ? 'task' : 'tasks'}</span>
        </span>
      </h2>
      {children}
    </section>
  )
}

function TasksSkeleton() {
  return (
    <div aria-hidden className="grid max-w-3xl gap-6">
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
    </div>
  )
}
