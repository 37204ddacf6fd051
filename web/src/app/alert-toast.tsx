import { metricById, type Alert, type Episode } from '@greenhouse/contract'
import { Bell } from 'lucide-react'
import { Link } from 'wouter'
import { momentWords } from '../lib/moment-words.ts'
import { alertPath, EpisodeSign, WHOLE_ROW } from '../shared/episode/episode-parts.tsx'
import { episodeWords, limitWords, valueWords } from '../shared/episode/episode-words.ts'

/** New alerts, and those of them whose details have arrived. */
export interface NewAlerts {
  readonly alerts: readonly Alert[]
  readonly episodes: readonly Episode[]
}

const SEVERITIES = ['critical', 'warning', 'info'] as const

/** Rendered outside of the household, which knows the settings. */
interface AlertToastProps extends NewAlerts {
  celsius: boolean
  now: number
  onLeave: () => void
}

/** Names the only alert, or the worst of several, and leads to its row. */
export function AlertToast({ alerts, episodes, celsius, now, onLeave }: AlertToastProps) {
  const [worst] = episodes.toSorted((one, other) => rankOf(one) - rankOf(other))
  const count = `${alerts.length} new alert(s) received`
  const which = worst ? newEpisodeWords(worst, celsius) : alerts[0]?.alertDesc || alerts[0]?.alertName
  const since = worst ? momentWords(worst.openedAt, now) : undefined
  const isOne = alerts.length === 1
  const id = worst?.episodeId ?? alerts[0]?.alertId
  return (
    <span className="flex items-center gap-3">
      {worst ? <EpisodeSign episode={worst} isUrgent /> : <Bell aria-hidden className="size-5 shrink-0 text-danger" />}
      <span className="min-w-0 grow wrap-anywhere">
        <Link
          to={id === undefined ? '/alerts' : alertPath(id)}
          onClick={onLeave}
          className={`block font-semibold ${WHOLE_ROW}`}
        >
          {isOne && which !== undefined ? <bdi>{which}</bdi> : count}
        </Link>
        <span className="block text-ink-soft">
          {isOne ? [count, since].filter(Boolean).join(', ') : <bdi>{which}</bdi>}
        </span>
      </span>
      <span aria-hidden className="shrink-0 font-semibold text-leaf-strong">
        Show
      </span>
    </span>
  )
}

/** Returns `North end 30,2 °C, above 30 °C`; the label only where the unit does not say it. */
function newEpisodeWords(episode: Episode, celsius: boolean): string {
  const { kind, name, label, metric, openedValue } = episode
  const limit = limitWords(episode, celsius)
  if (openedValue === null || limit === undefined || !['above', 'below', 'outside'].includes(kind))
    return episodeWords(episode, celsius)
  const isPlain = label === null || label === metricById(metric ?? '').label
  return `${isPlain ? '' : `${label}, `}${name} ${valueWords(episode, openedValue, celsius)}, ${openedValue === episode.limit ? 'at' : kind} ${limit}`
}

function rankOf({ severity }: Episode): number {
  return SEVERITIES.indexOf(severity)
}
