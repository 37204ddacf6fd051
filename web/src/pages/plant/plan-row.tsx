import { verbOf, type CalendarDate, type HouseholdMember, type Task } from '@greenhouse/contract'
import { Check } from 'lucide-react'
import { CareIcon } from '../../shared/care/care-icon.tsx'
import { amountWords, restWords, rhythmWords } from '../../shared/task/task-words.ts'
import { classes } from '../../lib/classes.ts'
import { dueWords, isDue } from './due-words.ts'

interface PlanRowProps {
  task: Task
  today: CalendarDate
  /** It was done, which is not sent yet. */
  waits: boolean
  people: readonly HouseholdMember[]
  /** Absent, as `onDone`, for who may not. */
  onOpen: (() => void) | undefined
  onDone: (() => void) | undefined
}

export function PlanRow({ task, today, waits, people, onOpen, onDone }: PlanRowProps) {
  const verb = verbOf(task)
  const due = waits ? 'waits for the network' : dueWords(task, today)
  const isUrgent = !waits && isDue(task, today)
  const person = people.find(({ userId }) => userId === task.assignedTo)
  return (
    <li className={ROW}>
      <CareIcon kind={task.kind} className="size-5 text-ink-soft [grid-area:icon]" />
      <p className="font-medium wrap-anywhere [grid-area:verb]">
        {onOpen ? (
          // Covers the row; the check is above it.
          <button
            type="button"
            aria-label={`${verb}, change the plan`}
            onClick={onOpen}
            className="text-start after:absolute after:inset-0"
          >
            <bdi>{verb}</bdi>
          </button>
        ) : (
          <bdi>{verb}</bdi>
        )}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere [grid-area:words]">
        {planWords(task)}
        {person && (
          <>
            , for <bdi>{person.name}</bdi>
          </>
        )}
      </p>
      {due !== undefined && (
        <p
          className={classes(
            'text-sm [grid-area:due] sm:max-w-28 sm:text-end',
            isUrgent ? 'font-medium text-danger' : 'text-ink-soft',
          )}
        >
          {due}
        </p>
      )}
      {onDone && !waits && (
        <button
          type="button"
          onClick={onDone}
          aria-label={`Done: ${verb}`}
          className={classes(
            'z-10 grid size-11 place-items-center [grid-area:check] rounded-control forced-colors:border',
            isUrgent ? 'bg-leaf text-on-leaf' : 'bg-leaf-wash text-leaf-strong',
          )}
        >
          <Check aria-hidden className="size-5" />
        </button>
      )}
    </li>
  )
}

const ROW =
  'relative grid min-h-16 items-center gap-x-3 border-t border-line py-2 ps-4 pe-2 sm:ps-6 sm:pe-4 ' +
  'grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] ' +
  "[grid-template-areas:'icon_verb_check'_'icon_due_check'_'icon_words_check'] " +
  "sm:[grid-template-areas:'icon_verb_due_check'_'icon_words_due_check']"

/** Returns `every 7 days, rests from November to February, 5 ml/l`. */
function planWords(task: Task): string {
  return [rhythmWords(task), restWords(task.seasons), amountWords(task)].filter(Boolean).join(', ')
}
