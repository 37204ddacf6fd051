import { MINUTE_MS, type Device, type Episode, type Plant } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { OpenRow } from './open-row.tsx'
import { useOpenSeries } from './use-open-series.ts'
import { dueLabel } from '../../shared/plant/due.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { EpisodeMarks, EpisodeSign, EpisodeTitle } from '../../shared/episode/episode-parts.tsx'
import { Fact } from './open-facts.tsx'

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

interface DueRowProps {
  episode: Episode
  plant: Plant | undefined
  now: number
  seenBefore: string | null
  /** Makes its button the filled one of the panel. */
  isFirst: boolean
  onWater: (plant: Plant) => void
}

function DueRow({ episode, plant, now, seenBefore, isFirst, onWater }: DueRowProps) {
  const lastWatered = plant?.lastWatered ?? null
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-3 px-4 py-4 transition-colors hover:bg-sunken/60 sm:px-6 lg:grid-cols-[auto_minmax(0,1fr)_8.25rem] lg:gap-x-4">
      <span className="mt-0.5">
        <EpisodeSign episode={episode} />
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-2.5">
        <p className="text-md font-semibold">
          <EpisodeTitle episode={episode} celsius /> <EpisodeMarks episode={episode} seenBefore={seenBefore} />
        </p>
        <dl className="flex flex-wrap gap-x-4 gap-y-2 text-sm max-sm:grid max-sm:grid-cols-2">
          <Fact name="due">{(plant && dueLabel(plant, now)) ?? momentWords(episode.openedAt, now)}</Fact>
          {lastWatered !== null && <Fact name="last watered">{momentWords(lastWatered, now)}</Fact>}
        </dl>
      </div>
      <Role atLeast="carer">
        <div className="relative col-span-full grid max-lg:ps-8 lg:col-auto lg:col-start-3">
          <Button
            variant={isFirst ? 'leaf' : 'soft'}
            disabled={plant === undefined}
            onClick={() => plant && onWater(plant)}
            className="max-lg:justify-self-start"
            aria-label={`Water ${episode.name}`}
          >
            Water
          </Button>
        </div>
      </Role>
    </li>
  )
}
