import { episodeRoutes, type EpisodeDay } from '@greenhouse/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { call } from '../../lib/call.ts'
import { classes } from '../../lib/classes.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatDay, formatWeekday } from '../../lib/format.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { topDialog } from '../../ui/open-dialogs.ts'

const DAYS = 30
const DAY_SECONDS = 86_400
const REFETCH_MS = 5 * 60_000
/** Of the height of a day. */
const LEAST = 4 / 44

/** The days until today, the oldest first. */
function lastDays(today: string) {
  const from = toCalendarDate(new Date(`${today}T12:00`).getTime() - (DAYS - 1) * DAY_SECONDS * 1000)
  return queryOptions({
    queryKey: queryKeys.alerts.days(from, today),
    queryFn: ({ signal }) =>
      call(episodeRoutes.days, { query: { from, to: today, timeZone: browserTimeZone() }, signal }),
    // The bar of today grows while an alert is open.
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

/** Returns the last thirty days; empty ones until they are loaded, and if they can't be. */
export function useLastDays(now: number): readonly EpisodeDay[] {
  const today = toCalendarDate(now)
  const { data } = useQuery(lastDays(today))
  return data ?? emptyDays(today)
}

function emptyDays(today: string): EpisodeDay[] {
  const noon = new Date(`${today}T12:00`).getTime()
  return Array.from({ length: DAYS }, (_, index) => ({
    date: toCalendarDate(noon - (DAYS - 1 - index) * DAY_SECONDS * 1000),
    openSeconds: 0,
    count: 0,
  }))
}

interface DaysProps {
  days: readonly EpisodeDay[]
  chosen: string | undefined
  onChoose: (day: string | undefined) => void
}

interface DayStripProps extends DaysProps {
  /** Of what is shown without a network. In place of a hint, so that nothing moves. */
  age?: string | undefined
}

/**
 * Chooses one of the last thirty days: buttons on wide screens, a slider where they would be too narrow. The prerendered page has none: only
 * the browser knows the date.
 */
export function DayStrip({ days, chosen, age, onChoose }: DayStripProps) {
  const isHydrated = useHydrated()
  useEscape(chosen !== undefined, () => onChoose(undefined))
  const day = days.find(({ date }) => date === chosen)
  const ageWords = age && `The list is from ${age}.`
  return (
    <section
      aria-label="Last 30 days"
      className="mb-5 rounded-card border border-line bg-surface p-4 shadow-panel sm:px-6"
    >
      <p className="mb-2.5 flex min-h-5 justify-between gap-3 text-xs text-ink-soft sm:text-sm">
        <span className="lg:hidden">Hours open, last 30 days</span>
        <span className="max-lg:hidden">
          Hours with an open alert, last 30 days. Choose a day to see only its alerts.
        </span>
        <span className="max-lg:hidden">{ageWords ?? 'bar to the top: 24 h'}</span>
        <span className={classes('lg:hidden', day && 'font-semibold text-ink')}>
          {day ? `${formatWeekday(noonOf(day.date))}, ${hoursOf(day)} h` : (ageWords ?? 'slide to choose a day')}
        </span>
      </p>
      <div className="min-h-16">
        {isHydrated && (
          <>
            <DayButtons days={days} chosen={chosen} onChoose={onChoose} />
            <DaySlider days={days} chosen={chosen} onChoose={onChoose} />
          </>
        )}
      </div>
    </section>
  )
}

function DayButtons({ days, chosen, onChoose }: DaysProps) {
  return (
    <div className="flex gap-1 max-lg:hidden xl:gap-2">
      {days.map((one) => (
        <DayButton
          key={one.date}
          day={one}
          isChosen={one.date === chosen}
          isToday={one === days.at(-1)}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface DayButtonProps {
  day: EpisodeDay
  isChosen: boolean
  isToday: boolean
  onChoose: (day: string | undefined) => void
}

function DayButton({ day, isChosen, isToday, onChoose }: DayButtonProps) {
  const { date } = day
  const at = noonOf(date)
  const isFirst = date.endsWith('-01')
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={dayWords(day)}
      onClick={() => onChoose(isChosen ? undefined : date)}
      className="group grid min-w-0 flex-1 grid-cols-1 gap-1 rounded-small text-xs text-ink-soft"
    >
      <Bar day={day} isChosen={isChosen} />
      <span className={classes('justify-self-center whitespace-nowrap', isToday && 'font-semibold text-ink')}>
        {isFirst ? formatDay(at) : new Date(at).getDate()}
      </span>
    </button>
  )
}

function Bar({ day, isChosen }: { day: EpisodeDay; isChosen: boolean }) {
  const share = day.openSeconds === 0 && day.count === 0 ? 0 : Math.max(day.openSeconds / DAY_SECONDS, LEAST)
  return (
    <span
      className={classes(
        'flex h-11 items-end overflow-hidden rounded-small bg-sunken forced-colors:border',
        isChosen && 'outline-2 outline-offset-1 outline-leaf forced-colors:outline-[Highlight]',
      )}
    >
      {share > 0 && (
        <span
          className="block w-full bg-danger forced-colors:bg-[CanvasText]"
          style={{ height: `${Math.min(share, 1) * 100}%` }}
        />
      )}
    </span>
  )
}

function DaySlider({ days, chosen, onChoose }: DaysProps) {
  const bars = useRef<HTMLDivElement>(null)
  const [isSliding, setSliding] = useState(false)
  const index = days.findIndex(({ date }) => date === chosen)
  const shown = days[index] ?? days.at(-1)
  const choose = (next: number) => onChoose(days[Math.min(Math.max(next, 0), days.length - 1)]?.date)

  function slide({ clientX }: PointerEvent): number {
    const { left, width } = bars.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.floor(((clientX - left) / width) * days.length)
  }

  function press(event: KeyboardEvent): void {
    const from = index === -1 ? days.length - 1 : index
    const to = { ArrowLeft: from - 1, ArrowDown: from - 1, ArrowRight: from + 1, ArrowUp: from + 1 }[event.key]
    const end = { Home: 0, End: days.length - 1 }[event.key]
    if (to === undefined && end === undefined) return
    event.preventDefault()
    choose(to ?? end ?? 0)
  }

  return (
    <div className="lg:hidden">
      <div
        ref={bars}
        // A range input draws no bars.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label="Day"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={index === -1 ? days.length : index + 1}
        aria-valuetext={index === -1 || !shown ? 'All days' : dayWords(shown)}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setSliding(true)
          const next = slide(event)
          if (next === index) onChoose(undefined)
          else choose(next)
        }}
        onPointerMove={(event) => isSliding && slide(event) !== index && choose(slide(event))}
        onPointerUp={() => setSliding(false)}
        onPointerCancel={() => setSliding(false)}
        className="flex [touch-action:pan-y] gap-px rounded-small"
      >
        {days.map((one) => (
          <span key={one.date} className="min-w-0 grow">
            <Bar day={one} isChosen={one.date === chosen} />
          </span>
        ))}
      </div>
      <DayNumbers days={days} />
    </div>
  )
}

/** Writes each fifth day of the month, counted from today. */
function DayNumbers({ days }: Pick<DaysProps, 'days'>) {
  return (
    <p aria-hidden className="mt-1 flex justify-between text-xs text-ink-soft">
      {days.map(({ date }, at) => (
        <span
          key={date}
          className={classes(
            'w-0 grow text-center whitespace-nowrap',
            at === days.length - 1 && 'font-semibold text-ink',
          )}
        >
          {(days.length - 1 - at) % 5 === 0 ? new Date(noonOf(date)).getDate() : ''}
        </span>
      ))}
    </p>
  )
}

function useEscape(isActive: boolean, onEscape: () => void): void {
  const escape = useRef(onEscape)
  useEffect(() => {
    escape.current = onEscape
  })
  useEffect(() => {
    if (!isActive) return undefined
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && topDialog() === undefined) escape.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isActive])
}

/** A calendar date has its own noon in every time zone. */
export function noonOf(date: string): number {
  return new Date(`${date}T12:00`).getTime()
}

function hoursOf({ openSeconds }: EpisodeDay): number {
  return Math.ceil(openSeconds / 3600)
}

/** Returns `Fri 12 Jun, 11 hours, 3 alerts`. */
function dayWords(day: EpisodeDay): string {
  const hours = hoursOf(day)
  return [
    formatWeekday(noonOf(day.date)),
    `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    `${day.count} ${day.count === 1 ? 'alert' : 'alerts'}`,
  ].join(', ')
}
