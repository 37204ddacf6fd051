import { MINUTE_MS, severities, type Device, type Episode } from '@greenhouse/contract'
import { useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { OpenRow } from './open-row.tsx'
import { useOpenSeries } from './use-open-series.ts'

/** So many open episodes are shown at first, each with its line, its newest value and its messages. */
const SHOWN_FIRST = 20

export interface PanelProps {
  episodes: readonly Episode[]
  devices: readonly Device[] | undefined
  celsius: boolean
  /** Until when everything was seen, ISO 8601; null when nothing was. */
  seenBefore: string | null
}

/** What is wrong now: what nobody has acknowledged first, and then what matters most. */
export function OpenPanel({ episodes, devices, celsius, seenBefore }: PanelProps) {
  const now = useNow(MINUTE_MS / 4)
  const [isWhole, setWhole] = useState(false)
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
        {shown.map((episode, index) => (
          <OpenRow
            key={episode.episodeId}
            {...{ episode, celsius, now, seenBefore }}
            series={episode.seriesId === null ? undefined : known.series.get(episode.seriesId)}
            day={episode.seriesId === null ? undefined : known.days.get(episode.seriesId)}
            hasDeliveries={index < SHOWN_FIRST}
            isFirst={index === 0}
          />
        ))}
      </ul>
      {more > 0 && (
        <div className="grid justify-items-center border-t border-line p-3">
          <Button onClick={() => setWhole(true)}>Show {more} more</Button>
        </div>
      )}
    </section>
  )
}

function inOrder(episodes: readonly Episode[]): Episode[] {
  const rank = ({ acknowledgedAt, severity }: Episode) =>
    (acknowledgedAt === null ? 0 : severities.length) - severities.indexOf(severity)
  return episodes.toSorted((one, other) => rank(one) - rank(other) || (one.openedAt < other.openedAt ? 1 : -1))
}
