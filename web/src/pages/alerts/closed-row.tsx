import { DAY_MS, HOUR_MS, type Episode } from '@greenhouse/contract'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatDay, formatTime } from '../../lib/format.ts'
import { EpisodeMarks, EpisodeSign, historyPath } from '../../shared/episode/episode-parts.tsx'
import { closingWords, isWorse, limitWords, valueWords, worstSide } from '../../shared/episode/episode-words.ts'
import { AlertTitle } from './alert-title.tsx'

interface ClosedRowProps {
  /** One alert, or repeats of it, the newest first. */
  all: readonly Episode[]
  celsius: boolean
  seenBefore: string | null
  /** Undefined for a further row of a day. */
  date: string | undefined
}

export function ClosedRow({ all, celsius, seenBefore, date }: ClosedRowProps) {
  const [isOpen, setOpen] = useState(false)
  const times = useId()
  const [first] = all
  if (!first) return undefined
  const facts = factsOf(all, celsius)
  return (
    <li className="relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t border-line px-4 py-2.5 hover:bg-sunken/60 max-sm:min-h-15 sm:min-h-12 sm:px-6 xl:grid-cols-[4.75rem_1.25rem_minmax(0,1fr)_11rem_6.75rem_8.75rem]">
      <span className="text-sm whitespace-nowrap text-ink-soft max-xl:col-start-3 max-xl:row-start-1 max-[22.5rem]:row-start-3">
        {date !== undefined && <time dateTime={first.openedAt}>{date}</time>}
      </span>
      <span className="max-xl:col-start-1 max-xl:row-start-1">
        <EpisodeSign episode={first} />
      </span>
      <p className="min-w-0 text-[0.9375rem] leading-snug max-xl:col-start-2 max-xl:row-start-1 xl:text-sm max-[22.5rem]:col-span-2">
        <AlertTitle episode={first} all={all} className="font-semibold" />{' '}
        <EpisodeMarks episode={first} seenBefore={seenBefore} />
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft max-xl:col-span-2 max-xl:col-start-2 xl:contents">
        <p className="min-w-0 wrap-anywhere empty:hidden xl:empty:block">{facts}</p>
        <p className="xl:text-end">
          {all.length > 1 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={times}
              onClick={() => setOpen(!isOpen)}
              className="hit-area relative inline-flex items-center gap-1 rounded-pill bg-sunken px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap text-ink-soft forced-colors:border"
            >
              {all.length} times
              <ChevronDown aria-hidden className={classes('size-3.5 transition-transform', isOpen && 'rotate-180')} />
            </button>
          ) : (
            <Times episode={first} />
          )}
        </p>
        <Lasted all={all} />
      </div>
      {isOpen && (
        <ul
          id={times}
          aria-label="Times"
          className="col-span-full grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4 py-1 text-sm text-ink-soft max-xl:ps-8 xl:ps-32"
        >
          {all.toReversed().map((one) => (
            <li key={one.episodeId} className="flex min-h-6 items-center max-sm:min-h-11">
              <Times episode={one} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Returns `highest 31,6 °C, limit 30 °C`, or why it closed. */
function factsOf(all: readonly Episode[], celsius: boolean): string {
  const [first] = all
  if (!first) return ''
  const worst = all.reduce<number | undefined>(
    (most, { worstValue }) =>
      worstValue !== null && (most === undefined || isWorse(first, worstValue, most)) ? worstValue : most,
    undefined,
  )
  const isMeasured = first.kind !== 'silent' && first.kind !== 'note' && first.kind !== 'due' && worst !== undefined
  const limit = isMeasured ? limitWords(first, celsius) : undefined
  return [
    isMeasured && `${worstSide(first, worst)} ${valueWords(first, worst, celsius)}`,
    limit !== undefined && `limit ${limit}`,
    closingWords(first),
  ]
    .filter((part) => part !== false && part !== undefined)
    .join(', ')
}

/** Longer alerts fill the bar. */
const FULL_MS = 6 * HOUR_MS

function Lasted({ all }: { all: readonly Episode[] }) {
  const [first] = all
  if (!first || first.kind === 'note') return <span className="max-xl:hidden" />
  const lasted = all.reduce((sum, one) => sum + lengthOf(one), 0)
  return (
    <p className="inline-flex items-center gap-2.5">
      <span
        aria-hidden
        className="h-1.5 w-11 overflow-hidden rounded-pill bg-sunken max-xl:hidden forced-colors:border"
      >
        <span
          className="block h-full rounded-pill bg-ink-soft forced-colors:bg-[CanvasText]"
          style={{ width: `${Math.min(Math.max(lasted / FULL_MS, 0.04), 1) * 100}%` }}
        />
      </span>
      <span className="whitespace-nowrap">
        {formatDuration(lasted)}
        {all.length > 1 && ' in all'}
      </span>
    </p>
  )
}

function lengthOf({ openedAt, closedAt }: Episode): number {
  return closedAt === null ? 0 : Math.max(Date.parse(closedAt) - Date.parse(openedAt), 0)
}

/** Links `04.20–06.50` to the chart of that time. */
function Times({ episode }: { episode: Episode }) {
  const path = historyPath(episode)
  const words = timesWords(episode)
  if (path === undefined) {
    return (
      <time dateTime={episode.openedAt} className="whitespace-nowrap text-ink-soft">
        {words}
      </time>
    )
  }
  return (
    <Link
      to={path}
      aria-label={`${words}, chart`}
      className="hit-area relative whitespace-nowrap text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink"
    >
      {words}
    </Link>
  )
}

/** Returns `04.20–06.50`, with the last day if it spans a day or more, and `since 04.20` while it is open. */
function timesWords({ kind, openedAt, closedAt }: Episode): string {
  const from = formatTime(openedAt)
  if (closedAt === null) return `since ${from}`
  if (kind === 'note' || closedAt === openedAt) return from
  const isWithinDay = Date.parse(closedAt) - Date.parse(openedAt) < DAY_MS
  return `${from}–${isWithinDay ? '' : `${formatDay(closedAt)} `}${formatTime(closedAt)}`
}
