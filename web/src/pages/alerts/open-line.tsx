import { metricOfSeries, type Episode } from '@greenhouse/contract'
import { Link } from 'wouter'
import { Sparkline } from '../../ui/sparkline.tsx'
import { historyPath } from './history-path.ts'
import type { OpenSeries } from './use-open-series.ts'

interface OpenLineProps {
  episode: Episode
  of: OpenSeries | undefined
}

/** Links the last 24 hours to their chart. Reserves its space while loading. */
export function OpenLine({ episode, of }: OpenLineProps) {
  const path = historyPath(episode)
  if (episode.seriesId === null || path === undefined) return undefined
  const limits = episode.kind === 'changing' ? [] : [episode.limit, episode.upperLimit].filter((one) => one !== null)
  const metric = of && metricOfSeries(of.series)
  return (
    <Link to={path} className="relative grid gap-1 rounded-small max-lg:col-start-2 lg:col-start-3">
      <Sparkline
        range={of?.day ?? { from: 0, to: 1 }}
        runs={of?.day?.runs ?? []}
        colour={metric?.colour ?? 'ink-soft'}
        spanMin={metric?.spanMin ?? 0}
        limits={limits}
        className="h-12!"
      />
      <span className="flex justify-between text-xs text-ink-soft">
        last 24 h
        <span className="sr-only">
          {' '}
          of {episode.label}, {episode.name}
        </span>
        {limits.length > 0 && (
          <span className="flex items-center gap-1.5">
            <span className="w-4 border-t-2 border-dashed border-danger" />
            limit
          </span>
        )}
      </span>
    </Link>
  )
}
