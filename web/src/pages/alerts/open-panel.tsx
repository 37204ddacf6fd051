import { MINUTE_MS, type Device, type Episode } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { DueRow } from './due-row.tsx'
import { OpenRow } from './open-row.tsx'
import { useOpenSeries } from './use-open-series.ts'

/** Limits initial work: each has a line, live values and messages. */
const SHOWN_FIRST = 20

export interface PanelProps {
  episodes: readonly Episode[]
  devices: readonly Device[] | undefined
  celsius: boolean
  /** Time up to which alerts were seen, ISO 8601. */
  seenBefore: string | null
}

/** Sorts unacknowledged alerts first, then due plants, then acknowledged alerts. */
export function OpenPanel({ episodes, devices, celsius, seenBefore }: PanelProps) {
  const now = useNow(MINUTE_MS / 4)
  const [isWhole, setWhole] = useState(false)
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  const plants = useQuery({ ...plantList, enabled: episodes.some(({ kind }) => kind === 'due') })
  const sorted = inOrder(episodes)
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN_FIRST)
  const known = useOpenSeries(sorted.slice(0, SHOWN_FIRST), { devices, now })
  const more = sorted.length - shown.length
  return (
    <section aria-label="Open" className="overflow-hidden rounded-card border border-line bg-surface shadow-panel">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-4 sm:px-6">
        <h2 className="text-xl">Open</h2>
        <p className="text-sm text-ink-soft">An alert closes when the value is back in range.</p>
      </header>
      <ul aria-label="Open alerts" className="divide-y divide-line">
        {shown.map((episode, index) =>
          episode.kind === 'due' ? (
            <DueRow
              key={episode.episodeId}
              episode={episode}
              plant={plants.data?.find(({ plantId }) => plantId === episode.plantId)}
              now={now}
              seenBefore={seenBefore}
              isFirst={index === 0}
              onWater={water}
            />
          ) : (
            <OpenRow
              key={episode.episodeId}
              episode={episode}
              celsius={celsius}
              now={now}
              seenBefore={seenBefore}
              of={known.get(episode.seriesId ?? '')}
              hasDeliveries={index < SHOWN_FIRST}
              isFirst={index === 0}
            />
          ),
        )}
      </ul>
      {more > 0 && (
        <div className="grid justify-items-center border-t border-line p-3">
          <Button onClick={() => setWhole(true)}>Show {more} more</Button>
        </div>
      )}
      {question}
    </section>
  )
}

/** Sorts critical episodes first, then by time. */
function inOrder(episodes: readonly Episode[]): Episode[] {
  const group = ({ kind, acknowledgedAt }: Episode) => (kind === 'due' ? 1 : acknowledgedAt === null ? 0 : 2)
  const rank = (one: Episode) => 2 * group(one) + (one.severity === 'critical' ? 0 : 1)
  return episodes.toSorted((one, other) => rank(one) - rank(other) || (one.openedAt < other.openedAt ? 1 : -1))
}
