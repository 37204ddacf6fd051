import { startOfDate, type CalendarDate, type ComingRain, type Task } from '@greenhouse/contract'
import { AlarmClock, Check, CloudRain, House, MapPin } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { isSame } from '../../lib/use-same.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFollowingFocus } from '../care/use-following-focus.ts'
import { useCover } from '../plant/cover-queries.ts'
import { PlantPicture } from '../plant/plant-picture.tsx'
import { Sentence } from './sentence.tsx'
import { overdueWords, planWords, soilWords, taskSentence, taskWords, type TaskSubject } from './task-sentence.ts'
import { dayAfterRain, rainWords } from './rain-wait.ts'
import type { RowActs } from './row-acts.ts'
import { TurnedRow } from './task-row-turned.tsx'
import type { TurnedTask } from './use-turned-tasks.ts'
import '../../ui/undo-row.css'

interface TaskRowProps {
  task: Task
  subject: TaskSubject
  /** Today in the zone of the household. */
  date: CalendarDate
  /** The name of another person whom the task is assigned to. */
  assignee: string | undefined
  turned: TurnedTask | undefined
  /** Rain that it may wait for. */
  rain: ComingRain | undefined
  /** The zone of the household. */
  zone: string
  /** The only one of a panel. */
  isFilled: boolean
  /** Stable; undefined for who may not act. */
  acts: RowActs | undefined
}

/** Memoized: a tap on one of hundreds of rows renders only this one. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, subject, date, assignee, rain, zone, turned, isFilled, acts } = props
  const isTurned = turned !== undefined && turned.phase !== 'undoing'
  const row = useFollowingFocus<HTMLLIElement>(isTurned)
  return (
    <li
      ref={row}
      data-task-row
      tabIndex={-1}
      className={classes(
        'relative min-h-16 border-t border-line -outline-offset-2!',
        // The browser draws the rows out of sight when they come into sight.
        '[contain-intrinsic-block-size:auto_4rem] [content-visibility:auto] print:[content-visibility:visible]',
        turned?.phase === 'closing' && 'closing-row',
      )}
    >
      {isTurned && acts ? (
        <TurnedRow key={turned.careId} turned={turned} subject={subject} date={date} acts={acts} />
      ) : (
        <div className="flex min-h-16 items-center gap-3 px-4 py-1.5 hover:bg-sunken/60 sm:px-5">
          <Picture task={task} subject={subject} />
          <div className="min-w-0 grow">
            <p className="truncate leading-snug font-medium max-[22.5rem]:whitespace-normal">
              <Title task={task} subject={subject} />
            </p>
            <Facts task={task} subject={subject} date={date} assignee={assignee} />
            {rain && <RainOffer task={task} date={date} rain={rain} zone={zone} acts={acts} />}
          </div>
          {acts && <Buttons task={task} subject={subject} date={date} isFilled={isFilled} acts={acts} />}
        </div>
      )}
    </li>
  )
}, isSameRow)

/** Subjects are made anew with each change of a plant. */
function isSameRow({ subject, ...before }: TaskRowProps, { subject: now, ...after }: TaskRowProps): boolean {
  return isSame(before, after) && isSame(subject, now)
}

function Picture({ task, subject }: Pick<TaskRowProps, 'task' | 'subject'>) {
  const look = 'size-11 shrink-0 rounded-small bg-sunken p-1.5 max-[22.5rem]:hidden'
  const cover = useCover(task.plantId)
  if (subject.plantType !== undefined) return <PlantPicture type={subject.plantType} cover={cover} className={look} />
  const Icon = task.placeId === null ? House : MapPin
  return <Icon aria-hidden className={classes(look, 'p-3! text-leaf')} />
}

/** Stretches the link over the row, below its buttons. */
function Title({ task, subject }: Pick<TaskRowProps, 'task' | 'subject'>) {
  const words = <Sentence sentence={taskSentence(task, subject)} />
  if (task.plantId === null) return words
  return (
    <Link
      to={`/plants/${task.plantId}`}
      className="inline-block min-h-6 max-w-full truncate align-bottom max-[22.5rem]:whitespace-normal after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-leaf"
    >
      {words}
    </Link>
  )
}

function Facts({ task, subject, date, assignee }: Pick<TaskRowProps, 'task' | 'subject' | 'date' | 'assignee'>) {
  const overdue = overdueWords(task, date)
  return (
    <p className="truncate text-sm text-ink-soft max-[22.5rem]:whitespace-normal">
      {overdue === undefined ? planWords(task) : <span className="text-danger">{overdue}</span>}
      {task.soil && `, ${soilWords(task.soil)}`}
      {assignee !== undefined ? (
        <>
          , <bdi>{assignee}</bdi>’s
        </>
      ) : (
        subject.placeName !== undefined && (
          <>
            , <bdi>{subject.placeName}</bdi>
          </>
        )
      )}
    </p>
  )
}

interface RainOfferProps extends Pick<TaskRowProps, 'task' | 'date' | 'zone' | 'acts'> {
  rain: ComingRain
}

/** Snoozes the task until the rain is over, after a tap only. */
function RainOffer({ task, date, rain, zone, acts }: RainOfferProps) {
  const day = dayAfterRain(task, date)
  const words = (
    <>
      <CloudRain aria-hidden className="size-4 shrink-0" />
      {rainWords(rain, day, date)}
    </>
  )
  const look = 'mt-1 inline-flex items-center gap-1.5 text-start text-sm text-humidity'
  if (!acts) return <p className={look}>{words}</p>
  return (
    <button
      type="button"
      onClick={() => acts.snooze(task, startOfDate(day, zone))}
      className={classes(look, 'hit-area relative rounded-small font-medium underline underline-offset-4')}
    >
      {words}
    </button>
  )
}

interface ButtonsProps extends Pick<TaskRowProps, 'task' | 'subject' | 'date' | 'isFilled'> {
  acts: RowActs
}

function Buttons({ task, subject, date, isFilled, acts }: ButtonsProps) {
  const words = taskWords(task, subject)
  const overdue = overdueWords(task, date)
  return (
    <>
      <IconButton
        label={`More for ${words}: snooze, skip`}
        aria-haspopup="dialog"
        aria-keyshortcuts="s"
        onClick={() => acts.openMenu(task)}
        className="relative -me-1.5"
      >
        <AlarmClock aria-hidden className="size-4.5" />
      </IconButton>
      <button
        type="button"
        data-check
        aria-label={`Done: ${words}${overdue === undefined ? '' : `, ${overdue}`}`}
        aria-keyshortcuts="x"
        onClick={() => acts.done(task)}
        className={classes(buttonClass({ variant: isFilled ? 'leaf' : 'soft' }), 'relative w-11 shrink-0 px-0!')}
      >
        <Check aria-hidden className="size-4.5" />
      </button>
    </>
  )
}
