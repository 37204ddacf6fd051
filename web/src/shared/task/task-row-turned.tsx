import { doneWords, type CalendarDate, type Care } from '@greenhouse/contract'
import { AlarmClock, Check, SkipForward, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { formatAge, formatTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Sentence } from './sentence.tsx'
import { DoneBy } from '../care/done-by.tsx'
import type { RowActs } from './row-acts.ts'
import { doneSentence, inSentence, plainSentence, shortDate, taskSentence, type TaskSubject } from './task-sentence.ts'
import { useOffer } from '../../ui/use-offer.ts'
import type { TurnedTask } from './use-turned-tasks.ts'
import '../../ui/undo-row.css'

const CLOSING_MS = 240
const ICONS = { done: Check, skip: SkipForward, snooze: AlarmClock } as const

interface TurnedRowProps {
  turned: TurnedTask
  subject: TaskSubject
  /** Today in the zone of the household. */
  date: CalendarDate
  acts: RowActs
}

/** Says what happened to a task and offers to undo it, for as long as the pointer or the keyboard is on it. */
export function TurnedRow({ turned, subject, date, acts }: TurnedRowProps) {
  const { task, act, outcome, phase } = turned
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  // A row that leaves before the reply would have to come back after a failure.
  useOffer(hasPointer || hasFocus || outcome === undefined, () => acts.close(turned))
  const removed = useRef(() => acts.remove(turned))
  useEffect(() => {
    if (phase !== 'closing') return undefined
    const timer = setTimeout(removed.current, CLOSING_MS)
    return () => clearTimeout(timer)
  }, [phase])
  const Icon = ICONS[act]
  const words = plainSentence((act === 'done' ? doneSentence : taskSentence)(task, subject))
  return (
    // Pointer and focus only pause the timer.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      data-held={hasPointer || hasFocus || outcome === undefined ? '' : undefined}
      onPointerEnter={({ pointerType }) => setPointer(pointerType !== 'touch')}
      onPointerLeave={() => setPointer(false)}
      onFocus={({ target }: FocusEvent) => setFocus(target.matches(':focus-visible'))}
      onBlur={() => setFocus(false)}
      className="relative flex min-h-16 items-center gap-3 px-4 py-1.5 sm:px-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-small bg-leaf-wash text-leaf-strong max-[22.5rem]:hidden">
        <Icon aria-hidden className="size-5" />
      </span>
      <output className="min-w-0 grow">
        {outcome?.heard ? (
          <HeardWords entry={outcome.heard} next={outcome.task.dueDate} subject={subject} date={date} />
        ) : (
          <TurnedWords turned={turned} subject={subject} date={date} />
        )}
      </output>
      {(outcome?.mergedWith ?? outcome?.heard) === undefined && (
        <Button
          data-undo
          variant="ghost"
          aria-label={`Undo: ${inSentence(task, words)}`}
          onClick={() => acts.undo(turned)}
          className="shrink-0 px-3!"
        >
          <Undo2 aria-hidden className="size-4 max-sm:hidden" />
          Undo
        </Button>
      )}
      {phase === 'shown' && <span aria-hidden className="undo-line absolute inset-x-0 bottom-0 h-0.5 bg-leaf" />}
    </div>
  )
}

interface HeardWordsProps extends Pick<TurnedRowProps, 'subject' | 'date'> {
  entry: Care
  next: CalendarDate | null
}

/** Two lines: `Watered by Kim` and `Calathea, next on 21/06`. */
function HeardWords({ entry, next, subject, date }: HeardWordsProps) {
  return (
    <>
      <span className="block truncate leading-snug font-medium max-[22.5rem]:whitespace-normal">
        <DoneBy entry={entry} />
      </span>
      <span className="block truncate text-sm text-ink-soft max-[22.5rem]:whitespace-normal">
        <bdi>{subject.name}</bdi>
        {next !== null && `${subject.name === undefined ? '' : ', '}next on ${shortDate(next, date)}`}
      </span>
    </>
  )
}

/** Two lines: `Watered Calathea` and `just now, next on 21/06`. */
function TurnedWords({ turned, subject, date }: Omit<TurnedRowProps, 'acts'>) {
  const { task, act, outcome } = turned
  const [now] = useState(Date.now)
  const other = outcome?.mergedWith
  const next = outcome?.task.endedAt === null ? outcome.task.dueDate : null
  return (
    <>
      <span className="block truncate leading-snug font-medium max-[22.5rem]:whitespace-normal">
        {other ? (
          <>
            <bdi>{other.by.name}</bdi> {task.kind === 'custom' ? 'did' : inSentence(task, doneWords(task))} it{' '}
            {formatAge(Math.max(now - Date.parse(other.at), 0))}
          </>
        ) : (
          <Sentence sentence={(act === 'done' ? doneSentence : taskSentence)(task, subject)} />
        )}
      </span>
      <span className="block truncate text-sm text-ink-soft max-[22.5rem]:whitespace-normal">
        {other === undefined && (act === 'done' ? 'just now' : act === 'skip' ? 'skipped' : 'snoozed')}
        {act === 'snooze'
          ? outcome && ` until ${untilWords(outcome.task.snoozedUntil, outcome.task.dueDate, date)}`
          : next !== null && next !== undefined && `${other ? '' : ', '}next on ${shortDate(next, date)}`}
        <span className="motion-safe:hidden">, 8 s</span>
      </span>
    </>
  )
}

/** Returns a time of today, or a date. */
function untilWords(snoozedUntil: string | null, dueDate: CalendarDate | null, today: CalendarDate): string {
  if (dueDate !== null && dueDate !== today) return shortDate(dueDate, today)
  return snoozedUntil === null ? '' : formatTime(snoozedUntil)
}
