import {
  addDays,
  CALENDAR_DAYS,
  CALENDAR_EVENTS_MAX,
  dateIn,
  daysBetween,
  taskDueAt,
  taskWords,
  upcoming,
  verbOf,
  type CalendarDate,
  type TaskPlan,
} from '@greenhouse/contract'
import type { CalendarEvent } from './icalendar.ts'

/** A task of a household that has not ended. */
export interface CalendarPlan {
  readonly taskId: string
  readonly plan: TaskPlan
  /** '' unless the task has a name of its own. */
  readonly label: string
  /** By the plan or, if later, the end of a snooze; null when it is never due again. */
  readonly dueAt: number | null
  /** Null for a task of a place or of the household. */
  readonly plantId: string | null
  readonly plantName: string | null
  /** The topmost place first; empty without one. */
  readonly placePath: readonly string[]
  readonly assignedTo: string | null
}

interface Today {
  readonly now: number
  readonly zone: string
  readonly addressOf: (path: string) => string
}

/** Returns the work of the next days, as if each task were done on its day. Overdue work is shown today. */
export function eventsOf(plans: readonly CalendarPlan[], today: Today): CalendarEvent[] {
  const next = plans
    .flatMap((plan) => (plan.dueAt === null ? [] : [{ ...plan, dueAt: plan.dueAt }]))
    .toSorted((one, other) => one.dueAt - other.dueAt)
    // Each has an event before those of later ones.
    .slice(0, CALENDAR_EVENTS_MAX)
  let events: CalendarEvent[] = []
  for (const days of HORIZONS) {
    events = next.flatMap((plan) => eventsOfPlan(plan, today, days))
    if (events.length >= CALENDAR_EVENTS_MAX) break
  }
  return events.toSorted((one, other) => one.date.localeCompare(other.date)).slice(0, CALENDAR_EVENTS_MAX)
}

/** Days ahead. Many tasks fill the calendar within the first of them, and the rest is not worked out. */
const HORIZONS = [3, 10, 30, CALENDAR_DAYS]

function eventsOfPlan(plan: CalendarPlan & { readonly dueAt: number }, today: Today, days: number): CalendarEvent[] {
  const { now, zone, addressOf } = today
  const date = dateIn(now, zone)
  const until = addDays(date, days)
  const overdue = daysBetween(dateIn(plan.dueAt, zone), date)
  const first = overdue > 0 ? taskDueAt(plan.plan, now, zone) : plan.dueAt
  const coming = upcoming(plan.plan, first, { zone, until, limit: CALENDAR_EVENTS_MAX })
  const words = summaryOf(plan)
  const about = {
    location: plan.placePath.join(', '),
    url: plan.plantId === null ? '' : addressOf(`/plants/${plan.plantId}`),
  }
  const late = { date, summary: `${words} (${overdue === 1 ? '1 day' : `${overdue} days`} overdue)` }
  const dated: ReadonlyArray<{ date: CalendarDate; summary: string }> = [
    ...(overdue > 0 ? [late] : []),
    ...coming.map((day) => ({ date: day, summary: words })),
  ]
  return dated.map((event, index) => ({
    ...about,
    ...event,
    uid: `${plan.taskId}-${index}@greenhouse`,
    nextDate: addDays(event.date, 1),
  }))
}

/** Returns `Water Basil`, or `Clean North end` for a task of a place. */
function summaryOf({ plan: { kind }, label, plantName, placePath }: CalendarPlan): string {
  const subject = plantName ?? placePath.at(-1)
  return subject === undefined ? verbOf({ kind, label }) : taskWords({ kind, label, subject })
}
