import { type Episode, DAY_MS, HOUR_MS } from '@greenhouse/contract'
import { formatWeekday, formatDay, formatTime } from '../../lib/format.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import type { PanelProps } from './open-panel.tsx'
import type { OlderAlerts } from './use-alerts.ts'
import { Link } from 'wouter'
import { closingWords, valueWords, worstSide } from '../../shared/episode/episode-words.ts'
import { classes } from '../../lib/classes.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { EpisodeMarks, EpisodeSign, EpisodeTitle, historyPath } from '../../shared/episode/episode-parts.tsx'

interface ClosedPanelProps extends Omit<PanelProps, 'devices'> {
  more: OlderAlerts | undefined
}

export function ClosedPanel({ episodes, celsius, seenBefore, more }: ClosedPanelProps) {
  const days = Map.groupBy(episodes, ({ openedAt }) => toCalendarDate(openedAt))
  return (
    <section aria-label="Closed" className="overflow-hidden rounded-card border border-line bg-surface shadow-panel">
      <header className="px-4 py-4 sm:px-6">
        <h2 className="text-xl">Closed</h2>
      </header>
      {[...days].map(([date, ofDay]) => (
        <Day key={date} date={date} episodes={ofDay} celsius={celsius} seenBefore={seenBefore} />
      ))}
      {more && (
        <div className="grid justify-items-center border-t border-line p-3">
          <Button busy={more.isLoading} onClick={more.load}>
            Show older alerts
          </Button>
        </div>
      )}
    </section>
  )
}

interface DayProps extends Pick<ClosedPanelProps, 'celsius' | 'seenBefore'> {
  date: string
  episodes: readonly Episode[]
}

function Day({ date, episodes, celsius, seenBefore }: DayProps) {
  const name = dayWords(episodes[0]?.openedAt ?? date)
  return (
    <>
      <h3 className="border-y border-line bg-sunken/50 px-4 py-2.5 font-sans text-sm font-semibold tracking-normal text-ink-soft sm:px-6">
        {name}
      </h3>
      <ul aria-label={`Alerts of ${name}`} className="divide-y divide-line">
        {episodes.map((episode) => (
          <ClosedRow key={episode.episodeId} episode={episode} celsius={celsius} seenBefore={seenBefore} />
        ))}
      </ul>
    </>
  )
}

/** Returns `Mon 15 Jun`, with the year unless it is the current one. */
function dayWords(instant: string): string {
  const year = new Date(instant).getFullYear()
  return year === new Date().getFullYear() ? formatWeekday(instant) : `${formatWeekday(instant)} ${year}`
}

interface ClosedRowProps {
  episode: Episode
  celsius: boolean
  seenBefore: string | null
}

/** Longer episodes fill the bar. */
const FULL_MS = 6 * HOUR_MS

function ClosedRow({ episode, celsius, seenBefore }: ClosedRowProps) {
  const { worstValue, ruleName, kind } = episode
  const closing = closingWords(episode)
  const isMeasured = kind !== 'silent' && kind !== 'note' && worstValue !== null
  return (
    <li className="relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-2.5 transition-colors hover:bg-sunken/60 sm:px-6 lg:grid-cols-[auto_minmax(0,1fr)_8rem_15.5rem] lg:gap-x-4">
      <span className="mt-0.5">
        <EpisodeSign episode={episode} />
      </span>
      <p className={classes('min-w-0', !isMeasured && 'lg:col-span-2')}>
        <EpisodeTitle episode={episode} celsius={celsius} /> <EpisodeMarks episode={episode} seenBefore={seenBefore} />
        {ruleName !== '' && <bdi className="block text-sm break-words text-ink-soft">{ruleName}</bdi>}
        {closing !== undefined && <span className="block text-sm text-ink-soft">{closing}</span>}
      </p>
      {isMeasured && (
        <p className="text-sm text-ink-soft max-lg:col-start-2 lg:mt-0.5">
          {worstSide(episode, worstValue)} {valueWords(episode, worstValue, celsius)}
        </p>
      )}
      <Times episode={episode} />
    </li>
  )
}

function Times({ episode }: { episode: Episode }) {
  const { kind, openedAt, closedAt } = episode
  const path = historyPath(episode)
  const times = timesWords(openedAt, closedAt)
  const lasted = kind === 'note' || closedAt === null ? undefined : Date.parse(closedAt) - Date.parse(openedAt)
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm max-lg:col-start-2 lg:col-start-4 lg:mt-0.5 lg:justify-between">
      {path === undefined ? (
        <time dateTime={openedAt} className="text-ink-soft">
          {times}
        </time>
      ) : (
        <Link
          to={path}
          aria-label={`${times}, chart`}
          className="hit-area relative whitespace-nowrap text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          {times}
        </Link>
      )}
      {lasted !== undefined && (
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-1.5 w-11 overflow-hidden rounded-pill bg-sunken forced-colors:border">
            <span
              className="block h-full rounded-pill bg-ink-soft forced-colors:bg-[CanvasText]"
              style={{ width: `${Math.min(Math.max(lasted / FULL_MS, 0.04), 1) * 100}%` }}
            />
          </span>
          <span className="whitespace-nowrap lg:w-20">{formatDuration(Math.max(lasted, 0))}</span>
        </span>
      )}
    </div>
  )
}

/** Returns `04.20–06.50`, with the last day if the episode spans a day or more. */
function timesWords(openedAt: string, closedAt: string | null): string {
  const from = formatTime(openedAt)
  if (closedAt === null || closedAt === openedAt) return from
  const isWithinDay = Date.parse(closedAt) - Date.parse(openedAt) < DAY_MS
  return `${from}–${isWithinDay ? '' : `${formatDay(closedAt)} `}${formatTime(closedAt)}`
}
