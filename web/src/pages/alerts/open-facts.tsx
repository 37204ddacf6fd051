import { momentWords } from '../../lib/moment-words.ts'
import { isMissing, metricOfSeries, type Episode, type Series } from '@greenhouse/contract'
import { useState, type ReactNode } from 'react'
import { isWorse, limitWords, valueWords, worstSide } from '../../shared/episode/episode-words.ts'
import { classes } from '../../lib/classes.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { withUnit } from '../../lib/format.ts'

interface OpenFactsProps {
  episode: Episode
  series: Series | undefined
  celsius: boolean
  now: number
  isUrgent: boolean
}

export function OpenFacts({ episode, series, celsius, now, isUrgent }: OpenFactsProps) {
  const { kind, openedAt, seriesId } = episode
  // Its value has its place while it is loading.
  const isMeasured = kind !== 'silent' && seriesId !== null
  const limit = limitWords(episode, celsius)
  const worst = useWorst(episode, series)
  const value = newestOf(series)
  const shown = series && value !== undefined ? showValue(metricOfSeries(series), value, celsius) : undefined
  return (
    <dl className={FACTS}>
      <Fact name="since">
        <time dateTime={openedAt}>{momentWords(openedAt, now)}</time>,{' '}
        {formatDuration(Math.max(now - Date.parse(openedAt), 0))}
      </Fact>
      {isMeasured && (
        <Fact name="now" className={isUrgent ? 'text-danger' : ''}>
          {shown ? withUnit(shown.text, shown.unit) : '–'}
          {limit !== undefined && <span className="sm:hidden">, limit {limit}</span>}
        </Fact>
      )}
      {limit !== undefined && kind === 'silent' && <Fact name="silent after">{limit}</Fact>}
      {limit !== undefined && kind !== 'silent' && (
        <Fact name="limit" isOnPhones={!isMeasured}>
          {limit}
        </Fact>
      )}
      {worst && kind !== 'silent' && (
        <Fact name={worstSide(episode, worst.value)} isOnPhones={!isMeasured}>
          {valueWords(episode, worst.value, celsius)} at {momentWords(worst.at, now)}
        </Fact>
      )}
    </dl>
  )
}

export const FACTS = 'flex flex-wrap gap-x-6 gap-y-2 text-sm max-sm:grid max-sm:grid-cols-2'

interface FactProps {
  name: string
  className?: string
  /** Phones have room for two facts. */
  isOnPhones?: boolean
  children: ReactNode
}

export function Fact({ name, className = '', isOnPhones = true, children }: FactProps) {
  return (
    <div className={isOnPhones ? undefined : 'max-sm:hidden'}>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className={classes('font-semibold', className)}>{children}</dd>
    </div>
  )
}

function newestOf(series: Series | undefined): number | undefined {
  const value = series?.newest?.value
  return series && !isMissing(metricOfSeries(series), value) ? value : undefined
}

interface Worst {
  readonly value: number
  readonly at: string
}

/** Returns the worst value of the server, or a worse one received live since. */
function useWorst(episode: Episode, series: Series | undefined): Worst | undefined {
  const { worstValue, worstAt, openedAt } = episode
  const [seen, setSeen] = useState<Worst>()
  const newest = series?.newest
  const value = newestOf(series)
  const live = newest && value !== undefined && newest.time >= openedAt ? { value, at: newest.time } : undefined
  const named = worstValue !== null && worstAt !== null ? { value: worstValue, at: worstAt } : undefined
  const worst = [seen, live].reduce<Worst | undefined>(
    (best, one) => (best && one && isWorse(episode, one.value, best.value) ? one : best),
    named,
  )
  // The next value replaces the newest one, which may have been the worst.
  if (worst !== undefined && worst === live) setSeen(live)
  return worst
}
