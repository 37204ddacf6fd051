import { metricById, type Episode } from '@greenhouse/contract'
import { Bell, Droplet } from 'lucide-react'
import { Link } from 'wouter'
import { severityName } from '../rule/rule-notes.ts'
import { episodeSentence } from './episode-words.ts'
import { classes } from '../../lib/classes.ts'
import { MetricIcon } from '../metric/metric-icon.tsx'
import { StateSign } from '../liveness/state-sign.tsx'
import { RULES_PATH } from '../rule/rule-queries.ts'
import { sensorKey } from '../history/history-series.ts'
import { toCalendarDate } from '../../lib/dates.ts'

/** Stretches a link over its positioned ancestor. */
export const WHOLE_ROW =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-leaf'

export function EpisodeSign({ episode, isUrgent = false }: { episode: Episode; isUrgent?: boolean }) {
  const { kind, metric, plantConditionId } = episode
  const isOfPlant = kind === 'due' || plantConditionId !== null
  const colour = isUrgent ? 'text-danger!' : 'text-ink-soft'
  if (kind === 'silent') return <StateSign state="silent" className={classes('size-5!', colour)} />
  if (metric !== null) return <MetricIcon metric={metric} className={classes('size-5', isUrgent && 'text-danger!')} />
  if (isOfPlant) return <Droplet aria-hidden className="size-5 shrink-0 text-humidity" />
  return <Bell aria-hidden className={classes('size-5 shrink-0', colour)} />
}

export function EpisodeTitle({ episode, celsius }: { episode: Episode; celsius: boolean }) {
  const { label, name, rest } = episodeSentence(episode, celsius)
  const to = pathOf(episode)
  const words = (
    <>
      {label !== undefined && (
        <>
          <bdi>{label}</bdi> in{' '}
        </>
      )}
      <bdi>{name}</bdi>
      {rest}
    </>
  )
  if (to === undefined) return <span className="break-words">{words}</span>
  return (
    <Link to={to} className={classes('break-words', WHOLE_ROW)}>
      {words}
    </Link>
  )
}

function pathOf({ ruleId, plantConditionId }: Episode): string | undefined {
  if (ruleId !== null) return RULES_PATH
  return plantConditionId === null ? undefined : '/myalertcondition'
}

interface EpisodeMarksProps {
  episode: Episode
  /** Time up to which alerts were seen, ISO 8601. */
  seenBefore: string | null
}

export function EpisodeMarks({ episode: { severity, kind, knownAt }, seenBefore }: EpisodeMarksProps) {
  return (
    <>
      {severity !== 'warning' && kind !== 'note' && kind !== 'due' && (
        <span
          className={classes(MARK, severity === 'critical' ? 'bg-danger-wash text-danger' : 'bg-sunken text-ink-soft')}
        >
          {severityName(severity)}
        </span>
      )}
      {seenBefore !== null && knownAt > seenBefore && (
        <span className={classes(MARK, 'bg-leaf-wash text-leaf-strong')}>New</span>
      )}
    </>
  )
}

const MARK = 'inline-block rounded-pill px-2 py-0.5 align-middle text-xs font-semibold forced-colors:border'

/** Names an alert in the address of the page of alerts. */
export const ALERT_PARAMETER = 'episode'

/** Returns the address of an alert's row. */
export function alertPath(episodeId: string): string {
  return `/alerts?${new URLSearchParams({ [ALERT_PARAMETER]: episodeId })}`
}

/**
 * Returns the chart of the episode's days, or of the last 24 hours while it is open; of 30 days for values of days. Undefined
 * without a series.
 */
export function historyPath({ deviceId, metric, channel, openedAt, closedAt }: Episode): string | undefined {
  if (deviceId === null || metric === null) return undefined
  const tab = sensorKey({ metric: { id: metric }, channel: channel ?? '' })
  const search = new URLSearchParams({ device: deviceId, tab })
  if (metricById(metric).isDaily === true) search.set('range', '30d')
  else if (closedAt === null) search.set('range', '24h')
  else {
    search.set('from', toCalendarDate(openedAt))
    search.set('to', toCalendarDate(closedAt))
  }
  return `/history?${search}`
}
