import { dateIn, type CalendarDate, type Task } from '@greenhouse/contract'
import { Link } from 'wouter'
import { useState } from 'react'
import { startOfDay } from '../../lib/dates.ts'
import { formatTime, formatWeekday } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { useMay } from '../household/household-queries.ts'
import { snoozeTimes, snoozeUntil, type SnoozeTime } from './snooze-times.ts'
import { useEditTask } from './task-mutations.ts'

const SNOOZES_BEFORE_ADVICE = 3

export interface TaskMenuProps {
  /** No menu is open while undefined. */
  task: Task | undefined
  /** `Repot Monstera`. */
  words: string
  /** The zone of the household. */
  zone: string
  onSnooze: (task: Task, until: number) => void
  onSkip: (task: Task) => void
  onClose: () => void
}

/** Snoozes or skips a task; a bottom sheet on phones. */
export function TaskMenu({ task, words, ...more }: TaskMenuProps) {
  return (
    <Dialog title={`Snooze “${words}”`} open={task !== undefined} onClose={more.onClose}>
      {task && <Choices task={task} {...more} />}
    </Dialog>
  )
}

type ChoicesProps = Omit<TaskMenuProps, 'task' | 'words'> & { task: Task }

function Choices({ task, zone, onSnooze, onSkip, onClose }: ChoicesProps) {
  const [now] = useState(Date.now)
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <p className="mb-3 text-sm text-ink-soft">
        {leavingWords(task, dateIn(now, zone))} The plan itself stays as it is.
      </p>
      <div className="-mx-3 grid">
        {snoozeTimes(task, now, zone).map((time) => (
          <button key={time.label} type="button" onClick={() => onSnooze(task, time.until)} className={CHOICE}>
            {time.label}
            <span className="text-ink-soft">{timeWords(time)}</span>
          </button>
        ))}
        {!isPicking && (
          <button type="button" onClick={() => setPicking(true)} className={CHOICE}>
            Pick a date
          </button>
        )}
      </div>
      {isPicking && <DatePick task={task} now={now} zone={zone} onPick={(until) => onSnooze(task, until)} />}
      <div className="-mx-3 mt-2 grid border-t border-line pt-2">
        <button type="button" onClick={() => onSkip(task)} className={CHOICE}>
          Skip
          <span className="text-ink-soft">counts as done, once</span>
        </button>
        {task.plantId !== null && (
          <Link to={`/plants/${task.plantId}`} className={CHOICE}>
            Open plan
          </Link>
        )}
      </div>
      <Advice task={task} onClose={onClose} />
    </>
  )
}

function leavingWords({ dueDate }: Task, date: CalendarDate): string {
  if (dueDate === null || dueDate > date) return 'It waits until then.'
  return `It moves out of ${dueDate < date ? 'Overdue' : 'Today'} until then.`
}

const CHOICE =
  'flex min-h-12 w-full items-center justify-between gap-4 rounded-control px-3 text-start hover:bg-leaf-wash -outline-offset-2!'

/** Returns the evening as the clock of the reader shows it. */
function timeWords({ label, date, until }: SnoozeTime): string {
  return label === 'This evening' ? formatTime(until) : formatWeekday(startOfDay(date))
}

interface DatePickProps {
  task: Task
  now: number
  zone: string
  onPick: (until: number) => void
}

function DatePick({ task, now, zone, onPick }: DatePickProps) {
  const [date, setDate] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const picked = snoozeUntil(task, date, { now, zone })
        if ('error' in picked) setError(picked.error)
        else onPick(picked.until)
      }}
      className="flex flex-wrap items-start gap-3 py-2"
    >
      <DateField
        label="Date"
        value={date}
        onChange={(value) => {
          setDate(value)
          setError(undefined)
        }}
        error={error}
        className="min-w-40 grow"
      />
      <Button worksOffline type="submit" className="mt-7">
        Snooze
      </Button>
    </form>
  )
}

/** Offers the real interval after the third snooze in a row. */
function Advice({ task, onClose }: { task: Task; onClose: () => void }) {
  const { taskId, every, unit, snoozes, suggestedEvery } = task
  const mayEdit = useMay('gardener')
  const edit = useEditTask()
  if (!mayEdit || snoozes < SNOOZES_BEFORE_ADVICE || suggestedEvery === null || suggestedEvery === every)
    return undefined
  const interval = `${suggestedEvery} ${unit}${suggestedEvery === 1 ? '' : 's'}`
  return (
    <div className="mt-2 grid gap-3 border-t border-line pt-4">
      <p className="text-sm">
        <b className="font-semibold">Third time in a row.</b> It is really done about every {interval}.
      </p>
      <Button
        busy={edit.isPending}
        onClick={() =>
          edit.mutate(
            { taskId, every: suggestedEvery },
            {
              onSuccess: () => {
                toast.success(`Every ${interval} from now on`)
                onClose()
              },
              onError: toastFailure,
            },
          )
        }
      >
        Every {interval} instead of {every}
      </Button>
    </div>
  )
}
