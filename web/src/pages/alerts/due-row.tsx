import type { Episode, Plant } from '@greenhouse/contract'
import { dueLabel } from '../../shared/plant/due.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { Button } from '../../ui/button.tsx'
import { EpisodeMarks, EpisodeSign, EpisodeTitle } from './episode-parts.tsx'
import { Fact } from './open-facts.tsx'

interface DueRowProps {
  episode: Episode
  plant: Plant | undefined
  now: number
  seenBefore: string | null
  /** Makes its button the filled one of the panel. */
  isFirst: boolean
  onWater: (plant: Plant) => void
}

export function DueRow({ episode, plant, now, seenBefore, isFirst, onWater }: DueRowProps) {
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
    </li>
  )
}
